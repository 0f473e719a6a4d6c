/// Bytes as text, two digits each.
package enum Hexadecimal {
    /// In lower case.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [.hexDigit($0 >> 4), UInt8.hexDigit($0 & 15)] }, as: UTF8.self)
    }

    /// What a text of digits in either case says; nil where it has anything else, or an odd number of them.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.compactMap(\.hexValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
