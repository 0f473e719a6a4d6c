/// Text that no spreadsheet takes for a formula, with any of the usual separators, quotes and encodings.
///
/// A spreadsheet may begin a cell at the start of the text, and behind each separator and line end in it. It
/// may strip blanks and quotes from the cell, and runs what then begins with a sign of a formula. So each
/// sign where a cell may begin gets a mark. It is an apostrophe in front of the text, which is then quoted.
/// Within the text it is a typographic one right before the sign, since a plain one may be a quote there.
/// Source: OWASP, "CSV Injection"; the figure `spreadsheets` tries it.
package enum SpreadsheetText {
    private static let firstMark: Unicode.Scalar = "'"
    private static let innerMark: Unicode.Scalar = "\u{2019}"

    package static func marked(_ text: String) -> String {
        rewritten(text) { scalars, isInner in
            if isInner {
                scalars.append(innerMark)
            } else {
                scalars.insert(firstMark, at: scalars.startIndex)
            }
        }
    }

    /// The text whose marked form this is.
    package static func unmarked(_ text: String) -> String {
        rewritten(text) { scalars, isInner in
            if isInner {
                if scalars.last == innerMark { scalars.removeLast() }
            } else if scalars.first == firstMark {
                scalars.removeFirst()
            }
        }
    }

    /// - Parameter atSign: changes the text up to a sign of a formula.
    private static func rewritten(
        _ text: String, _ atSign: (inout String.UnicodeScalarView, _ isInner: Bool) -> Void
    ) -> String {
        guard text.utf8.contains(where: mayBeSign) else { return text }
        var scalars = String.UnicodeScalarView()
        var (isAtStart, isInner) = (true, false)
        for scalar in text.unicodeScalars {
            if isAtStart {
                if signs.contains(scalar) || !isInner && spaces.contains(scalar) {
                    atSign(&scalars, isInner)
                    isAtStart = false
                } else {
                    isAtStart = isStripped(scalar)
                }
            }
            if separators.contains(scalar) { (isAtStart, isInner) = (true, true) }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    private static func mayBeSign(_ byte: UInt8) -> Bool {
        // 0xEF begins the full-width signs.
        byte == 0xEF || (9...13).contains(byte) || "=+-@".utf8.contains(byte)
    }

    /// With their full-width forms.
    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    /// In front of a text they count as signs, too.
    private static let spaces: Set<Unicode.Scalar> = ["\t", "\r", "\n"]
    private static let separators: Set<Unicode.Scalar> = [
        ",", ";", "|", "\t", "\r", "\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]

    /// Blanks, quotes, and characters that show nothing.
    private static func isStripped(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\"" || scalar == "'" || scalar == "`" || scalar.properties.isWhitespace { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .initialPunctuation, .finalPunctuation: return true
        default: return false
        }
    }
}
