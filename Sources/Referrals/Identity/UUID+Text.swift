package import FoundationEssentials

// UUIDs as text, and in the order of their bytes, without Foundation's detours: both are on the path of every
// event.

extension UUID {
    /// Lower-case, as every id is written.
    package var lowercaseText: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: Self.textLength) { text in
                for (index, byte) in bytes.enumerated() {
                    let place = Self.places[index]
                    text[place] = Self.hexDigit(byte >> 4)
                    text[place + 1] = Self.hexDigit(byte & 15)
                }
                for place in Self.hyphens { text[place] = UInt8(ascii: "-") }
                return Self.textLength
            }
        }
    }

    /// Reads RFC 9562, section 4: 36 characters, hyphens in place, digits in either case.
    package init?(text: some StringProtocol) {
        let parsed = Array(text.utf8).withUnsafeBufferPointer(Self.parse)
        guard let parsed else { return nil }
        self.init(uuid: parsed)
    }

    /// The same order as PostgreSQL's, and as Foundation's.
    package func precedes(_ other: UUID) -> Bool {
        let (mine, others) = (words, other.words)
        return mine.0 == others.0 ? mine.1 < others.1 : mine.0 < others.0
    }

    private var words: (UInt64, UInt64) {
        let words = unsafeBitCast(uuid, to: (UInt64, UInt64).self)
        return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
    }

    private static let textLength = 36
    private static let hyphens = [8, 13, 18, 23]

    /// Where in the text each byte's two digits are.
    private static let places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> uuid_t? {
        guard text.count == textLength, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        var words: (UInt64, UInt64) = (0, 0)
        for (index, place) in places.enumerated() {
            guard let high = digit(text[place]), let low = digit(text[place + 1]) else { return nil }
            let byte = UInt64(high << 4 | low)
            if index < 8 { words.0 = words.0 << 8 | byte } else { words.1 = words.1 << 8 | byte }
        }
        return unsafeBitCast((words.0.bigEndian, words.1.bigEndian), to: uuid_t.self)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
