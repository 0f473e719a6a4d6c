extension Span<UInt8> {
    /// Whether `range` is exactly `text`.
    @inlinable public func spells(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let start = text.utf8Start
        for index in 0..<range.count where self[range.lowerBound + index] != start[index] { return false }
        return true
    }

    /// Where in `range` the first control character is: below 0x20, or 0x7F; nil when there is none.
    ///
    /// Eight bytes at a time, since all of a header and all of a body go through here. The test is exact for
    /// the first hit of a word, which is all that is asked (Hacker's Delight, 2nd edition, section 6-1).
    @inlinable public func firstControl(in range: Range<Int>) -> Int? {
        first(in: range) { word in
            let deleted = word ^ 0x7F7F_7F7F_7F7F_7F7F
            return (word &- 0x2020_2020_2020_2020) & ~word | (deleted &- 0x0101_0101_0101_0101) & ~deleted
        }
    }

    /// Where in `range` a JSON string's plain run ends: at a quote, a backslash or a control character.
    @inlinable public func firstOfJSONString(in range: Range<Int>) -> Int? {
        first(in: range) { word in
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            return (word &- 0x2020_2020_2020_2020) & ~word
                | (quotes &- 0x0101_0101_0101_0101) & ~quotes
                | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
        }
    }

    /// - Parameter hits: sets the top bit of each byte that is looked for, exactly so for the lowest.
    @inlinable @inline(__always)
    public func first(in range: Range<Int>, hits: (UInt64) -> UInt64) -> Int? {
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
    @inlinable @inline(__always)
    public func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    @inlinable public func word(at index: Int, count: Int) -> UInt64 {
        var word: UInt64 = 0x6161_6161_6161_6161
        for offset in stride(from: count - 1, through: 0, by: -1) {
            word = word << 8 | UInt64(self[index + offset])
        }
        return word
    }
}

extension String {
    /// Whether one of its UTF-8 bytes is `byte`. It is read in its storage: an iterator takes five times as
    /// long.
    @inlinable public func hasByte(_ byte: UInt8) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
    }
}
