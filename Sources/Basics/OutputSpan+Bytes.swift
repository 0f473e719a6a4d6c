/// Several bytes at once, where appending one by one would check the room for each.
extension OutputSpan<UInt8> {
    /// The bytes of an integer as they lie in memory.
    @inlinable @inline(__always)
    public mutating func append<Word: FixedWidthInteger>(bytesOf word: Word) {
        precondition(freeCapacity >= MemoryLayout<Word>.size)
        withUnsafeMutableBufferPointer { buffer, count in
            UnsafeMutableRawPointer(buffer.baseAddress! + count).storeBytes(of: word, as: Word.self)
            count += MemoryLayout<Word>.size
        }
    }

    @inlinable @inline(__always)
    public mutating func append(copying bytes: UnsafeBufferPointer<UInt8>) {
        precondition(freeCapacity >= bytes.count)
        guard let start = bytes.baseAddress else { return }
        withUnsafeMutableBufferPointer { buffer, count in
            (buffer.baseAddress! + count).initialize(from: start, count: bytes.count)
            count += bytes.count
        }
    }
}
