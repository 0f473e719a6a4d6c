internal import Basics

/// The character classes of RFC 9110 and RFC 3986, as questions to a byte; the compiler makes bit tests of
/// them.
extension UInt8 {
    static let carriageReturn: UInt8 = 0x0D
    static let lineFeed: UInt8 = 0x0A
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09

    /// `tchar`, RFC 9110 section 5.6.2.
    var isToken: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"),
            UInt8(ascii: "~"):
            true
        default: isAlphanumeric
        }
    }

    /// The characters of a field value: visible ones, space, tab and `obs-text`, RFC 9110 section 5.5.
    var isFieldValue: Bool { self >= 0x20 && self != 0x7F || self == .tab }

    /// `unreserved`, RFC 3986 section 2.3.
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isAlphanumeric
        }
    }

    /// `pchar` but for `%`, RFC 3986 section 3.3.
    var isPath: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
            true
        default: isUnreserved
        }
    }

    /// The characters of a query except `%`: RFC 3986 section 3.4, and those that browsers leave bare by
    /// the URL standard.
    var isQuery: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "\\"):
            true
        default: isPath
        }
    }
}

extension Span<UInt8> {
    /// Whether `range` spells `text`, which must be in lower case, in any case.
    func matches(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let start = text.utf8Start
        for index in 0..<range.count where self[range.lowerBound + index].lowercased != start[index] {
            return false
        }
        return true
    }
}

extension Span<UInt8> {
    /// The position of the first control character in `range`: below 0x20, or 0x7F; nil for none.
    ///
    /// Eight bytes at a time, since all of a header and all of a body go through here. The test is exact for
    /// the first hit of a word, which is all that is asked (Hacker's Delight, 2nd edition, section 6-1).
    func firstControl(in range: Range<Int>) -> Int? {
        first(in: range) { word in
            let deleted = word ^ 0x7F7F_7F7F_7F7F_7F7F
            return (word &- 0x2020_2020_2020_2020) & ~word | (deleted &- 0x0101_0101_0101_0101) & ~deleted
        }
    }

    /// Where in `range` a JSON string's plain run ends: at a quote, a backslash or a control character.
    func firstOfJSONString(in range: Range<Int>) -> Int? {
        first(in: range) { word in
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            return (word &- 0x2020_2020_2020_2020) & ~word
                | (quotes &- 0x0101_0101_0101_0101) & ~quotes
                | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
        }
    }

    /// - Parameter hits: sets the top bit of each byte that is looked for, exactly so for the lowest.
    @inline(__always)
    private func first(in range: Range<Int>, hits: (UInt64) -> UInt64) -> Int? {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        var index = range.lowerBound
        while index < range.upperBound {
            let left = range.upperBound - index
            // The last few are read byte by byte, and stand over a filling that is never looked for.
            let word = left >= 8 ? word(at: index) : word(at: index, count: left)
            let found = hits(word) & 0x8080_8080_8080_8080
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        return nil
    }

    /// The byte at `index` lowest. In bounds by the caller's check.
    @inline(__always)
    private func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    private func word(at index: Int, count: Int) -> UInt64 {
        var word: UInt64 = 0x6161_6161_6161_6161
        for offset in stride(from: count - 1, through: 0, by: -1) {
            word = word << 8 | UInt64(self[index + offset])
        }
        return word
    }
}
