internal import FoundationEssentials
internal import HTTP
internal import JSON

/// A user as `firebase auth:export` writes one, whichever its format.
struct FirebaseUser {
    /// Where a provider's four columns begin.
    private static let providerColumns = [
        (7, "google.com"), (11, "facebook.com"), (15, "twitter.com"), (19, "github.com"),
    ]
    /// Columns that versions of the tool have written, and an empty one behind the last comma.
    private static let columnCounts = 26...29

    var localID: String
    var email = ""
    var isEmailVerified = false
    var passwordHash = ""
    var salt = ""
    /// Such as `google.com`, with the user's id there.
    var providers: [(name: String, id: String)] = []
    /// Milliseconds since 1970.
    var createdAt: Int64?
    var lastSignedInAt: Int64?
    var phoneNumber = ""
    var isDisabled = false

    /// - Parameter object: an element of the export's `users`; what it has besides is passed over.
    init(_ object: JSONValue) throws(AccountRefusal) {
        localID = try Self.id(object["localId"])
        email = object["email"]?.text ?? ""
        isEmailVerified = object["emailVerified"] == .bool(true)
        passwordHash = object["passwordHash"]?.text ?? ""
        salt = object["salt"]?.text ?? ""
        createdAt = try Self.time(object["createdAt"], "createdAt")
        lastSignedInAt = try Self.time(object["lastSignedInAt"], "lastSignedInAt")
        phoneNumber = object["phoneNumber"]?.text ?? ""
        isDisabled = object["disabled"] == .bool(true)
        if case .array(let providers)? = object["providerUserInfo"] {
            self.providers = providers.compactMap { provider in
                provider["providerId"]?.text.map { (name: $0, id: provider["rawId"]?.text ?? "") }
            }
        }
    }

    /// - Parameter fields: a line of the export's CSV, which has no header.
    init(_ fields: [String]) throws(AccountRefusal) {
        guard Self.columnCounts.contains(fields.count) else {
            throw AccountRefusal(
                description: "the line has \(fields.count) columns; firebase auth:export writes 26 to 29")
        }
        localID = fields[0]
        guard !localID.isEmpty else { throw AccountRefusal(description: "the UID is missing") }
        email = fields[1]
        isEmailVerified = fields[2] == "true"
        (passwordHash, salt) = (fields[3], fields[4])
        providers = Self.providerColumns.filter { !fields[$0.0].isEmpty }.map {
            (name: $0.1, id: fields[$0.0])
        }
        createdAt = try Self.time(.string(fields[23]), "createdAt")
        lastSignedInAt = try Self.time(.string(fields[24]), "lastSignedInAt")
        phoneNumber = fields[25]
        isDisabled = fields.count > 26 && fields[26] == "true"
    }

    /// A number is invalid: its digits may differ from the original text.
    private static func id(_ value: JSONValue?) throws(AccountRefusal) -> String {
        guard let value, value != .null, value != "" else {
            throw AccountRefusal(description: "the localId is missing")
        }
        guard case .string(let id) = value else {
            throw AccountRefusal(description: "the localId is not text")
        }
        return id
    }

    /// Nil for none.
    private static func time(_ value: JSONValue?, _ name: String) throws(AccountRefusal) -> Int64? {
        guard let value, value != .null, value != "" else { return nil }
        guard let milliseconds = value.text.flatMap({ Int64($0) }) else {
            throw AccountRefusal(description: "the \(name) is not a number of milliseconds")
        }
        return milliseconds
    }
}

extension JSONValue {
    /// Numbers too: the export has times as texts, and other tools have them as they are.
    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        default: nil
        }
    }
}
