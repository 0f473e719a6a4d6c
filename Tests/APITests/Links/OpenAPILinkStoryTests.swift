import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A link's life through real HTTP is as the description says, from its making to its statistics.
struct OpenAPILinkStoryTests {
    private struct Cast {
        let caller: DescribedClient
        let anne: TestUser
        let server: String
        let admin: String
    }

    private func withCast(_ body: (Cast) async throws -> Void) async throws {
        try await TestServer.with(.links) { server in
            let caller = try DescribedClient(server)
            try await body(
                Cast(
                    caller: caller, anne: try caller.client.signUp(), server: try await server.key(.server),
                    admin: try await server.key(.admin)))
        }
    }

    @Test func `making links and invites`() async throws {
        try await withCast { cast in
            let (caller, token) = (cast.caller, cast.anne.token)
            let full: JSONValue = [
                "link": "https://example.com/play#top", "domain_uri_prefix": "https://go.example.com",
                "android": ["package_name": "com.example.game", "min_version_code": 3],
                "ios": ["bundle_id": "com.example.game", "app_store_id": "1234567890", "min_version": "2"],
                "desktop": ["fallback_link": "https://example.com/desk"],
                "social": ["title": "Come aboard", "image_link": "https://cdn.example/x.png"],
                "analytics": ["utm_source": "mail", "itunes": ["ct": "summer"]],
                "data": ["$deeplink_path": "ships/1", "deck": [1, .number(2.5), .null]], "alias": "annes",
                "channel": "sms", "feature": "crew", "campaign": "summer", "tags": ["a", "b"],
                "one_time": true, "expires_at": "2999-01-01T00:00:00Z",
            ]
            let made = try caller.send("POST", "/v1/links", 201, token: token, full)
            #expect(made.json["warnings"]?.array?.count == 1)
            try caller.send("POST", "/v1/links", 200, token: token, full)
            let plain: JSONValue = ["link": "https://example.com/play", "suffix": "SHORT"]
            let code = try caller.send("POST", "/v1/links", 201, token: cast.server, plain).code
            try caller.send(
                "POST", "/v1/links", 409, token: token,
                ["link": "https://example.com/other", "alias": "annes"])
            try caller.send("POST", "/v1/links", 400, token: token, ["link": "https://evil.example/"])
            try caller.send("POST", "/v1/links", 422, token: token, ["link": "x", "tags": [5]])
            try caller.send("POST", "/v1/links", 401, plain)
            try caller.send("GET", "/v1/links/{code}", 200, values: ["code": "annes"], token: token)
            try caller.send("GET", "/v1/links/{code}", 404, values: ["code": code], token: token)
            try caller.send("GET", "/v1/links/{code}", 404, values: ["code": "nobody"], token: token)
            let admin = cast.admin
            try caller.send("GET", "/v1/admin/links", 200, query: "?q=annes&limit=1", token: admin)
            try caller.send("GET", "/v1/admin/links", 422, query: "?state=x", token: admin)
            for state in ["off", "on"] {
                try caller.send(
                    "PATCH", "/v1/links/{code}", 200, values: ["code": "annes"], token: admin,
                    ["state": .string(state)])
            }
            try caller.send(
                "PATCH", "/v1/links/{code}", 404, values: ["code": "nobody"], token: admin, ["state": "off"])
            try caller.send(
                "PATCH", "/v1/links/{code}", 422, values: ["code": "annes"], token: admin, [:])
            for status in [201, 200] {
                try caller.send("POST", "/v1/invites", status, token: token, ["channel": "email"])
            }
            try caller.send("POST", "/v1/invites", 422, token: token, ["channel": ""])
            try caller.send(
                "POST", "/v1/invites", 400, token: token, ["data": ["$ios_url": "https://evil.example/"]])
            try caller.send("POST", "/v1/invites", 403, token: cast.server, [:])
        }
    }

    @Test func `opening links, and what platforms fetch`() async throws {
        try await withCast { cast in
            let caller = cast.caller
            let code = try caller.client.invite(token: cast.anne.token).code
            let long = "?link=https%3A%2F%2Fexample.com%2Fjoin&apn=com.example.game&ibi=com.example.game"
            for (agent, status) in [
                (UserAgent.android, 302), (UserAgent.iPhone, 200), (UserAgent.desktop, 302),
                (UserAgent.facebook, 200),
            ] {
                let headers = ["Host": "go.example.com", "User-Agent": agent]
                try caller.send("GET", "/{code}", status, values: ["code": code], headers: headers)
                try caller.send("GET", "/", status == 200 ? 200 : 302, query: long, headers: headers)
            }
            let host = ["Host": "go.example.com"]
            let good = ["code": code]
            try caller.send("GET", "/{code}", 200, values: good, query: "?d=1", headers: host)
            try caller.send("GET", "/{code}", 404, values: ["code": "nobody"], headers: host)
            try caller.send("GET", "/", 200, query: long + "&d=1", headers: host)
            try caller.send("GET", "/", 400, query: "?link=https%3A%2F%2Fevil.example%2F", headers: host)
            try caller.send("GET", "/", 404, headers: host)
            for query in ["", "?size=64", "?format=png&size=64"] {
                try caller.send("GET", "/{code}/qr", 200, values: good, query: query, headers: host)
            }
            try caller.send("GET", "/{code}/qr", 422, values: good, query: "?size=5", headers: host)
            try caller.send("GET", "/{code}/qr", 404, values: ["code": "nobody"], headers: host)
            for pattern in [
                "/apple-app-site-association", "/.well-known/apple-app-site-association",
                "/.well-known/assetlinks.json", "/applink",
            ] {
                try caller.send("GET", pattern, 200, headers: host)
            }
            try caller.send("GET", "/applink", 200, query: "?referral=\(cast.anne.code)", headers: host)
            try caller.send("GET", "/applink", 200, query: "?d=1", headers: host)
        }
    }

    @Test func `claims, link events and statistics`() async throws {
        try await withCast { cast in
            let (caller, token) = (cast.caller, cast.anne.token)
            let invite = try caller.client.invite(token: token)
            let link: [String: JSONValue] = ["link": .string(invite.shortLink)]
            let device: JSONValue = [
                "platform": "ios", "os_version": "17.4", "model": "iPhone15,2", "language": "en-US",
                "timezone": "Europe/Berlin", "screen": "1179x2556",
            ]
            let click = try caller.client.clickID(of: invite.shortLink, as: .android(at: "192.0.2.1"))
            let referrer: JSONValue = [
                "install_referrer": .string("link_click_id=\(click)"), "device": ["platform": "android"],
                "bundle_id": "com.example.game",
            ]
            let claims: [(JSONValue, match: JSONValue)] = [
                (referrer, "unique"), (referrer, "none"),
                (.object(link.merging(["device": device]) { old, _ in old }), "unique"),
                (["clipboard": "buy milk", "device": device], "none"),
            ]
            for (body, match) in claims {
                let reply = try caller.send("POST", "/v1/links/claim", 200, body)
                #expect(reply.json["match"] == match)
            }
            try caller.send("POST", "/v1/links/claim", 422, .object(link))
            for event in ["first_open", "re_open", "install", "declined", "shared"] {
                try caller.send(
                    "POST", "/v1/links/events", 204,
                    ["link_click_id": .string(click), "event": .string(event), "channel": "sms"])
            }
            let opened: JSONValue = ["link_click_id": .string(newID()), "event": "first_open"]
            try caller.send("POST", "/v1/links/events", 404, opened)
            try caller.send("POST", "/v1/links/events", 422, ["event": "click"])
            let (statistics, good) = ("/v1/links/{code}/stats", ["code": invite.code])
            try caller.send("GET", statistics, 200, values: good, query: "?days=7", token: token)
            try caller.send("GET", statistics, 422, values: good, query: "?days=0", token: token)
            try caller.send("GET", statistics, 404, values: ["code": "nobody"], token: token)
            try caller.send("GET", statistics, 401, values: good)
        }
    }

    @Test func `Firebase's wire names`() async throws {
        try await withCast { cast in
            let (caller, key) = (cast.caller, "?key=AIzaTestKey")
            let long = "https://go.example.com/?link=https://example.com/join&ibi=com.example.game&sx=1"
            let made = try caller.send(
                "POST", "/v1/shortLinks", 200, query: key, ["longDynamicLink": .string(long)])
            #expect(made.json["warning"]?.array?.isEmpty == false)
            let info: JSONValue = [
                "domainUriPrefix": "https://go.example.com", "link": "https://example.com/join",
                "androidInfo": ["androidPackageName": "com.example.game"],
                "navigationInfo": ["enableForcedRedirect": true],
                "socialMetaTagInfo": ["socialTitle": "Come aboard"],
            ]
            let body: JSONValue = ["dynamicLinkInfo": info, "suffix": ["option": "SHORT"]]
            try caller.send("POST", "/v1/shortLinks", 200, query: key, body)
            try caller.send("POST", "/v1/shortLinks", 400, query: key, [:])
            try caller.send("POST", "/v1/shortLinks", 403, query: "?key=x", body)
            let link = made.json["shortLink"] ?? .null
            let encoded = (link.string ?? "").replacing(":", with: "%3A").replacing("/", with: "%2F")
            for (value, status) in [(encoded, 200), ("x", 404)] {
                try caller.send(
                    "GET", "/v1/{link}/linkStats", status, values: ["link": value], query: "?durationDays=7",
                    token: cast.server)
            }
            for body: JSONValue in [
                ["bundleId": "com.example.game", "uniqueMatchLinkToCheck": link],
                ["bundleId": "com.example.game"],
            ] {
                try caller.send("POST", "/v1/installAttribution", 200, query: key, body)
            }
            try caller.send("POST", "/v1/installAttribution", 403, query: "?key=x", [:])
            try caller.send("POST", "/v1/exchangeShortLink", 200, query: key, ["requestedLink": link])
            try caller.send("POST", "/v1/exchangeShortLink", 404, query: key, ["requestedLink": "x"])
            let managed: JSONValue = ["name": "Summer", "longDynamicLink": .string(long)]
            try caller.send("POST", "/v1/managedShortLinks:create", 200, token: cast.server, managed)
            try caller.send("POST", "/v1/managedShortLinks:create", 400, token: cast.server, [:])
            try caller.send("POST", "/v1/managedShortLinks:create", 401, managed)
            for (body, status): (JSONValue, Int) in [(["requestedLink": link], 200), ([:], 400)] {
                try caller.send("POST", "/v1/reopenAttribution", status, query: key, body)
            }
        }
    }

    @Test func `Branch's wire names`() async throws {
        try await withCast { cast in
            let (caller, key) = (cast.caller, "key_live_test")
            let body: JSONValue = [
                "branch_key": .string(key), "identity": .string(cast.anne.uid), "channel": "sms",
                "data": ["$deeplink_path": "ships/1"], "tags": ["a"], "type": 1,
            ]
            let url = try caller.send("POST", "/v1/url", 200, body).json["url"]?.string ?? ""
            try caller.send("POST", "/v1/url", 200, ["branch_key": .string(key), "identity": "somebody"])
            try caller.send("POST", "/v1/url", 400, ["branch_key": "x"])
            try caller.send("GET", "/v1/url", 200, query: "?url=\(url)&branch_key=\(key)")
            try caller.send(
                "POST", "/v1/url/bulk/{branch_key}", 200, values: ["branch_key": key], [[:], ["type": 9]])
            let who = "?branch_key=\(key)&branch_secret=secret_live_test&identity=\(cast.anne.uid)"
            for path in ["/v1/credits", "/v1/credithistory"] {
                try caller.send("GET", path, 200, query: who)
            }
            try caller.send(
                "POST", "/v1/redeem", 402,
                [
                    "branch_key": .string(key), "branch_secret": "secret_live_test",
                    "identity": .string(cast.anne.uid), "amount": 5,
                ])
            let secrets: [JSONMember] = [
                JSONMember("branch_key", .string(key)), JSONMember("branch_secret", "secret_live_test"),
            ]
            func send(_ path: String, _ status: Int, _ members: [JSONMember]) throws {
                try caller.send("POST", path, status, .object(secrets + members))
            }
            let anne = JSONMember("identity", .string(cast.anne.uid))
            let (five, one) = (JSONMember("amount", 5), JSONMember("amount", 1))
            try send("/v1/reconcile", 402, [anne, five])
            try send("/v1/credits", 200, [anne, five])
            try send("/v1/credits", 400, [anne])
            try send("/v1/reconcile", 200, [anne, one])
            try send("/v1/event", 200, [anne, JSONMember("event", "done")])
            try send("/v1/event", 400, [anne])
            let user = JSONMember("user_data", ["developer_identity": .string(cast.anne.uid)])
            try send("/v2/event/custom", 200, [user, JSONMember("name", "picture swiped")])
            try send("/v2/event/standard", 200, [user, JSONMember("name", "COMPLETE_TUTORIAL")])
            try send("/v2/event/standard", 400, [user, JSONMember("name", "picture swiped")])
            for path in ["/v1/install", "/v1/open"] {
                try send(path, 200, [JSONMember("universal_link_url", .string(url))])
                try send(path, 200, [])
                try send(path, 400, [JSONMember("os", 5)])
            }
            try caller.send(
                "PUT", "/v1/url", 200, query: "?url=\(url)",
                .object(secrets + [JSONMember("channel", "mail")]))
            let deleted = "?url=\(url)&branch_key=\(key)&branch_secret=secret_live_test"
            for status in [200, 404] { try caller.send("DELETE", "/v1/url", status, query: deleted) }
        }
    }
}
