package import FoundationEssentials

extension Bool: PostgresScalar {
    package static var typeName: String { "bool" }
    package static var oid: UInt32 { 16 }
    package static var arrayOID: UInt32 { 1000 }

    package func encode(into writer: inout ByteWriter) {
        writer.append(UInt8(self ? 1 : 0))
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        bytes.count == 1 ? bytes[0] != 0 : nil
    }
}

extension Int16: PostgresScalar {
    package static var typeName: String { "int2" }
    package static var oid: UInt32 { 21 }
    package static var arrayOID: UInt32 { 1005 }

    package func encode(into writer: inout ByteWriter) { writer.append(self) }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> Int16? { decodeInteger(bytes) }
}

extension Int32: PostgresScalar {
    package static var typeName: String { "int4" }
    package static var oid: UInt32 { 23 }
    package static var arrayOID: UInt32 { 1007 }

    package func encode(into writer: inout ByteWriter) { writer.append(self) }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> Int32? { decodeInteger(bytes) }
}

extension Int64: PostgresScalar {
    package static var typeName: String { "int8" }
    package static var oid: UInt32 { 20 }
    package static var arrayOID: UInt32 { 1016 }

    package func encode(into writer: inout ByteWriter) { writer.append(self) }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> Int64? { decodeInteger(bytes) }
}

/// Read from text, varchar, char(n) and name alike. U+0000 is the one character PostgreSQL refuses (22021).
extension String: PostgresScalar {
    package static var typeName: String { "text" }
    package static var oid: UInt32 { 25 }
    package static var arrayOID: UInt32 { 1009 }

    package static func accepts(oid: UInt32) -> Bool { oid == 25 || oid == 1043 || oid == 1042 || oid == 19 }
    package static func accepts(arrayOID: UInt32) -> Bool {
        arrayOID == 1009 || arrayOID == 1015 || arrayOID == 1014 || arrayOID == 1003
    }

    package func encode(into writer: inout ByteWriter) { writer.append(contentsOf: utf8) }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> String? {
        String(decoding: bytes, as: UTF8.self)
    }
}

extension UUID: PostgresScalar {
    package static var typeName: String { "uuid" }
    package static var oid: UInt32 { 2950 }
    package static var arrayOID: UInt32 { 2951 }

    package func encode(into writer: inout ByteWriter) {
        withUnsafeBytes(of: uuid) { writer.append(contentsOf: $0) }
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> UUID? {
        guard bytes.count == 16 else { return nil }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

private func decodeInteger<Integer: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer) -> Integer? {
    guard bytes.count == MemoryLayout<Integer>.size else { return nil }
    return Integer(bigEndian: bytes.loadUnaligned(as: Integer.self))
}
