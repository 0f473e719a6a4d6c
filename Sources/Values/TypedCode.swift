internal import Basics

/// The form in which codes are compared, so that keyboards, pasting and reading aloud do no harm.
package enum TypedCode {
    /// Enough for a code in groups; longer text is none.
    package static let charactersMax = 100
    private static let bytesMax = 4 * charactersMax

    /// The letters and digits of `text` in upper case, with `O` as 0, and `I` and `L` as 1. Blanks, line
    /// ends, hyphens, underscores and invisible characters are removed. Full-width and similar letters count
    /// as the letters that they stand for (NFKC).
    ///
    /// - Returns: ASCII, possibly none; nil if `text` has another character, or more than `charactersMax`.
    package static func comparisonForm(_ text: String) -> String? {
        guard text.utf8.count <= bytesMax, text.unicodeScalars.count <= charactersMax else { return nil }
        var form: [UInt8] = []
        for scalar in text.unicodeScalars where !isLeftOut(scalar) {
            guard let letters = letters(of: scalar) else { return nil }
            form += letters.map { symbol(for: $0) }
        }
        return String(decoding: form, as: UTF8.self)
    }

    /// Of an ASCII letter or digit, in either case.
    static func symbol(for byte: UInt8) -> UInt8 {
        let upper = byte.isLowercaseLetter ? byte - 32 : byte
        switch upper {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
        case UInt8(ascii: "O"): return UInt8(ascii: "0")
        default: return upper
        }
    }

    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isWhitespace || properties.isDash || properties.isDefaultIgnorableCodePoint {
            return true
        }
        switch properties.generalCategory {
        case .control, .format, .connectorPunctuation: return true
        default: return false
        }
    }

    /// Upper case by Unicode's rules too: a Turkish `ı` is an `I`.
    private static func letters(of scalar: Unicode.Scalar) -> [UInt8]? {
        if scalar.isASCII { return UInt8(scalar.value).isAlphanumeric ? [UInt8(scalar.value)] : nil }
        if let letters = CompatibilityLetters.letters(of: scalar) { return letters }
        let upper = Array(scalar.properties.uppercaseMapping.utf8)
        return upper.allSatisfy(\.isUppercaseLetter) ? upper : nil
    }
}
