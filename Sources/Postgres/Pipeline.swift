/// A connection's sent statements and due results: pure, commands and replies in, actions out.
///
/// An exchange is its statements and one sync, and so one implicit transaction unless it begins one. A
/// statement is prepared right before its first use on the connection. After an error the server skips all up
/// to the sync.
struct Pipeline {
    /// The next sends, in order; the number is the statement's index in its exchange.
    enum Command: Hashable {
        case prepare(Int)
        case execute(Int)
        case sync
    }

    /// A result of libpq.
    enum Reply: Hashable {
        case success
        case failure
        /// Skipped, as something before it failed.
        case aborted
        /// The end of one command's replies (a null result).
        case end
        case sync
        /// A kind of result that no statement of ours asks for, such as COPY.
        case other
    }

    /// The action for it.
    enum Action: Hashable {
        /// Nothing; more replies are due.
        case proceed
        /// It is the statement's result.
        case keep(Int)
        /// It is the error that ended the exchange.
        case fail(Int)
        case finish
        /// Nothing of the kind was due: the connection is of no more use.
        case giveUp
    }

    struct Entry: Hashable {
        let name: String
        let sql: String
    }

    /// The text of each statement prepared on this connection, by name.
    private(set) var prepared: [String: String] = [:]
    private(set) var hasFailed = false
    private var entries: [Entry] = []
    private var due: [Command] = []
    private var position = 0
    private var isAnswered = false

    var isIdle: Bool { position == due.count }

    /// Starts an exchange and says what to send for it. Nothing may be due.
    mutating func begin(_ entries: [Entry]) -> [Command] {
        precondition(isIdle, "an exchange is in progress")
        self.entries = entries
        position = 0
        isAnswered = false
        hasFailed = false
        due.removeAll(keepingCapacity: true)
        for index in entries.indices {
            if isNew(index) { due.append(.prepare(index)) }
            due.append(.execute(index))
        }
        due.append(.sync)
        return due
    }

    /// Takes the next reply.
    mutating func receive(_ reply: Reply) -> Action {
        guard position < due.count else { return .giveUp }
        switch (due[position], reply) {
        case (.sync, .sync):
            position += 1
            return .finish
        case (.prepare, .end) where isAnswered, (.execute, .end) where isAnswered:
            position += 1
            isAnswered = false
            return .proceed
        case (.prepare(let index), _) where !isAnswered:
            return answer(reply, to: index, isResult: false)
        case (.execute(let index), _) where !isAnswered:
            return answer(reply, to: index, isResult: true)
        default:
            return .giveUp
        }
    }

    private mutating func answer(_ reply: Reply, to index: Int, isResult: Bool) -> Action {
        isAnswered = true
        switch reply {
        case .success where !hasFailed:
            if isResult { return .keep(index) }
            prepared[entries[index].name] = entries[index].sql
            return .proceed
        case .failure where !hasFailed:
            hasFailed = true
            return .fail(index)
        case .aborted where hasFailed:
            return .proceed
        default:
            return .giveUp
        }
    }

    /// Whether the statement must be prepared. One of another text under a known name must be too: the server
    /// refuses that (42P05), where leaving it out would run the wrong statement.
    private func isNew(_ index: Int) -> Bool {
        let entry = entries[index]
        if let sql = prepared[entry.name] { return sql != entry.sql }
        return !entries[..<index].contains(entry)
    }
}
