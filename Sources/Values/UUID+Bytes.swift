package import FoundationEssentials

/// UUIDs as numbers and as bytes, without Foundation's detours.
extension UUID {
    package init(high: UInt64, low: UInt64) {
        self.init(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
    }

    package var words: (high: UInt64, low: UInt64) {
        let words = unsafeBitCast(uuid, to: (UInt64, UInt64).self)
        return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
    }

    /// 16 bytes, most significant first; nil unless there are 16.
    package init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
        self.init(uuid: unsafeBitCast(words, to: uuid_t.self))
    }

    package var bytes: [UInt8] {
        withUnsafeBytes(of: uuid) { Array($0) }
    }
}
