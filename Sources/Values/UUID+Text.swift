internal import Basics
package import FoundationEssentials

// UUIDs as text, and in the order of their bytes, without Foundation's detours: both are on the path of every
// event.

extension UUID {
    package static let textLength = 36

    /// Lower-case, as every id is written.
    package var lowercaseText: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            write(to: &text)
            return text.finalize(for: buffer)
        }
    }

    /// The same where there is room for it already.
    package func write(to text: inout OutputSpan<UInt8>) {
        let words = self.words
        let (first, second) = (Self.digits(words.high >> 32), Self.digits(words.high))
        let (third, fourth) = (Self.digits(words.low >> 32), Self.digits(words.low))
        text.append(bytesOf: first)
        text.append(UInt8(ascii: "-"))
        text.append(bytesOf: UInt32(truncatingIfNeeded: second))
        text.append(UInt8(ascii: "-"))
        text.append(bytesOf: UInt32(truncatingIfNeeded: second >> 32))
        text.append(UInt8(ascii: "-"))
        text.append(bytesOf: UInt32(truncatingIfNeeded: third))
        text.append(UInt8(ascii: "-"))
        text.append(bytesOf: UInt32(truncatingIfNeeded: third >> 32))
        text.append(bytesOf: fourth)
    }

    /// Reads RFC 9562, section 4: 36 characters, hyphens at their positions, digits in either case.
    package init?(text: some StringProtocol) {
        let parsed = Array(text.utf8).withUnsafeBufferPointer(Self.parse)
        guard let parsed else { return nil }
        self.init(uuid: parsed)
    }

    /// The same order as PostgreSQL's, and as Foundation's.
    package func precedes(_ other: UUID) -> Bool {
        let (mine, others) = (words, other.words)
        return mine.high == others.high ? mine.low < others.low : mine.high < others.high
    }

    /// The eight digits of a word's lower half, the first of them lowest.
    ///
    /// All at once: each step doubles how many digits have a byte of their own.
    private static func digits(_ word: UInt64) -> UInt64 {
        var spread = word & 0xFFFF_FFFF
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let areLetters = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        let toLetter = UInt64(UInt8(ascii: "a") - 10 - UInt8(ascii: "0"))
        return (spread + 0x3030_3030_3030_3030 + areLetters * toLetter).byteSwapped
    }

    private static let hyphens = [8, 13, 18, 23]

    /// Where in the text each byte's two digits are.
    private static let offsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> uuid_t? {
        guard text.count == textLength, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        var words: (UInt64, UInt64) = (0, 0)
        for (index, offset) in offsets.enumerated() {
            guard let high = text[offset].hexValue, let low = text[offset + 1].hexValue else { return nil }
            let byte = UInt64(high << 4 | low)
            if index < 8 { words.0 = words.0 << 8 | byte } else { words.1 = words.1 << 8 | byte }
        }
        return unsafeBitCast((words.0.bigEndian, words.1.bigEndian), to: uuid_t.self)
    }
}
