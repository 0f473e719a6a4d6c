internal import Basics
internal import FoundationEssentials

/// UUIDs as numbers, as bytes and as the lower-case text of RFC 9562 section 4, without Foundation's detours.
extension UUID {
    init(high: UInt64, low: UInt64) {
        self.init(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
    }

    var words: (high: UInt64, low: UInt64) {
        let words = unsafeBitCast(uuid, to: (UInt64, UInt64).self)
        return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
    }

    /// 16 bytes, most significant first; nil unless there are 16.
    init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
        self.init(uuid: unsafeBitCast(words, to: uuid_t.self))
    }

    var bytes: [UInt8] {
        withUnsafeBytes(of: uuid) { Array($0) }
    }

    /// Appends the 36 characters in lower case.
    func appendText(to text: inout [UInt8]) {
        var rest = bytes[...]
        for count in Self.groupLengths {
            if rest.count < 16 { text.append(UInt8(ascii: "-")) }
            for byte in rest.prefix(count) {
                text.append(.hexDigit(byte >> 4))
                text.append(.hexDigit(byte & 15))
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads exactly what `appendText` writes: 36 characters, lower case, hyphens in place.
    init?(text: ArraySlice<UInt8>) {
        guard text.count == 36, !text.contains(where: \.isUppercaseLetter) else { return nil }
        var rest = text
        var bytes: [UInt8] = []
        for count in Self.groupLengths {
            if !bytes.isEmpty && rest.popFirst() != UInt8(ascii: "-") { return nil }
            for _ in 0..<count {
                guard let high = rest.popFirst()?.hexValue,
                    let low = rest.popFirst()?.hexValue
                else { return nil }
                bytes.append(high << 4 | low)
            }
        }
        self.init(bytes: bytes[...])
    }

    /// Bytes between the hyphens.
    private static let groupLengths = [4, 2, 2, 2, 6]
}
