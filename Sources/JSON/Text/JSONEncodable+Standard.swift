extension String: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int64: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Bool: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.bool(self) }
}

/// Nil is written as null: a reply always has all its members.
extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        if let self { self.encode(to: &writer) } else { writer.null() }
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.array(self) }
}
