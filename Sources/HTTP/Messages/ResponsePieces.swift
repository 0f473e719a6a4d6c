/// A reply that is made while it is sent: a head, and then pieces, each of which waits until the peer has
/// taken those before it. Lent to one handler, on its loop.
package final class ResponsePieces {
    /// The connection's actions for it; each returns whether the connection still exists.
    struct Line {
        let begin: (Response, _ isBulk: Bool) -> Bool
        let send: ([UInt8]) -> Bool
        /// Whether the peer has yet to take something.
        let isFull: () -> Bool
        let isOpen: () -> Bool
        /// Resumed when the peer has taken all, or is gone.
        let wait: (CheckedContinuation<Void, Never>) -> Void
        /// Runs it in a task of its own, on the same loop.
        let apart: (@escaping () async -> Void) async -> Void
    }

    private let line: Line
    /// Whether the reply is under way: another can't come instead of it.
    package private(set) var hasBegun = false
    /// Whether it is cut off here, so that clients don't take it for complete.
    package private(set) var isBroken = false

    init(_ line: Line) {
        self.line = line
    }

    /// - Parameters:
    ///   - head: its body, should it have one, is the first piece.
    ///   - isBulk: whether it is large, and one of few: the kernel holds more of it.
    /// - Returns: false if the client is gone.
    package func begin(_ head: Response, isBulk: Bool = false) -> Bool {
        guard !hasBegun else { return false }
        hasBegun = line.begin(head, isBulk)
        return hasBegun
    }

    /// - Returns: false if the client is gone.
    package func send(_ piece: [UInt8]) async -> Bool {
        guard hasBegun, !piece.isEmpty else { return line.isOpen() }
        guard line.send(piece) else { return false }
        if line.isFull() {
            // The peer may have taken it meanwhile.
            await withCheckedContinuation { line.isFull() ? line.wait($0) : $0.resume() }
        }
        return line.isOpen()
    }

    /// Runs what calls deep, such as reads of the database, in a task of its own. A task keeps the memory of
    /// its deepest call until it ends: 14 KiB of each stream, which waits for hours.
    package func apart<Value>(_ body: @escaping () async -> Value) async -> Value {
        var value: Value?
        await line.apart { value = await body() }
        return value!
    }

    package func breakOff() {
        isBroken = true
    }
}
