internal import Values

/// Commands of contended users, each user's in order; users are served in rotation.
@usableFromInline struct QuarantineQueue<Command, Reply: Sendable, Refusal: ServiceError> {
    @usableFromInline struct Item {
        let command: Command
        let group: Submission<Command, Reply, Refusal>
        /// Its position in the group.
        let position: Int
    }

    private var waiting: [UserID: [Item]] = [:]
    private var order: [UserID] = []
    @usableFromInline private(set) var count = 0

    @usableFromInline init() {}

    mutating func append(_ item: Item, of uid: UserID) {
        if waiting[uid] == nil { order.append(uid) }
        waiting[uid, default: []].append(item)
        count += 1
    }

    /// The first commands of the next user, without those that were answered meanwhile.
    mutating func takeNext(commandsMax: Int) -> (uid: UserID, items: [Item])? {
        while !order.isEmpty {
            let uid = order.removeFirst()
            let items = waiting.removeValue(forKey: uid) ?? []
            count -= items.count
            let unanswered = items.filter { !$0.group.isAnswered }
            guard !unanswered.isEmpty else { continue }
            putBack(unanswered.dropFirst(commandsMax), of: uid)
            return (uid, Array(unanswered.prefix(commandsMax)))
        }
        return nil
    }

    /// Before what came meanwhile; the user goes behind all others.
    mutating func putBack(_ items: some Collection<Item>, of uid: UserID) {
        guard !items.isEmpty else { return }
        if waiting[uid] == nil { order.append(uid) }
        waiting[uid, default: []].insert(contentsOf: items, at: 0)
        count += items.count
    }

    mutating func failAll() {
        for item in waiting.values.joined() { item.group.fail() }
        self = QuarantineQueue()
    }
}
