/// One mistake in a request that is JSON but not what was asked for: where (RFC 6901), what kind, and in
/// words.
package struct FieldError: Error, Equatable, Sendable {
    /// The kinds a client can act on; clients are written against the names.
    package struct Code: Equatable, Sendable {
        package let name: String

        package init(_ name: String) {
            self.name = name
        }

        package static let required = Code("required")
        package static let wrongType = Code("wrong_type")
        package static let outOfRange = Code("out_of_range")
        package static let tooLong = Code("too_long")
        package static let tooShort = Code("too_short")
        package static let unknownField = Code("unknown_field")
        package static let invalid = Code("invalid")
    }

    /// Empty for the whole document, and while a parser of one value doesn't know where the value came from.
    package let pointer: String
    package let code: Code
    package let detail: String

    package init(pointer: String = "", _ code: Code, _ detail: String) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }
}

extension FieldError: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("pointer", pointer)
            writer.member("code", code.name)
            writer.member("detail", detail)
        }
    }
}
