internal import CSodium

/// base64 (RFC 4648), in constant time.
package enum Base64 {
    /// With the characters of the RFC's section 4 and padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: encodedBytes(bytes, sodium_base64_VARIANT_ORIGINAL), as: UTF8.self)
    }

    /// Nil for any other character, wrong padding, and bits set beyond the last byte: each value has one
    /// text.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        decode(text, sodium_base64_VARIANT_ORIGINAL)
    }

    static func encodedBytes(_ bytes: [UInt8], _ variant: Int32) -> [UInt8] {
        let lengthWithNul = sodium_base64_encoded_len(bytes.count, variant)
        return [UInt8](unsafeUninitializedCapacity: lengthWithNul) { buffer, initialized in
            buffer.withMemoryRebound(to: CChar.self) { text in
                _ = sodium_bin2base64(text.baseAddress!, lengthWithNul, bytes, bytes.count, variant)
            }
            initialized = lengthWithNul - 1
        }
    }

    static func decode(_ text: ArraySlice<UInt8>, _ variant: Int32) -> [UInt8]? {
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
