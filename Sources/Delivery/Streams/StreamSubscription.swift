internal import EventLoops
package import Referrals

/// One stream: what waits to be sent on it. It belongs to its loop.
package final class StreamSubscription {
    /// An item of the stream.
    package enum Item: Sendable {
        /// All that the user has; later changes follow.
        case state
        case change(StoredChange)
        /// So that no proxy takes the stream for dead.
        case comment
        /// The token is about to expire.
        case renewal

        fileprivate var isState: Bool {
            if case .state = self { true } else { false }
        }

        /// Whether the state has it.
        fileprivate var isInState: Bool {
            switch self {
            case .state, .change: true
            case .comment, .renewal: false
            }
        }
    }

    /// Why it ends.
    package enum End: Sendable {
        /// The session is no longer valid.
        case signedOut
        case merged
        case erased
        /// The session has opened too many others since.
        case replaced
        /// The server is about to end, or the token has expired: the client comes back.
        case closing
    }

    private static let waitingMax = 64

    package let holder: StreamHolder
    /// Only later changes are sent; nil while it is opened, when all are kept.
    var sentUpTo: ChangeCursor?
    /// Whether nothing is missing after what was sent.
    var canResume = false
    var isRenewalSent = false
    var sentAt = MonotonicInstant.now
    /// Of a client that waits for a while; nil for a stream.
    var endsAt: MonotonicInstant?
    private var items: [Item] = []
    private var end: End?
    private let waiting = Waiting()
    /// Identifies it among those of all loops.
    let number: Int

    init(_ holder: StreamHolder, number: Int) {
        self.holder = holder
        self.number = number
    }

    /// The next item, in order; or why there is none.
    package func next() async -> Result<Item, StreamEnd> {
        if items.isEmpty, end == nil { await waiting.wait { items.isEmpty && end == nil } }
        sentAt = .now
        guard items.isEmpty else { return .success(items.removeFirst()) }
        return .failure(StreamEnd(why: end ?? .closing))
    }

    /// Until there is a change, or the end.
    func waitForChange() async {
        while case .success(let item) = await next() {
            if item.isInState { return }
        }
    }

    /// Where more waits than a slow reader takes, the state follows instead of it.
    func add(_ item: Item) {
        guard end == nil else { return }
        if items.count < Self.waitingMax {
            items.append(item)
        } else {
            items.removeAll(where: \.isInState)
            items.append(.state)
        }
        waiting.wake()
    }

    /// Sends the state before all that came since it was subscribed.
    func begin() {
        items.insert(.state, at: 0)
        waiting.wake()
    }

    /// Sends the state after what waits, unless it waits already.
    func addState() {
        guard end == nil, !items.contains(where: \.isState) else { return }
        items.append(.state)
        waiting.wake()
    }

    /// Sends earlier changes before those that came since it was subscribed.
    func resume(with rows: [StoredChange], upTo cursor: ChangeCursor) {
        drop(upTo: cursor)
        canResume = true
        items = rows.map(Item.change) + items
        waiting.wake()
    }

    func end(_ why: End) {
        if end == nil { end = why }
        waiting.wake()
    }

    /// Removes changes that what is sent has already.
    func drop(upTo cursor: ChangeCursor) {
        sentUpTo = cursor
        items.removeAll { item in
            if case .change(let row) = item { row.cursor.position <= cursor.position } else { false }
        }
    }
}

/// The end of a stream.
package struct StreamEnd: Error {
    package let why: StreamSubscription.End
}
