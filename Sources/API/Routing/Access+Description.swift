internal import Forms
internal import HTTP
internal import JSON

extension Access {
    /// OpenAPI's security: one of these is needed, or none.
    var security: JSONValue {
        .array(schemes.map { .object([JSONMember($0, [])]) })
    }

    var isOpen: Bool { schemes.isEmpty }

    private var schemes: [String] {
        guard !contains(.anyone) else { return [] }
        return Self.schemes.filter { contains($0.role) }.map(\.name)
    }

    private static let schemes: [(role: Access, name: String)] = [
        (.user, "userToken"), (.server, "serverKey"), (.read, "readKey"), (.admin, "adminKey"),
    ]

    static let securitySchemes: JSONValue = [
        "userToken": [
            "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
            "description": """
            A user's access token, valid for 15 minutes; or that of an issuer whose players are users \
            here (`"bearer": true`), valid until its `exp`.
            """,
        ],
        "serverKey": key(
            "An API key `sk_…` with the scope `server`: the app's own backend, for events and redemptions."),
        "readKey": key(
            "An API key `sk_…` with the scope `read`: administration, read only."),
        "adminKey": key("An API key `sk_…` with the scope `admin`: administration, adjustments included."),
    ]

    private static func key(_ meaning: String) -> JSONValue {
        ["type": "http", "scheme": "bearer", "description": .string(meaning)]
    }
}
