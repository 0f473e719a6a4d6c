internal import EventLoops
package import FoundationEssentials
package import Postgres
package import Values

/// Items of recurring work that could not be done, of the whole process: each is tried again after 10, 20, 40
/// … seconds, and at least once a day. Meanwhile it delays no other.
package final class SetAside: Sendable {
    /// The recurring work that meets such items.
    package enum Work: String, CaseIterable, Sendable {
        case approvals
        case erasures
        case identities
        case merges
        case reservations
        case resets
        case rewards
    }

    /// Identifies an item within its kind of work.
    package struct Key: Hashable, Sendable {
        package let uid: UserID?
        package let id: UUID?
        /// Of one without an id; not shown.
        package let name: String

        package init(uid: UserID?, id: UUID? = nil, name: String = "") {
            self.uid = uid
            self.id = id
            self.name = name
        }
    }

    package struct Item: Equatable, Sendable {
        package let work: Work
        package let key: Key
        package let since: Timestamp
        package fileprivate(set) var tries = 0
        package fileprivate(set) var retryAt: Timestamp
        /// Why it failed the last time.
        package fileprivate(set) var reason: String
    }

    private static let firstPauseSeconds: Int64 = 10
    private static let pauseSecondsMax: Int64 = 86_400
    /// One that wasn't tried again by then is done otherwise, such as by a call or another process.
    private static let forgottenSeconds: Int64 = 600
    /// Of each kind of work. Others are tried in each round.
    private static let itemsMax = 10_000

    private let items = Locked<[Work: [Key: Item]]>([:])

    package init() {}

    /// - Returns: the item, with the time of the next try; nil if there are too many.
    package func fail(_ key: Key, of work: Work, because reason: String, at now: Timestamp) -> Item? {
        items.withLock { items in
            let known = items[work]?[key]
            guard known != nil || items[work, default: [:]].count < Self.itemsMax else { return nil }
            var item = known ?? Item(work: work, key: key, since: now, retryAt: now, reason: reason)
            let pause = Self.firstPauseSeconds << Int64(min(item.tries, 16))
            item.tries += 1
            item.retryAt = now.adding(seconds: min(pause, Self.pauseSecondsMax))
            item.reason = reason
            items[work, default: [:]][key] = item
            return item
        }
    }

    /// - Returns: the item, if it was set aside.
    package func succeed(_ key: Key, of work: Work) -> Item? {
        items.withLock { $0[work]?.removeValue(forKey: key) }
    }

    /// The items whose next try is still to come.
    package func waiting(_ work: Work, at now: Timestamp) -> [Key] {
        items.withLock { items in
            guard let found = items[work], !found.isEmpty else { return [] }
            let forgotten = now.adding(seconds: -Self.forgottenSeconds)
            items[work] = found.filter { $0.value.retryAt > forgotten }
            return found.values.filter { $0.retryAt > now }.map(\.key)
        }
    }

    /// All items, those that were set aside first in front.
    package var all: [Item] {
        items.withLock { items in items.values.flatMap(\.values) }.sorted { $0.since < $1.since }
    }

    package var counts: [Work: Int] {
        items.withLock { items in items.mapValues(\.count) }
    }

    /// For an operator, in words.
    package var warnings: [String] {
        counts.filter { $0.value > 0 }.sorted { $0.key.rawValue < $1.key.rawValue }.map { work, count in
            """
            \(count) of \(work.rawValue) are set aside: they fail, and are tried again at least daily. The log \
            and the console's health page name them.
            """
        }
    }
}

extension LoopContext {
    /// Sets an item of recurring work aside that could not be done, and logs it the first time.
    ///
    /// - Returns: when to try it again.
    package final func postpone(
        _ key: SetAside.Key, of work: SetAside.Work, because reason: String
    ) -> Timestamp {
        guard let item = setAside.fail(key, of: work, because: reason, at: clock.now) else {
            return clock.now
        }
        if item.tries == 1 {
            var fields = fields(of: item)
            fields["error"] = reason
            log(LogLine(.error, "work was set aside: it failed, and is tried again at least daily", fields))
        }
        return item.retryAt
    }

    /// The same with an error of the database.
    package final func postpone(
        _ key: SetAside.Key, of work: SetAside.Work, because error: PostgresError
    ) -> Timestamp {
        let reason = error.logFields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return postpone(key, of: work, because: reason.joined(separator: ", "))
    }

    /// Notes that an item is done. Logs it if it had been set aside.
    package final func noteDone(_ key: SetAside.Key, of work: SetAside.Work) {
        guard let item = setAside.succeed(key, of: work) else { return }
        var fields = fields(of: item)
        fields["tries"] = "\(item.tries + 1)"
        log(LogLine(.info, "work that was set aside is done", fields))
    }

    private func fields(of item: SetAside.Item) -> [String: String] {
        var fields = ["work": item.work.rawValue, "since": RFC3339.format(item.since)]
        fields["uid"] = item.key.uid?.description
        fields["id"] = item.key.id?.lowercaseText
        return fields
    }
}

extension PostgresError {
    /// Whether the item that was worked on may be the cause. Otherwise the database is, for all items alike.
    package var isOfItem: Bool {
        switch self {
        case .connectionLost, .timedOut(.connection), .poolExhausted, .cannotConnect, .closed: false
        case .server, .timedOut(.reply), .decoding, .misuse: !isSystemTrouble
        }
    }
}
