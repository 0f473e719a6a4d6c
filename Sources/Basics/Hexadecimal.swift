/// Bytes as text, two digits each.
package enum Hexadecimal {
    /// In lower case.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [.hexDigit($0 >> 4), UInt8.hexDigit($0 & 15)] }, as: UTF8.self)
    }

    /// The bytes of a text of digits in either case; nil for other characters, or an odd number of digits.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.compactMap(\.hexValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
