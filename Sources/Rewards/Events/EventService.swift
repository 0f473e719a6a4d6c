internal import Batching
package import EventLoops
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// Takes in events, from one or from a thousand at a time.
package final class EventService {
    private let context: RewardsContext
    private let coalescer: Coalescer<Event, EventReply, EventError>

    package init(_ context: RewardsContext, on loop: isolated EventLoop) throws(EventLoopError) {
        self.context = context
        let crossShard = CrossShardEstimator()
        coalescer = try context.decidingCoalescer(
            "events", on: loop, user: { $0.key.uid }, mixesShards: { crossShard.isLikely }
        ) { events, lockPolicy throws(PostgresError) in
            try await EventBatch(
                context: context, crossShard: crossShard, now: context.clock.now, lockPolicy: lockPolicy
            )
            .record(events)
        }
    }

    /// Records events and grants what they deserve; a result for each, in order. A repeat gets its first
    /// answer.
    package func record(_ events: [Event]) async -> [Result<EventReply, EventError>] {
        let results = await coalescer.submit(events)
        guard results.contains(where: \.isOfNobody) else { return results }
        return await reportMerges(results, events)
    }

    /// Maps events of merged users to `.merged(into:)`.
    private func reportMerges(
        _ results: [Result<EventReply, EventError>], _ events: [Event]
    ) async -> [Result<EventReply, EventError>] {
        let unknown = Set(zip(results, events).filter { $0.0.isOfNobody }.map(\.1.key.uid))
        let found = try? await context.pool.run(FindMerges(of: unknown.sorted()))
        guard let found, !found.isEmpty else { return results }
        let accounts = Dictionary(found.map { ($0.player, $0.account) }, uniquingKeysWith: { $1 })
        return zip(results, events).map { result, event in
            guard result.isOfNobody, let account = accounts[event.key.uid] else { return result }
            return .failure(.merged(into: account))
        }
    }

    package var queueDepth: Int { coalescer.queueDepth }

    /// Whether an event that came now would be refused.
    package var isBusy: Bool { coalescer.isBusy }

    package func close() {
        coalescer.close()
    }
}

extension Result<EventReply, EventError> {
    fileprivate var isOfNobody: Bool {
        if case .failure(.userNotFound) = self { true } else { false }
    }
}
