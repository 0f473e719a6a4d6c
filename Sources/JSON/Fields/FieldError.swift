/// One mistake in a request that is JSON but not what was asked for: where (RFC 6901), what kind, and in
/// words.
public struct FieldError: Error, Equatable, Sendable {
    /// The kinds a client can act on; clients are written against the names.
    public struct Code: Equatable, Sendable {
        public let name: String

        public init(_ name: String) {
            self.name = name
        }

        public static let required = Code("required")
        public static let wrongType = Code("wrong_type")
        public static let outOfRange = Code("out_of_range")
        public static let tooLong = Code("too_long")
        public static let tooShort = Code("too_short")
        public static let unknownField = Code("unknown_field")
        public static let invalid = Code("invalid")
    }

    /// Empty for the whole document, and while a parser of one value doesn't know where the value came from.
    public let pointer: String
    public let code: Code
    public let detail: String

    public init(pointer: String = "", _ code: Code, _ detail: String) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }
}

extension FieldError: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("pointer", pointer)
            writer.member("code", code.name)
            writer.member("detail", detail)
        }
    }
}
