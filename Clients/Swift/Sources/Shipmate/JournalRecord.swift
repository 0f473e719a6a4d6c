import Foundation

/// A record of the journal: length and CRC-32 of the payload, each a big-endian UInt32, then the payload.
enum JournalRecord {
    static let headerBytes = 8

    static func encode(_ payload: Data) -> Data {
        var record = Data(capacity: headerBytes + payload.count)
        record.append(bigEndian: UInt32(payload.count))
        record.append(bigEndian: CRC32.checksum(payload))
        record.append(payload)
        return record
    }

    /// The valid records at the beginning of `data`, at most `count`. What follows them is torn, or not read yet.
    static func decode(_ data: Data, count: Int = .max) -> [Data] {
        var (payloads, rest): ([Data], Data) = ([], data[...])
        while payloads.count < count, rest.count >= headerBytes {
            let length = Int(rest.bigEndian(at: 0))
            guard rest.count - headerBytes >= length else { break }
            let payload = rest.dropFirst(headerBytes).prefix(length)
            guard CRC32.checksum(payload) == rest.bigEndian(at: 4) else { break }
            payloads.append(Data(payload))
            rest = rest.dropFirst(headerBytes + length)
        }
        return payloads
    }
}

extension Data {
    fileprivate mutating func append(bigEndian value: UInt32) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    fileprivate func bigEndian(at offset: Int) -> UInt32 {
        dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// CRC-32 of IEEE 802.3, as zlib has it.
enum CRC32 {
    static func checksum(_ data: Data) -> UInt32 {
        ~data.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 0 ? crc >> 1 : 0xEDB8_8320 ^ (crc >> 1) }
    }
}
