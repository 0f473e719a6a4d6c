extension String: JSONEncodable {
    public func encode(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int64: JSONEncodable {
    public func encode(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: JSONEncodable {
    public func encode(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Bool: JSONEncodable {
    public func encode(to writer: inout JSONWriter) { writer.bool(self) }
}

/// Nil is written as null: a reply always has all its members.
extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        if let self { self.encode(to: &writer) } else { writer.null() }
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    public func encode(to writer: inout JSONWriter) { writer.array(self) }
}
