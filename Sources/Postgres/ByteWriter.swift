/// Bytes in network order, as PostgreSQL's binary formats want them.
package struct ByteWriter {
    private(set) var bytes: [UInt8]

    init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
        bytes.append(addingCapacity: MemoryLayout<Integer>.size) { room in
            room.withUnsafeMutableBufferPointer { buffer, count in
                UnsafeMutableRawPointer(buffer.baseAddress! + count)
                    .storeBytes(of: value.bigEndian, as: Integer.self)
                count += MemoryLayout<Integer>.size
            }
        }
    }

    mutating func append(contentsOf other: some Sequence<UInt8>) {
        bytes.append(contentsOf: other)
    }

    mutating func reserve(_ count: Int) {
        // Growth stays geometric: asking for exactly what is needed would copy everything at each value.
        let needed = bytes.count + count
        if bytes.capacity < needed { bytes.reserveCapacity(max(needed, 2 * bytes.capacity)) }
    }

    /// Writes a length that is known only when what it measures has been written.
    mutating func appendLengthPrefixed(_ body: (inout ByteWriter) -> Void) {
        let offset = bytes.count
        append(Int32(0))
        body(&self)
        let count = Int32(bytes.count - offset - 4)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: count.bigEndian, toByteOffset: offset, as: Int32.self)
        }
    }
}

/// Reads what `ByteWriter` writes; nil where there are too few bytes.
struct ByteReader {
    private let buffer: UnsafeRawBufferPointer
    private var offset = 0

    init(_ buffer: UnsafeRawBufferPointer) {
        self.buffer = buffer
    }

    var isAtEnd: Bool { offset == buffer.count }

    var remaining: Int { buffer.count - offset }

    mutating func read<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer? {
        let size = MemoryLayout<Integer>.size
        guard remaining >= size else { return nil }
        defer { offset += size }
        return Integer(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Integer.self))
    }

    mutating func slice(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, remaining >= count else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + count])
    }
}
