/// The elements of an array: a value, a value or NULL, or a byte (which makes it a `bytea` instead).
package protocol PostgresArrayElement {
    static var wholeTypeName: String { get }
    static var wholeOID: UInt32 { get }
    static func accepts(wholeOID: UInt32) -> Bool
    static func encode(_ elements: [Self], into writer: inout ByteWriter)
    static func decodeAll(_ bytes: UnsafeRawBufferPointer) -> [Self]?
}

extension Array: PostgresValue where Element: PostgresArrayElement {
    package static var typeName: String { Element.wholeTypeName }
    package static var oid: UInt32 { Element.wholeOID }
    package static func accepts(oid: UInt32) -> Bool { Element.accepts(wholeOID: oid) }
    package func encode(into writer: inout ByteWriter) { Element.encode(self, into: &writer) }
    package static func decode(_ bytes: UnsafeRawBufferPointer) -> [Element]? { Element.decodeAll(bytes) }
}

extension PostgresScalar {
    package static var wholeTypeName: String { "\(typeName)[]" }
    package static var wholeOID: UInt32 { arrayOID }
    package static func accepts(wholeOID: UInt32) -> Bool { accepts(arrayOID: wholeOID) }

    package static func encode(_ elements: [Self], into writer: inout ByteWriter) {
        writer.appendArrayHeader(of: Self.self, count: elements.count, hasNulls: false)
        for element in elements { writer.appendLengthPrefixed { element.encode(into: &$0) } }
    }

    package static func encode(optionals elements: [Self?], into writer: inout ByteWriter) {
        let hasNulls = elements.contains { $0 == nil }
        writer.appendArrayHeader(of: Self.self, count: elements.count, hasNulls: hasNulls)
        for element in elements {
            if let element {
                writer.appendLengthPrefixed { element.encode(into: &$0) }
            } else {
                writer.append(Int32(-1))
            }
        }
    }

    package static func decodeAll(_ bytes: UnsafeRawBufferPointer) -> [Self]? {
        decodeElements(bytes, of: Self.self) { $0 }
    }
}

extension Optional: PostgresArrayElement where Wrapped: PostgresScalar {
    package static var wholeTypeName: String { Wrapped.wholeTypeName }
    package static var wholeOID: UInt32 { Wrapped.arrayOID }
    package static func accepts(wholeOID: UInt32) -> Bool { Wrapped.accepts(arrayOID: wholeOID) }

    package static func encode(_ elements: [Wrapped?], into writer: inout ByteWriter) {
        // Made for each type, where this is not.
        Wrapped.encode(optionals: elements, into: &writer)
    }

    package static func decodeAll(_ bytes: UnsafeRawBufferPointer) -> [Wrapped?]? {
        decodeElements(bytes, of: Wrapped.self) { .some($0) }
    }
}

/// `[UInt8]` is a `bytea`.
extension UInt8: PostgresArrayElement {
    package static var wholeTypeName: String { "bytea" }
    package static var wholeOID: UInt32 { 17 }
    package static func accepts(wholeOID: UInt32) -> Bool { wholeOID == 17 }

    package static func encode(_ elements: [UInt8], into writer: inout ByteWriter) {
        writer.append(contentsOf: elements)
    }

    package static func decodeAll(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? { [UInt8](bytes) }
}

/// `[[UInt8]]` is a `bytea[]`.
extension Array: PostgresScalar, PostgresArrayElement where Element == UInt8 {
    package static var arrayOID: UInt32 { 1001 }
    package static var expectedSize: Int { 32 }
}

extension ByteWriter {
    /// Source: `array_send` in arrayfuncs.c: dimensions, whether NULLs occur, element type; then size and
    /// lower bound.
    fileprivate mutating func appendArrayHeader<Element: PostgresScalar>(
        of _: Element.Type, count: Int, hasNulls: Bool
    ) {
        reserve(20 + count * (4 + Element.expectedSize))
        let dimensions: Int32 = count == 0 ? 0 : 1
        let flags: Int32 = hasNulls ? 1 : 0
        let words = (
            dimensions.bigEndian, flags.bigEndian, Element.oid.bigEndian, Int32(count).bigEndian,
            Int32(1).bigEndian
        )
        // Together, since an append costs more than its four bytes.
        withUnsafeBytes(of: words) { append(contentsOf: $0.prefix(count == 0 ? 12 : 20)) }
    }
}

/// Reads an array of one dimension. `wrap` maps an element, or NULL as nil, into what the caller holds;
/// where it gives nil the array can't be read.
private func decodeElements<Scalar: PostgresScalar, Element>(
    _ bytes: UnsafeRawBufferPointer, of _: Scalar.Type, wrap: (Scalar?) -> Element?
) -> [Element]? {
    var reader = ByteReader(bytes)
    guard let dimensions: Int32 = reader.read(), let _: Int32 = reader.read(),
        let type: UInt32 = reader.read(), Scalar.accepts(oid: type)
    else { return nil }
    if dimensions == 0 { return [] }
    guard dimensions == 1, let count: Int32 = reader.read(), let _: Int32 = reader.read(),
        count >= 0, Int(count) <= reader.remaining / 4
    else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
        guard let length: Int32 = reader.read() else { return nil }
        var scalar: Scalar?
        if length >= 0 {
            guard let slice = reader.slice(Int(length)), let value = Scalar.decode(slice) else { return nil }
            scalar = value
        }
        guard let element = wrap(scalar) else { return nil }
        elements.append(element)
    }
    return reader.isAtEnd ? elements : nil
}
