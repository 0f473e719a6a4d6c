internal import Basics

/// Finds the ends of lines across calls, looking at each byte once. A line ends in CR LF and holds neither.
struct LineScanner {
    enum Found: Equatable {
        /// Up to, but not including, the CR LF.
        case line(Range<Int>)
        case needsMore
        case tooLong
        /// A CR or LF that is not part of a CR LF: parsers that forgive it disagree where lines end.
        case bareLineEnd
    }

    /// Bytes of the unfinished line that have been looked at.
    private var scanned = 0

    /// - Parameter bytesMax: the length of a line with its CR LF; whether it is passed depends on the bytes,
    ///   never on how they were cut.
    mutating func next(in bytes: Span<UInt8>, from start: Int, bytesMax: Int) -> Found {
        let end = min(bytes.count, start + bytesMax)
        var index = start + scanned
        while let control = bytes.firstControl(in: min(index, end)..<end) {
            index = control
            if bytes[index] == .carriageReturn {
                // Its LF may not have come yet.
                guard index + 1 < end else { break }
                guard bytes[index + 1] == .lineFeed else { return .bareLineEnd }
                scanned = 0
                return .line(start..<index)
            }
            if bytes[index] == .lineFeed { return .bareLineEnd }
            index += 1
        }
        if index < end, bytes[index] != .carriageReturn { index = end }
        scanned = max(0, index - start)
        return bytes.count - start >= bytesMax ? .tooLong : .needsMore
    }
}
