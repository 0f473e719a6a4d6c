internal import EventLoops
internal import FoundationEssentials

/// The streams of each session in this process: past five the oldest ends.
package final class StreamSessions: Sendable {
    private static let streamsMax = 5

    private struct Entry: Sendable {
        let number: Int
        let loop: EventLoop
    }

    private struct State: Sendable {
        var last = 0
        var streams: [UUID: [Entry]] = [:]
    }

    private let state = Locked(State())
    private let handlers = LoopLocal<(Int) -> Void>()

    package init() {}

    /// - Parameter end: ends the stream of that number, on its loop.
    func onReplaced(on loop: isolated EventLoop, _ end: @escaping (Int) -> Void) {
        handlers.set(end, on: loop)
    }

    /// - Returns: the new stream's number.
    func add(_ session: UUID, on loop: EventLoop) -> Int {
        let (number, replaced) = state.withLock { state -> (Int, Entry?) in
            state.last += 1
            var streams = state.streams[session, default: []]
            let replaced = streams.count >= Self.streamsMax ? streams.removeFirst() : nil
            streams.append(Entry(number: state.last, loop: loop))
            state.streams[session] = streams
            return (state.last, replaced)
        }
        if let replaced {
            Task.immediate(priority: EventLoop.taskPriority) {
                await self.end(replaced.number, on: replaced.loop)
            }
        }
        return number
    }

    func remove(_ number: Int, of session: UUID) {
        state.withLock { state in
            state.streams[session]?.removeAll { $0.number == number }
            if state.streams[session]?.isEmpty == true { state.streams[session] = nil }
        }
    }

    private func end(_ number: Int, on loop: isolated EventLoop) {
        handlers.value(on: loop)?(number)
    }
}
