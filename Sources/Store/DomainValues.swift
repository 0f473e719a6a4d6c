internal import FoundationEssentials
package import Postgres
package import Values

// Domain values to and from columns.

extension RowReader {
    mutating func readUserID() throws(PostgresError) -> UserID {
        UserID(try read())
    }

    mutating func readOptionalUserID() throws(PostgresError) -> UserID? {
        let uuid: UUID? = try read()
        return uuid.map(UserID.init)
    }

    mutating func readTimestamp() throws(PostgresError) -> Timestamp {
        let value: PostgresTimestamp = try read()
        return Timestamp(microsecondsSince1970: value.microsecondsSince1970)
    }

    mutating func readOptionalTimestamp() throws(PostgresError) -> Timestamp? {
        let value: PostgresTimestamp? = try read()
        return value.map { Timestamp(microsecondsSince1970: $0.microsecondsSince1970) }
    }

    /// A text column whose every value `parse` accepts.
    mutating func readValue<Value>(_ parse: (String) -> Value?) throws(PostgresError) -> Value {
        let text: String = try read()
        guard let value = parse(text) else { throw .decoding("\(Value.self) \(text)") }
        return value
    }

    mutating func readOptional<Value>(_ parse: (String) -> Value?) throws(PostgresError) -> Value? {
        let text: String? = try read()
        guard let text else { return nil }
        guard let value = parse(text) else { throw .decoding("\(Value.self) \(text)") }
        return value
    }
}

extension UserID: PostgresScalar {
    package static var typeName: String { UUID.typeName }
    package static var oid: UInt32 { UUID.oid }
    package static var arrayOID: UInt32 { UUID.arrayOID }

    package func encode(into writer: inout ByteWriter) {
        uuid.encode(into: &writer)
    }

    package static func encode(_ elements: [UserID], into writer: inout ByteWriter) {
        writer.appendArray(elements.map(\.uuid))
    }

    package static func encode(optionals elements: [UserID?], into writer: inout ByteWriter) {
        writer.appendArray(elements.map { $0?.uuid })
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> UserID? {
        UUID.decode(bytes).map(UserID.init)
    }
}

extension Timestamp: PostgresScalar {
    package static var typeName: String { PostgresTimestamp.typeName }
    package static var oid: UInt32 { PostgresTimestamp.oid }
    package static var arrayOID: UInt32 { PostgresTimestamp.arrayOID }

    package func encode(into writer: inout ByteWriter) {
        PostgresTimestamp(self).encode(into: &writer)
    }

    package static func encode(_ elements: [Timestamp], into writer: inout ByteWriter) {
        writer.appendArray(elements.map(PostgresTimestamp.init))
    }

    package static func encode(optionals elements: [Timestamp?], into writer: inout ByteWriter) {
        writer.appendArray(elements.map { $0.map(PostgresTimestamp.init) })
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
        PostgresTimestamp.decode(bytes).map { Timestamp(microsecondsSince1970: $0.microsecondsSince1970) }
    }
}

extension PostgresTimestamp {
    init(_ time: Timestamp) {
        self.init(microsecondsSince1970: time.microsecondsSince1970)
    }
}
