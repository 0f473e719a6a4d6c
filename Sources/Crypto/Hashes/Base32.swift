/// base32 without padding (RFC 4648 section 6), as authenticator apps read secrets.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var (text, bits, bitCount): ([UInt8], UInt32, Int) = ([], 0, 0)
        for byte in bytes {
            (bits, bitCount) = (bits << 8 | UInt32(byte), bitCount + 8)
            while bitCount >= 5 {
                bitCount -= 5
                text.append(alphabet[Int(bits >> bitCount & 31)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << (5 - bitCount) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
