internal import EventLoops
internal import FoundationEssentials
internal import Postgres
package import Referrals

/// Takes in events, from one or from a thousand at a time.
package final class EventService {
    private let coalescer: Coalescer<Event, EventReply, EventError>

    init(_ context: ServiceContext, on loop: isolated EventLoop) throws(EventLoopError) {
        let (repeats, spread) = (RepeatWatch(), SpreadWatch())
        coalescer = try context.coalescer(
            "events", on: loop, user: { $0.key.uid }, mixesShards: { spread.isLikely }
        ) { events, patience throws(PostgresError) in
            try await EventBatch(
                context: context, repeats: repeats, spread: spread, now: context.clock.now, patience: patience
            )
            .record(events)
        }
    }

    /// Records events and grants what they deserve; an outcome for each, in order. A repeat gets its first
    /// answer.
    package func record(_ events: [Event]) async -> [Result<EventReply, EventError>] {
        await coalescer.submit(events)
    }

    var queueDepth: Int { coalescer.queueDepth }

    func close() {
        coalescer.close()
    }
}
