internal import Basics

/// The shape that currencies and what events name share: `[a-z][a-z0-9_]{0,62}`.
func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...63).contains(bytes.count), let first = bytes.first, first.isLowercaseLetter else {
        return false
    }
    return bytes.allSatisfy { $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
}
