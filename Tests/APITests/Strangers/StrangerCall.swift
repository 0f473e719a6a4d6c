import HTTP
import JSON

/// What a stranger sends to each call, so that it asks the database for something; by route.
enum StrangerCall {
    static let bodies: [String: JSONValue] = [
        "POST /v1/users": [:],
        "POST /v1/sessions": ["email": "ben@example.com", "password": "not the password"],
        "POST /v1/links/claim": ["link": "https://go.example.com/code", "device": ["platform": "ios"]],
        "POST /v1/links/events": [
            "link_click_id": "018f0000-0000-7000-8000-000000000001", "event": "first_open",
        ],
        "POST /v1/email-verifications": ["token": "invented"],
        "POST /v1/password-resets": ["email": "ben@example.com"],
        "POST /v1/password-resets/{token}": ["password": "a parrot named Sam"],
        "POST /v1/shortLinks": ["longDynamicLink": "https://go.example.com/?link=https://example.com/"],
        "POST /v1/exchangeShortLink": ["requestedLink": "https://go.example.com/code"],
        "POST /v1/installAttribution": ["bundleId": "com.example.game"],
        "POST /v1/reopenAttribution": ["requestedLink": "https://go.example.com/code"],
        "POST /v1/url": key, "POST /v1/url/bulk/{branch_key}": [["channel": "sms"]],
        "POST /v1/install": key, "POST /v1/open": key,
        "POST /v1/event": [
            "branch_key": "key_live_test", "identity": "nobody", "event": "picture swiped",
        ],
        "POST /v2/event/custom": event, "POST /v2/event/standard": event,
    ]
    private static let key: JSONValue = ["branch_key": "key_live_test"]
    private static let event: JSONValue = [
        "branch_key": "key_live_test", "name": "COMPLETE_TUTORIAL",
        "user_data": ["os": "iOS", "developer_identity": "nobody"],
    ]

    static let forms = [
        "POST /verify": "token=invented", "POST /reset": "token=invented", "POST /undo": "token=invented",
        "POST /release": "token=invented", "POST /delete-account": "email=ben%40example.com",
    ]

    static let queries = [
        "GET /verify": "?token=\(token)", "GET /reset": "?token=\(token)",
        "GET /delete-account": "?token=\(token)",
        "POST /v1/shortLinks": firebase, "POST /v1/exchangeShortLink": firebase,
        "POST /v1/installAttribution": firebase, "POST /v1/reopenAttribution": firebase,
        "GET /v1/{link}/linkStats": firebase,
        "GET /v1/url": "?branch_key=key_live_test&url=https%3A%2F%2Fgo.example.com%2Fcode",
        "GET /v1/credits": "?branch_key=key_live_test&identity=nobody",
        "GET /v1/credithistory": "?branch_key=key_live_test&identity=nobody",
    ]
    private static let firebase = "?key=AIzaTestKey"
    /// Of the form of one, and nobody's.
    private static let token = String(repeating: "A", count: 64)
}
