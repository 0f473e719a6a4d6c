/// The shape that currencies and milestones share: `[a-z][a-z0-9_]{0,62}`.
func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...63).contains(bytes.count), let first = bytes.first, isLowerLetter(first) else { return false }
    return bytes.allSatisfy {
        isLowerLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
    }
}

private func isLowerLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}
