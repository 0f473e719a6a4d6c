package import Batching
package import EventLoops
internal import Forms
internal import Glibc
internal import HTTP
internal import JSON

/// Where log lines go: gathered by all loops, written by a thread of its own, so that a slow reader of
/// standard output stops no loop. Lines that find no room are dropped and counted.
package final class LogSink: Sendable {
    private static let flushBytes = 32_768
    private static let pendingBytesMax = 4_194_304
    /// A second in all.
    private static let finishTriesMax = 100

    private struct Pending {
        var bytes: [UInt8] = []
        var isWriting = false
        var dropped = 0
    }

    private let descriptor: Int32
    private let minimum: LogLine.Level?
    private let pending = Locked(Pending())
    private let writer: BlockingPool

    /// - Parameters:
    ///   - descriptor: written to, never closed.
    ///   - minimum: lines below it are left out; nil leaves out all.
    package init(descriptor: Int32, minimum: LogLine.Level?) throws(EventLoopError) {
        self.descriptor = descriptor
        self.minimum = minimum
        writer = try BlockingPool(workers: 1, queueMax: 4)
    }

    var linesDropped: Int {
        pending.withLock { $0.dropped }
    }

    package func write(_ line: LogLine) {
        guard takes(line.level) else { return }
        var json = JSONWriter(reserving: 256)
        json.object { json in
            json.member("time", WallClock.now)
            json.member("level", line.level.rawValue)
            json.member("message", line.message)
            for (name, value) in line.fields.sorted(by: { $0.key < $1.key }) {
                json.member(dynamic: name, value)
            }
        }
        json.endLine()
        append(json.bytes, lines: 1)
        flush()
    }

    func takes(_ level: LogLine.Level) -> Bool {
        minimum.map { level >= $0 } ?? false
    }

    /// Hands what has gathered to the writing thread, unless it is still busy with the last.
    package func flush() {
        let chunk = pending.withLock { pending -> [UInt8]? in
            guard !pending.isWriting, !pending.bytes.isEmpty else { return nil }
            pending.isWriting = true
            defer { pending.bytes = [] }
            return pending.bytes
        }
        guard let chunk else { return }
        writer.submit { [self] in
            writeAll(chunk)
            pending.withLock { $0.isWriting = false }
            flush()
        } orElse: { [self] in
            pending.withLock { $0.isWriting = false }
        }
    }

    /// Waits until all is written, for the end of the process; not for ever, since the reader may have
    /// stopped.
    package func finish() async {
        for _ in 0..<Self.finishTriesMax {
            flush()
            if pending.withLock({ $0.bytes.isEmpty && !$0.isWriting }) { return }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// - Parameter lines: whole ones, as many as there are in `bytes`.
    func append(_ bytes: [UInt8], lines: Int) {
        let count = pending.withLock { pending -> Int in
            guard pending.bytes.count + bytes.count < Self.pendingBytesMax else {
                pending.dropped += lines
                return 0
            }
            pending.bytes += bytes
            return pending.bytes.count
        }
        if count >= Self.flushBytes { flush() }
    }

    private func writeAll(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            if written <= 0 { return }
            rest = rest.dropFirst(written)
        }
    }
}
