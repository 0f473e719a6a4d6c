extension CSVReader {
    /// Without the spaces and line ends around it, no-break spaces among them.
    package static func trimmed(_ text: String) -> String {
        let spaces: Set<Character> = [" ", "\t", "\r", "\n", "\r\n", "\u{A0}"]
        let front = text.drop { spaces.contains($0) }
        return String(String(front.reversed()).drop { spaces.contains($0) }.reversed())
    }
}
