internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// An event that was recorded before: for its user, or for a player merged into it.
struct RepeatedEvent {
    /// As the caller names it now.
    let key: Event.Key
    let recorded: RecordedEvent
    /// The account that the event's player was merged into; nil for the user's own event.
    var account: User?

    /// - Parameter own: the user's event.
    init(own recorded: RecordedEvent) {
        (key, self.recorded) = (recorded.event.key, recorded)
    }

    private init(_ recorded: RecordedEvent, of account: User) {
        key = Event.Key(uid: account.uid, id: recorded.event.key.id)
        (self.recorded, self.account) = (recorded, account)
    }

    /// The first reply. The account sees itself in it, and not the player.
    func reply(_ first: EventReply) -> EventReply {
        guard let account else { return first }
        let event = Event(
            uid: account.uid, id: key.id, fact: first.recorded.event.fact,
            occurredAt: first.recorded.event.occurredAt)
        let recorded = RecordedEvent(
            event: event, receivedAt: first.recorded.receivedAt, user: account,
            decisions: first.recorded.decisions, summary: first.recorded.summary)
        return EventReply(recorded: recorded, rewards: first.rewards, isReplayed: true)
    }
}

extension RepeatedEvent {
    /// The newest merged players of an account that are looked at: a thousand events of an account with more
    /// would look for too much.
    private static let formerMax = 100

    /// Those of `events` that were recorded for players merged into their users. It reads nothing for users
    /// without such players, and takes one round trip for others.
    ///
    /// - Parameter users: the events' users. They are locked, so that a merge under way came before.
    static func ofFormerUsers(
        _ users: [User], among events: [Event], in transaction: Transaction
    ) async throws(PostgresError) -> [RepeatedEvent] {
        var accounts: [UserID: User] = [:]
        for user in users where !user.former.isEmpty { accounts[user.uid] = user }
        guard !accounts.isEmpty else { return [] }
        var owners: [Event.Key: User] = [:]
        for event in events {
            guard let account = accounts[event.key.uid] else { continue }
            for uid in account.former.suffix(formerMax) {
                owners[Event.Key(uid: uid, id: event.key.id)] = account
            }
        }
        let found = try await transaction.send(FindEvents(Array(owners.keys)))
        return found.compactMap { recorded in
            owners[recorded.event.key].map { RepeatedEvent(recorded, of: $0) }
        }
    }

    /// Those of the events of users who are gone that were recorded before. Their replies wait for the
    /// standbys, as the first ones did.
    static func ofGoneUsers(
        _ keys: [Event.Key], in pool: PostgresPool
    ) async throws(PostgresError) -> [RepeatedEvent] {
        try await pool.transaction { transaction throws(PostgresError) in
            let found = try await transaction.send(FindEvents(keys))
            guard !found.isEmpty else { return [] }
            try await transaction.rollback(then: AwaitStandbys(Set(found.map(\.event.key.uid))))
            return found.map(RepeatedEvent.init(own:))
        }
    }
}
