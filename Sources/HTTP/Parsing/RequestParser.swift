internal import Basics

/// A strict HTTP/1.1 request parser: bytes in, events out, no I/O and no clock. RFC 9112.
///
/// It keeps no bytes. The caller gives what it has, from the first byte not yet used, and gives again what
/// was left with more behind it; nothing is looked at twice. How the input is cut never changes the events.
package struct RequestParser: Sendable {
    package enum Event: Sendable {
        case head(RequestHead)
        /// A piece of the body: where it lies in the bytes given.
        case body(Range<Int>)
        /// The request is whole; the next byte begins another.
        case end
        /// Nothing more comes: what follows on this connection has no meaning.
        case failure(RequestFailure)
    }

    private enum State: Sendable {
        case start
        case head(HeadParser)
        case decided(BodyFraming)
        case length(left: Int)
        case chunked(ChunkDecoder)
        case failed(RequestFailure)
    }

    private let limits: ParserLimits
    private var state = State.start
    private var hasSkippedEmptyLine = false
    /// How long the body may be; the caller sets it between a head and what follows it.
    package var bodyBytesMax = 65_536

    package init(limits: ParserLimits = ParserLimits()) {
        self.limits = limits
    }

    /// The next event, or nil when it needs more bytes; `offset` moves past what was used.
    package mutating func next(in bytes: Span<UInt8>, from offset: inout Int) -> Event? {
        do throws(RequestFailure) {
            return try step(in: bytes, from: &offset)
        } catch {
            state = .failed(error)
            return .failure(error)
        }
    }

    private mutating func step(
        in bytes: Span<UInt8>, from offset: inout Int
    ) throws(RequestFailure) -> Event? {
        switch state {
        case .start:
            guard try skipEmptyLine(in: bytes, from: &offset), offset < bytes.count else { return nil }
            return try nextHead(HeadParser(limits: limits), in: bytes, from: &offset)
        case .head(let parser):
            state = .start
            return try nextHead(parser, in: bytes, from: &offset)
        case .decided(let framing):
            return try beginBody(framing, in: bytes, from: &offset)
        case .length(let left):
            return nextPiece(of: left, in: bytes, from: &offset)
        case .chunked(let decoder):
            state = .start
            return try nextChunk(decoder, in: bytes, from: &offset)
        case .failed(let failure):
            throw failure
        }
    }

    /// One empty line before a request is forgiven, RFC 9112 section 2.2; false while it is not whole.
    private mutating func skipEmptyLine(
        in bytes: Span<UInt8>, from offset: inout Int
    ) throws(RequestFailure) -> Bool {
        guard !hasSkippedEmptyLine, offset < bytes.count, bytes[offset] == .carriageReturn else {
            return true
        }
        guard offset + 1 < bytes.count else { return false }
        guard bytes[offset + 1] == .lineFeed else { throw .badRequest("A line must end in CR LF.") }
        offset += 2
        hasSkippedEmptyLine = true
        return true
    }

    private mutating func nextHead(
        _ parser: consuming HeadParser, in bytes: Span<UInt8>, from offset: inout Int
    ) throws(RequestFailure) -> Event? {
        guard let (head, length) = try parser.next(in: bytes, at: offset) else {
            state = .head(parser)
            return nil
        }
        offset += length
        state = .decided(head.framing)
        return .head(head)
    }

    private mutating func beginBody(
        _ framing: BodyFraming, in bytes: Span<UInt8>, from offset: inout Int
    ) throws(RequestFailure) -> Event? {
        switch framing {
        case .none:
            return end()
        case .length(let length):
            guard length <= bodyBytesMax else { throw .contentTooLarge }
            return nextPiece(of: length, in: bytes, from: &offset)
        case .chunked:
            return try nextChunk(ChunkDecoder(limits: limits), in: bytes, from: &offset)
        }
    }

    private mutating func nextPiece(
        of left: Int, in bytes: Span<UInt8>, from offset: inout Int
    ) -> Event? {
        if left == 0 { return end() }
        let range = offset..<min(bytes.count, offset + left)
        state = .length(left: left - range.count)
        offset = range.upperBound
        return range.isEmpty ? nil : .body(range)
    }

    private mutating func nextChunk(
        _ decoder: consuming ChunkDecoder, in bytes: Span<UInt8>, from offset: inout Int
    ) throws(RequestFailure) -> Event? {
        switch try decoder.next(in: bytes, from: &offset, bytesMax: bodyBytesMax) {
        case .data(let range):
            state = .chunked(decoder)
            return .body(range)
        case .end:
            return end()
        case nil:
            state = .chunked(decoder)
            return nil
        }
    }

    private mutating func end() -> Event {
        state = .start
        hasSkippedEmptyLine = false
        return .end
    }
}
