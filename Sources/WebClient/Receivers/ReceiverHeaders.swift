/// Headers that a user of the API has chosen for requests to a receiver, such as `Authorization`.
package struct ReceiverHeaders: Sendable {
    package static let countMax = 16
    /// Of all names and values.
    package static let byteCountMax = 4_096

    package let fields: [(name: String, value: String)]

    package static let none = ReceiverHeaders()

    private init() {
        fields = []
    }

    package init(_ fields: [(name: String, value: String)]) throws(ReceiverHeadersError) {
        guard fields.count <= Self.countMax else { throw .tooMany }
        let byteCount = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard byteCount <= Self.byteCountMax else { throw .tooLarge }
        var names: Set<String> = []
        for (name, value) in fields {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else { throw .invalidName(name) }
            guard !Self.isReserved(name.lowercased()) else { throw .reserved(name) }
            guard Self.isValue(value) else { throw .invalidValue(name) }
            guard names.insert(name.lowercased()).inserted else { throw .duplicate(name) }
        }
        self.fields = fields
    }

    /// A character of a token (RFC 9110 section 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Visible ASCII, with spaces between.
    private static func isValue(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Headers of one connection, those that say where a message ends, and those that deliveries have.
    private static func isReserved(_ name: String) -> Bool {
        reserved.contains(name) || ["content-", "proxy-", "webhook-"].contains { name.hasPrefix($0) }
    }

    private static let reserved: Set = [
        "connection", "expect", "host", "http2-settings", "keep-alive", "te", "trailer", "transfer-encoding",
        "upgrade",
    ]
}

/// Why headers can't be sent to a receiver. Each has the name as it was given.
package enum ReceiverHeadersError: Error, Equatable, Sendable {
    /// More than `ReceiverHeaders.countMax`.
    case tooMany
    /// More than `ReceiverHeaders.byteCountMax`.
    case tooLarge
    /// Not a token of RFC 9110.
    case invalidName(String)
    /// Empty, with a space at an end, or with other characters than visible ASCII.
    case invalidValue(String)
    /// A header that the connection, the message or the signature needs.
    case reserved(String)
    /// In letters of any case.
    case duplicate(String)
}
