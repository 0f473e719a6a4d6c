internal import CSodium

/// base64url without padding (RFC 4648 section 5, as RFC 7515 section 2 uses it), in constant time.
package enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
        Base64.encodedBytes(bytes, variant)
    }

    /// Nil for any other character, a length that can't be, and bits set beyond the last byte: each value has
    /// one text.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        Base64.decode(text, variant)
    }
}
