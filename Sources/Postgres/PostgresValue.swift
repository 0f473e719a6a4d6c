/// A value that travels as a parameter or a column, in the type's binary format.
///
/// Source: each type's `…send` and `…recv` function in PostgreSQL's `src/backend/utils/adt`; the numbers
/// (OIDs) are those of `pg_type.dat`, which never change.
package protocol PostgresValue: Bindable {
    /// The type's name, for messages.
    static var typeName: String { get }

    /// The type a parameter is sent as.
    static var oid: UInt32 { get }

    /// Whether a column of this type can be read.
    static func accepts(oid: UInt32) -> Bool

    func encode(into writer: inout ByteWriter)

    /// Nil when the bytes are not in the type's format.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> Self?
}

extension PostgresValue {
    package static func accepts(oid: UInt32) -> Bool { oid == Self.oid }
}

/// A value that is not an array itself, and so can be an array's element.
package protocol PostgresScalar: PostgresValue, PostgresArrayElement {
    static var arrayOID: UInt32 { get }

    static func accepts(arrayOID: UInt32) -> Bool

    /// An array with NULLs in it.
    static func encode(optionals elements: [Self?], into writer: inout ByteWriter)

    /// Bytes a value takes, where that is the same for all; helps to make room for an array at once.
    static var expectedSize: Int { get }
}

extension PostgresScalar {
    package static func accepts(arrayOID: UInt32) -> Bool { arrayOID == Self.arrayOID }

    package static var expectedSize: Int { MemoryLayout<Self>.size }
}
