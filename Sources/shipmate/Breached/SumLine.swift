internal import Basics

/// A line of such a list, `SUM:COUNT`; a count of 0 is one that only hides how long an answer was.
struct SumLine {
    let digits: [UInt8]
    let isCounted: Bool

    /// Reads what `bytes` begins with; nil unless it is as many digits, and then the line's end or a colon.
    init?(_ bytes: ArraySlice<UInt8>, digits count: Int) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let digits = line.prefix(count).map(Self.upper)
        let rest = line.dropFirst(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit),
            rest.isEmpty || rest.first == UInt8(ascii: ":")
        else { return nil }
        self.digits = digits
        isCounted = !rest.dropFirst().elementsEqual([UInt8(ascii: "0")])
    }

    /// Whether one of these lines has a sum.
    static func contain(_ digits: ArraySlice<UInt8>, _ lines: ArraySlice<UInt8>) -> Bool {
        lines.split(separator: UInt8(ascii: "\n")).contains { line in
            // Nearly all differ in the first few.
            guard line.count >= digits.count, zip(line, digits).allSatisfy({ upper($0) == $1 }) else {
                return false
            }
            return SumLine(line, digits: digits.count)?.isCounted == true
        }
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) ? byte - 0x20 : byte
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
    }
}
