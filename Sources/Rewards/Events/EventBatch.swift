internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Records a batch of events, and grants what the rules decide, in one transaction of two round trips:
/// (1) apply the facts and read what the users were, (2) write what the rules decided, and commit.
struct EventBatch {
    typealias Outcome = Result<EventReply, EventError>

    let context: RewardsContext
    let repeats: RepeatWatch
    let spread: SpreadWatch
    let now: Timestamp
    var patience = BatchPatience.usual

    /// How far one attempt got.
    private enum Step {
        case committed([Event.Key: Outcome])
        /// Some had been recorded before. They are answered from what was kept, and the rest goes again
        /// without them.
        case recordedBefore([RecordedEvent])
    }

    /// An outcome for each event, in order.
    func record(_ events: [Event]) async throws(PostgresError) -> Attempt<[Outcome]> {
        var replies: [Event.Key: Outcome] = [:]
        var replayedKeys: Set<Event.Key> = []
        var fresh = firstOfEachKey(events)
        while !fresh.isEmpty {
            switch try await attempt(fresh) {
            case .abandoned(let hindrance): return .abandoned(hindrance)
            case .finished(.committed(let committed)):
                if replies.isEmpty {
                    replies = committed
                } else {
                    replies.merge(committed) { kept, _ in kept }
                }
                fresh = []
            case .finished(.recordedBefore(let recorded)):
                let kept = try await EventReplies(context: context).replies(to: recorded)
                replies.merge(kept.mapValues(Outcome.success)) { kept, _ in kept }
                replayedKeys.formUnion(kept.keys)
                fresh.removeAll { kept[$0.key] != nil }
            }
        }
        return .finished(outcomes(of: events, replies, replayedKeys))
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

    /// The usual attempt trusts that the events are new. Where one isn't, the constraint refuses the batch,
    /// and a second attempt looks first.
    private func attempt(_ events: [Event]) async throws(PostgresError) -> Attempt<Step> {
        guard !repeats.areLikely else { return try await attempt(events, lookingUp: true) }
        do throws(PostgresError) {
            return try await attempt(events, lookingUp: false)
        } catch {
            guard error.isUniqueViolation(InsertEvents.constraint) else { throw error }
            repeats.sawOne()
            return try await attempt(events, lookingUp: true)
        }
    }

    private func attempt(_ events: [Event], lookingUp: Bool) async throws(PostgresError) -> Attempt<Step> {
        try await context.deciding(at: now, patience) { deciding throws(PostgresError) in
            let (before, recorded) = try await apply(events, lookingUp, in: deciding.transaction)
            repeats.note(!recorded.isEmpty)
            guard recorded.isEmpty else {
                await deciding.transaction.rollback()
                return .finished(.recordedBefore(recorded))
            }
            let attempt = try await deciding.commit(before, judge: { judge(events, by: &$0) })
            return attempt.map { replies in
                noteSpread(of: replies)
                return .committed(replies)
            }
        }
    }

    private func apply(
        _ events: [Event], _ lookingUp: Bool, in transaction: Transaction
    ) async throws(PostgresError) -> (before: [User], recorded: [RecordedEvent]) {
        let sums = Progress.sums(of: events)
        if let shards = context.shards {
            var parts: [Int: [UserID: Progress]] = [:]
            for (uid, sum) in sums { parts[shards.shard(of: uid), default: [:]][uid] = sum }
            if parts.count > 1 { return try await apply(parts, events, lookingUp, in: transaction) }
        }
        let facts = ApplyFacts(sums)
        guard lookingUp else { return (try await transaction.send(facts), []) }
        return try await transaction.send(facts, FindEvents(events.map(\.key)))
    }

    /// Shard by shard, in order: all at once their rows would be locked in any.
    private func apply(
        _ parts: [Int: [UserID: Progress]], _ events: [Event], _ lookingUp: Bool,
        in transaction: Transaction
    ) async throws(PostgresError) -> (before: [User], recorded: [RecordedEvent]) {
        let facts = parts.sorted { $0.key < $1.key }.map { ApplyFacts($0.value) }
        transaction.order(Set())
        let before = try await transaction.sendAll(facts)
        return (before, lookingUp ? try await transaction.send(FindEvents(events.map(\.key))) : [])
    }

    private func noteSpread(of replies: [Event.Key: Outcome]) {
        guard let shards = context.shards else { return }
        let elsewhere = replies.count { key, outcome in
            guard case .success(let reply) = outcome else { return false }
            return reply.rewards.contains { reward in
                reward.beneficiary != key.uid
                    && shards.shard(of: reward.beneficiary) != shards.shard(of: key.uid)
            }
        }
        spread.note(elsewhere, of: replies.count)
    }

    private func judge(_ events: [Event], by facts: inout FactJudge) -> [Event.Key: Outcome] {
        var replies: [Event.Key: Outcome] = [:]
        for event in events {
            guard let user = facts.users[event.key.uid] else { continue }
            if let refusal = user.progress.refusal(of: event.fact) {
                replies[event.key] = .failure(.factRefused(refusal))
            } else {
                replies[event.key] = .success(facts.judge(event, of: user))
            }
        }
        return replies
    }
}
