/// A file of sums in order, a line each, that is searched by halves.
struct SumFile: ~Copyable {
    /// Several times the longest line.
    private static let lineBytesMax = 256
    /// The rest is read at once.
    private static let restBytes = 4_096
    /// The number of samples that are checked for their order.
    private static let samples = 64

    private let path: String
    private let digits: Int
    private let file: RandomFile

    init(path: String, digits: Int) throws(BreachedList.Trouble) {
        self.path = path
        self.digits = digits
        file = try RandomFile(path)
    }

    /// - Parameter sum: its digits, in capitals.
    func contains(_ sum: [UInt8]) throws(BreachedList.Trouble) -> Bool {
        // Both where a line begins: the line that is looked for can begin from the one up to the other.
        var (first, last) = (0, file.size)
        while last - first > Self.restBytes {
            let next = try line(behind: (first + last) / 2)
            if next.line.digits == sum { return next.line.isCounted }
            if next.line.digits.lexicographicallyPrecedes(sum) {
                first = next.start
            } else {
                last = next.start
            }
        }
        let rest = try file.bytes(at: first, count: last - first + Self.lineBytesMax)
        return SumLine.contain(sum[...], rest[...])
    }

    /// Refuses what is no such file, or in another order.
    func check() throws(BreachedList.Trouble) {
        let start = try file.bytes(at: 0, count: Self.lineBytesMax)
        guard var before = SumLine(start[...], digits: digits)?.digits else {
            throw trouble("a line has the \(digits) hexadecimal digits of a SHA-1, a colon and a count")
        }
        guard file.size > Self.samples * Self.lineBytesMax else { return }
        for sample in 1..<Self.samples {
            let next = try line(behind: file.size / Self.samples * sample).line.digits
            guard before.lexicographicallyPrecedes(next) else {
                throw trouble("the list is not ordered by hash: download the ordered list")
            }
            before = next
        }
    }

    /// The first line that begins behind a byte which isn't among the last few.
    private func line(
        behind offset: Int
    ) throws(BreachedList.Trouble) -> (start: Int, line: SumLine) {
        let bytes = try file.bytes(at: offset, count: 2 * Self.lineBytesMax)
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let line = SumLine(bytes[(end + 1)...], digits: digits)
        else { throw trouble("no sum follows byte \(offset)") }
        return (offset + end + 1, line)
    }

    private func trouble(_ words: String) -> BreachedList.Trouble {
        BreachedList.Trouble(description: "\(path): \(words)")
    }
}
