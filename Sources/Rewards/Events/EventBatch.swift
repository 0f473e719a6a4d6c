internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Records a batch of events, and grants what the rules decide, in one transaction.
///
/// Round trips when one attempt is enough, as it usually is (`DecisionCostTests` checks them):
///
/// | batch | round trips |
/// | --- | --- |
/// | pays nothing | 2: apply the facts and read what the users were; write the events, and commit |
/// | pays nothing, but most of its events might have | the same, with users locked first and written last |
/// | pays | 3: an entry is sealed over the one before it, which is read with the events' write |
/// | pays by rules with limits or checks | 4: what they need to know is read before they judge |
///
/// Accounts with merged players need one more, which looks for the events of these players. On Citus, checks
/// need one more round trip, and each step up a chain of referrers needs another.
///
/// Another attempt follows if an assumption of the first was wrong (`Optimism`): a user had forgotten a
/// reward, a budget's stripe was too small, or an event was already recorded. Such an event takes two
/// attempts the first time, and one while this loop looks first.
struct EventBatch {
    typealias StepResult = Result<EventReply, EventError>

    let context: RewardsContext
    let crossShard: CrossShardEstimator
    let now: Timestamp
    var lockPolicy = LockPolicy.normal

    /// A result for each event, in order.
    func record(_ events: [Event]) async throws(PostgresError) -> Attempt<[StepResult]> {
        let first = firstOfEachKey(events)
        var repeated: [RepeatedEvent] = []
        let attempt = try await context.deciding(at: now, lockPolicy) { deciding throws(PostgresError) in
            let seen = Set(repeated.map(\.key))
            let fresh = seen.isEmpty ? first : first.filter { !seen.contains($0.key) }
            return try await record(fresh, in: deciding, else: &repeated)
        }
        guard case .finished(var replies) = attempt else { return attempt.map { _ in [] } }
        if replies.count + repeated.count < first.count {
            let seen = Set(replies.keys).union(repeated.map(\.key))
            let ofGone = first.map(\.key).filter { !seen.contains($0) }
            repeated += try await RepeatedEvent.ofGoneUsers(ofGone, in: context.pool)
        }
        if !repeated.isEmpty {
            let kept = try await EventReplies(context: context).replies(to: repeated.map(\.recorded))
            for one in repeated {
                replies[one.key] = kept[one.recorded.event.key].map { .success(one.reply($0)) }
            }
        }
        return .finished(results(of: events, replies, replayed: Set(repeated.map(\.key))))
    }

    /// One attempt.
    ///
    /// - Parameter repeated: gets those of the events that had been recorded before. Nothing is written then.
    private func record(
        _ events: [Event], in deciding: DecidingTransaction, else repeated: inout [RepeatedEvent]
    ) async throws(PostgresError) -> Attempt<[Event.Key: StepResult]> {
        let locks = !deciding.transaction.isOverNodes && deciding.rules.areMostlyDecisive(events)
        let (before, own) = try await read(
            events, locks: locks, lookingUp: !deciding.optimism.trustsNovelty, in: deciding.transaction)
        context.doubts.replays.note(!own.isEmpty)
        let found =
            try await own.map(RepeatedEvent.init(own:))
            + RepeatedEvent.ofFormerUsers(
                before, among: events, in: deciding.transaction)
        guard found.isEmpty else {
            // The replies acknowledge what other transactions have written.
            let uids = Set(found.map(\.recorded.event.key.uid))
            try await deciding.transaction.rollback(then: AwaitStandbys(uids))
            repeated += found
            return found.count == events.count ? .finished([:]) : .abandoned(.recordedBefore)
        }
        let docket = Docket(before, events.map(Docket.Occasion.event), at: now)
        let writes = DecidedWrites(writesProgress: locks)
        return try await deciding.commit(docket, adding: writes).map { decisions in
            noteSpread(of: decisions.rewards, events)
            return replies(to: events, decisions)
        }
    }

    private func replies(to events: [Event], _ decisions: Decisions) -> [Event.Key: StepResult] {
        var replies: [Event.Key: StepResult] = [:]
        replies.reserveCapacity(events.count)
        for (event, answer) in zip(events, decisions.answers) {
            switch answer {
            case .recorded(let recorded, let rewards):
                replies[event.key] = .success(
                    EventReply(recorded: recorded, rewards: rewards, isReplayed: false))
            case .refused(let refusal): replies[event.key] = .failure(.factRefused(refusal))
            case .paid, .nothing: break
            }
        }
        return replies
    }

    private func firstOfEachKey(_ events: [Event]) -> [Event] {
        guard events.count > 1 else { return events }
        var seen = Set<Event.Key>(minimumCapacity: events.count)
        return events.filter { seen.insert($0.key).inserted }
    }

    private func results(
        of events: [Event], _ replies: [Event.Key: StepResult], replayed replayedKeys: Set<Event.Key>
    ) -> [StepResult] {
        let mayRepeat = !replayedKeys.isEmpty || replies.count < events.count
        var answered = replayedKeys
        return events.map { event in
            guard let result = replies[event.key] else { return .failure(.userNotFound) }
            guard mayRepeat else { return result }
            return result.flatMap { reply in
                guard reply.recorded.event == event else { return .failure(.eventIDReused) }
                return .success(answered.insert(event.key).inserted ? reply : reply.replayed())
            }
        }
    }

    /// The users before the events, and those events that had been recorded before.
    ///
    /// - Parameter locks: whether users are locked now and written with the rules' decisions. They are
    ///   written now otherwise, which costs less where rules decide nothing: a lock and a write cost more
    ///   than a write, and less than two.
    private func read(
        _ events: [Event], locks: Bool, lookingUp: Bool, in transaction: Transaction
    ) async throws(PostgresError) -> (before: [User], recorded: [RecordedEvent]) {
        guard locks else { return try await apply(events, lookingUp: lookingUp, in: transaction) }
        let lock = LockUsers(Array(Set(events.map(\.key.uid))))
        let (users, found) = try await transaction.sendEach(
            [lock], lookingUp ? [FindEvents(events.map(\.key))] : [])
        return (users.joined().filter { !$0.isGone }, found.flatMap(\.self))
    }

    private func apply(
        _ events: [Event], lookingUp: Bool, in transaction: Transaction
    ) async throws(PostgresError) -> (before: [User], recorded: [RecordedEvent]) {
        let sums = Progress.sums(of: events)
        if let parts = context.byShard(sums.keys) {
            transaction.order(Set())
            let facts = parts.map { uids in ApplyFacts(sums.filter { uids.contains($0.key) }) }
            let before = try await transaction.sendAll(facts)
            return (before, lookingUp ? try await transaction.send(FindEvents(events.map(\.key))) : [])
        }
        let facts = ApplyFacts(sums)
        guard lookingUp else { return (try await transaction.send(facts), []) }
        return try await transaction.send(facts, FindEvents(events.map(\.key)))
    }

    private func noteSpread(of rewards: [Reward], _ events: [Event]) {
        let elsewhere = rewards.filter { context.areApart($0.beneficiary, $0.subject) }
        crossShard.note(Set(elsewhere.map(\.subject)).count, of: events.count)
    }
}
