internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store

/// Records a batch of events, and grants what the rules decide, in one transaction of two round trips:
/// (1) apply the facts and read what the users were, (2) write what the rules decided, and commit.
struct EventBatch {
    typealias Outcome = Result<EventReply, ServiceError>

    let pool: PostgresPool
    let rules: RuleBook
    let makeID: () -> UUID
    let metrics: ServiceMetrics
    let repeats: RepeatWatch
    let now: Timestamp

    /// What one attempt at the batch came to.
    private enum Attempt {
        case committed([Event.Key: Outcome])
        /// Some had been recorded before. They are answered from what was kept, and the rest goes again
        /// without them.
        case recordedBefore([RecordedEvent])
    }

    /// An outcome for each event, in order.
    func record(_ events: [Event]) async throws(PostgresError) -> [Outcome] {
        var replies: [Event.Key: Outcome] = [:]
        var replayedKeys: Set<Event.Key> = []
        var fresh = firstOfEachKey(events)
        while !fresh.isEmpty {
            switch try await attempt(fresh) {
            case .committed(let committed):
                if replies.isEmpty {
                    replies = committed
                } else {
                    replies.merge(committed) { kept, _ in kept }
                }
                fresh = []
            case .recordedBefore(let recorded):
                let kept = try await EventReplies(pool: pool).replies(to: recorded)
                replies.merge(kept.mapValues(Outcome.success)) { kept, _ in kept }
                replayedKeys.formUnion(kept.keys)
                fresh.removeAll { kept[$0.key] != nil }
            }
        }
        return outcomes(of: events, replies, replayedKeys)
    }

    private func firstOfEachKey(_ events: [Event]) -> [Event] {
        var seen: Set<Event.Key> = []
        return events.filter { seen.insert($0.key).inserted }
    }

    private func outcomes(
        of events: [Event], _ replies: [Event.Key: Outcome], _ replayedKeys: Set<Event.Key>
    ) -> [Outcome] {
        var answered = replayedKeys
        return events.map { event in
            guard let outcome = replies[event.key] else { return .failure(.userNotFound) }
            return outcome.flatMap { reply in
                guard reply.recorded.event == event else { return .failure(.eventIDReused) }
                return .success(answered.insert(event.key).inserted ? reply : reply.replayed())
            }
        }
    }

    /// What an attempt looks up before it writes.
    private struct LookUp {
        var events: Bool
        var rewards = false
    }

    /// The usual attempt trusts that the events are new, and what users remember of settled rules. Where
    /// either is wrong a constraint refuses the batch, and a second attempt looks first.
    private func attempt(_ events: [Event]) async throws(PostgresError) -> Attempt {
        var lookUp = LookUp(events: repeats.areLikely)
        while true {
            do throws(PostgresError) {
                return try await attempt(events, lookUp)
            } catch {
                if !lookUp.events, error.isUniqueViolation(InsertEvents.constraint) {
                    repeats.sawOne()
                    lookUp.events = true
                } else if !lookUp.rewards, error.isUniqueViolation(InsertRewards.constraint) {
                    lookUp.rewards = true
                } else {
                    throw error
                }
            }
        }
    }

    private func attempt(_ events: [Event], _ lookUp: LookUp) async throws(PostgresError) -> Attempt {
        try await pool.transaction { transaction throws(PostgresError) in
            let (before, recorded) = try await apply(events, lookUp, in: transaction)
            repeats.note(!recorded.isEmpty)
            guard recorded.isEmpty else {
                await transaction.rollback()
                return .recordedBefore(recorded)
            }
            let users = Dictionary(uniqueKeysWithValues: before.map { ($0.uid, $0) })
            var (outcomes, replies) = judge(events, users)
            if lookUp.rewards {
                let kept = try await transaction.send(FindRewards(outcomes.rewards.map(RewardKey.init)))
                (outcomes, replies) = judge(events, users, alreadyRewarded: kept)
            }
            try await transaction.commit(outcomes)
            metrics.countRewards(outcomes.rewards)
            return .committed(replies)
        }
    }

    private func apply(
        _ events: [Event], _ lookUp: LookUp, in transaction: Transaction
    ) async throws(PostgresError) -> (before: [User], recorded: [RecordedEvent]) {
        let facts = ApplyFacts(Progress.sums(of: events))
        guard lookUp.events else { return (try await transaction.send(facts), []) }
        return try await transaction.send(facts, FindEvents(events.map(\.key)))
    }

    private func judge(
        _ events: [Event], _ before: [UserID: User], alreadyRewarded: [Reward] = []
    ) -> (FactOutcomes, [Event.Key: Outcome]) {
        var users = before
        for reward in alreadyRewarded { users[reward.subject]?.settle(by: reward) }
        var outcomes = FactOutcomes()
        var replies: [Event.Key: Outcome] = [:]
        for event in events {
            guard let user = users[event.key.uid] else { continue }
            if let refusal = user.progress.refusal(of: event.fact) {
                replies[event.key] = .failure(.factRefused(refusal))
                continue
            }
            let verdict = rules.apply(event.fact, to: user, at: now, makeID: makeID)
            // Compared with what is stored, so that a memory that was lost is written again.
            let recorded = outcomes.add(event, verdict, before: before[event.key.uid] ?? user, at: now)
            users[event.key.uid] = verdict.user
            replies[event.key] = .success(
                EventReply(recorded: recorded, rewards: verdict.rewards, isReplayed: false))
        }
        return (outcomes, replies)
    }
}

extension Transaction {
    /// Writes what the rules came to, and commits.
    func commit(_ outcomes: FactOutcomes) async throws(PostgresError) {
        guard !outcomes.isPlain else {
            _ = try await commit(outcomes.insertEvents)
            return
        }
        let (credits, grants) = outcomes.ledgerWrites
        _ = try await commit(
            outcomes.insertEvents, outcomes.insertRewards, credits, grants, outcomes.settleRules)
    }
}

extension User {
    /// Takes over from a reward what the user's own record should have said.
    fileprivate mutating func settle(by reward: Reward) {
        settled[reward.rule] = reward.status == .held ? .held : .paid
    }
}
