internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Store

/// Waits after a change of a webhook until the process that works on it knows. No later change goes to the
/// former URL then, or has the former signature alone.
///
/// Requests under way end first, which a slow receiver may delay: it waits for five seconds at most.
struct WebhookHandover {
    private static let waitMilliseconds = 5_000
    private static let pauseMilliseconds = 20

    private let context: LoopContext
    private let loop: EventLoop

    init(_ context: LoopContext, on loop: EventLoop) {
        self.context = context
        self.loop = loop
    }

    /// - Parameter fencingToken: of the process that worked on it when it was changed.
    func wait(for webhook: UUID, from fencingToken: Int64?) async {
        guard let fencingToken else { return }
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.waitMilliseconds)
        while MonotonicInstant.now < deadline {
            // It has committed: an error here is none of the caller's.
            guard let found = try? await context.pool.run(FindWebhookLease(webhook)),
                found.first == fencingToken
            else { return }
            try? await loop.sleep(milliseconds: Self.pauseMilliseconds)
        }
    }
}
