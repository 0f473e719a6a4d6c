internal import Values

/// Commands of blocked users, each user's in order; users take turns.
@usableFromInline struct QuarantineQueue<Command, Reply: Sendable, Refusal: ServiceError> {
    @usableFromInline struct Item {
        let command: Command
        let group: Submission<Command, Reply, Refusal>
        /// Its place in the group.
        let place: Int
    }

    private var waiting: [UserID: [Item]] = [:]
    private var turns: [UserID] = []
    @usableFromInline private(set) var count = 0

    @usableFromInline init() {}

    mutating func append(_ item: Item, of uid: UserID) {
        if waiting[uid] == nil { turns.append(uid) }
        waiting[uid, default: []].append(item)
        count += 1
    }

    /// The first commands of whose turn it is, without those that were answered meanwhile.
    mutating func takeNext(commandsMax: Int) -> (uid: UserID, items: [Item])? {
        while !turns.isEmpty {
            let uid = turns.removeFirst()
            let items = waiting.removeValue(forKey: uid) ?? []
            count -= items.count
            let unanswered = items.filter { !$0.group.isAnswered }
            guard !unanswered.isEmpty else { continue }
            putBack(unanswered.dropFirst(commandsMax), of: uid)
            return (uid, Array(unanswered.prefix(commandsMax)))
        }
        return nil
    }

    /// Before what came meanwhile; the user's next turn comes after all others'.
    mutating func putBack(_ items: some Collection<Item>, of uid: UserID) {
        guard !items.isEmpty else { return }
        if waiting[uid] == nil { turns.append(uid) }
        waiting[uid, default: []].insert(contentsOf: items, at: 0)
        count += items.count
    }

    mutating func failAll() {
        for item in waiting.values.joined() { item.group.fail() }
        self = QuarantineQueue()
    }
}
