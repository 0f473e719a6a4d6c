internal import Basics

/// The framing of a chunked body: sizes, extensions and trailers are checked and dropped. RFC 9112 section
/// 7.1.
struct ChunkDecoder {
    enum Step: Equatable {
        /// A piece of the body.
        case data(Range<Int>)
        case end
    }

    private enum State: Equatable {
        case size
        case data(left: Int)
        case dataEnd
        case trailers(bytes: Int, fields: Int)
    }

    private let limits: ParserLimits
    private var state = State.size
    private var scanner = LineScanner()
    private var extensionBytes = 0
    /// Bytes of body that the client announced so far.
    private(set) var announced = 0

    init(limits: ParserLimits) {
        self.limits = limits
    }

    /// The next step, or nil when it needs bytes past the end of those given; `offset` moves past what was
    /// used.
    mutating func next(
        in bytes: Span<UInt8>, from offset: inout Int, bytesMax: Int
    ) throws(RequestFailure) -> Step? {
        while true {
            switch state {
            case .size:
                guard try nextSize(in: bytes, from: &offset, bytesMax: bytesMax) else { return nil }
            case .data(let left):
                guard offset < bytes.count else { return nil }
                let range = offset..<min(bytes.count, offset + left)
                offset = range.upperBound
                state = range.count == left ? .dataEnd : .data(left: left - range.count)
                return .data(range)
            case .dataEnd:
                guard try passDataEnd(in: bytes, from: &offset) else { return nil }
            case .trailers(let size, let fields):
                switch try nextTrailer(in: bytes, from: &offset, size, fields) {
                case .needsMore: return nil
                case .field: continue
                case .end: return .end
                }
            }
        }
    }

    private mutating func nextSize(
        in bytes: Span<UInt8>, from offset: inout Int, bytesMax: Int
    ) throws(RequestFailure) -> Bool {
        switch scanner.next(in: bytes, from: offset, bytesMax: limits.chunkLineBytesMax) {
        case .needsMore: return false
        case .tooLong: throw .badFraming("A chunk's size line is too long.")
        case .bareLineEnd: throw .badFraming("A chunk's size line must end in CR LF.")
        case .line(let line):
            let size = try parseSize(bytes, in: line)
            let (total, overflow) = announced.addingReportingOverflow(size)
            guard !overflow, total <= bytesMax else { throw .contentTooLarge }
            announced = total
            state = size == 0 ? .trailers(bytes: 0, fields: 0) : .data(left: size)
            offset = line.upperBound + 2
            return true
        }
    }

    /// Hexadecimal digits, then nothing or an extension of visible characters.
    private mutating func parseSize(
        _ bytes: Span<UInt8>, in line: Range<Int>
    ) throws(RequestFailure) -> Int {
        var size = 0
        var index = line.lowerBound
        while index < line.upperBound, let digit = bytes[index].hexValue {
            // Fifteen digits can't overflow, and no honest client sends more.
            guard index - line.lowerBound < 15 else { throw .badFraming("A chunk's size is too long.") }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > line.lowerBound else {
            throw .badFraming("A chunk's size is not a hexadecimal number.")
        }
        guard index < line.upperBound else { return size }
        guard bytes[index] == UInt8(ascii: ";") else {
            throw .badFraming("A chunk's size is not a hexadecimal number.")
        }
        for position in index..<line.upperBound where !bytes[position].isFieldValue {
            throw .badFraming("A chunk's extension has a control character.")
        }
        extensionBytes += line.upperBound - index
        guard extensionBytes <= limits.chunkExtensionBytesMax else {
            throw .badFraming("The chunk extensions are too long.")
        }
        return size
    }

    private mutating func passDataEnd(
        in bytes: Span<UInt8>, from offset: inout Int
    ) throws(RequestFailure) -> Bool {
        guard offset < bytes.count else { return false }
        guard bytes[offset] == .carriageReturn else {
            throw .badFraming("A chunk is longer than its size.")
        }
        guard offset + 1 < bytes.count else { return false }
        guard bytes[offset + 1] == .lineFeed else { throw .badFraming("A chunk must end in CR LF.") }
        offset += 2
        state = .size
        return true
    }

    private enum Trailer {
        case needsMore
        case field
        case end
    }

    private mutating func nextTrailer(
        in bytes: Span<UInt8>, from offset: inout Int, _ size: Int, _ fields: Int
    ) throws(RequestFailure) -> Trailer {
        switch scanner.next(in: bytes, from: offset, bytesMax: limits.headerBytesMax - size) {
        case .needsMore: return .needsMore
        case .tooLong: throw .headersTooLarge
        case .bareLineEnd: throw .badFraming("A trailer must end in CR LF.")
        case .line(let line):
            offset = line.upperBound + 2
            if line.isEmpty { return .end }
            guard fields < limits.headerFieldsMax else { throw .headersTooLarge }
            _ = try parseField(bytes, in: line)
            state = .trailers(bytes: size + line.count + 2, fields: fields + 1)
            return .field
        }
    }
}
