internal import CSodium

/// base64url without padding (RFC 4648 section 5, as RFC 7515 section 2 uses it), in constant time.
enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    /// Not by libsodium, which takes each character by itself: every token is written so, and this takes
    /// sixteen at once. In constant time it is all the same, for it neither branches nor looks anything up.
    static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
        let count = (bytes.count * 4 + 2) / 3
        return [UInt8](unsafeUninitializedCapacity: count + 3) { text, initialized in
            var place = 0
            for index in stride(from: 0, to: bytes.count, by: 3) {
                let first = bytes[index]
                let second = index + 1 < bytes.count ? bytes[index + 1] : 0
                let third = index + 2 < bytes.count ? bytes[index + 2] : 0
                text[place] = first >> 2
                text[place + 1] = first << 4 & 0x3F | second >> 4
                text[place + 2] = second << 2 & 0x3F | third >> 6
                text[place + 3] = third & 0x3F
                place += 4
            }
            for index in 0..<count { text[index] = character(text[index]) }
            initialized = count
        }
    }

    /// `A-Z`, `a-z`, `0-9`, `-` and `_`, for 0 to 63: each comparison is the bit that a difference borrows.
    private static func character(_ value: UInt8) -> UInt8 {
        let isLower = (25 &- value) >> 7
        let isDigit = (51 &- value) >> 7
        let isDash = (61 &- value) >> 7
        let isLast = (62 &- value) >> 7
        return 65 &+ value &+ 6 &* isLower &- 75 &* isDigit &- 13 &* isDash &+ 49 &* isLast
    }

    /// Nil for any other character, a length that can't be, and bits set beyond the last byte: each value has
    /// one text.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        if text.isEmpty { return [] }
        let capacity = text.count / 4 * 3 + 2
        var isValid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            text.withUnsafeBytes { raw in
                let characters = raw.assumingMemoryBound(to: CChar.self)
                let status = sodium_base642bin(
                    buffer.baseAddress!, capacity, characters.baseAddress!, characters.count, nil,
                    &initialized, nil, variant)
                isValid = status == 0
            }
            if !isValid { initialized = 0 }
        }
        return isValid ? bytes : nil
    }
}
