internal import EventLoops
internal import Referrals

extension WebhookRun {
    /// Whether the changes up to a position are read, and nothing is being sent or still to be written.
    func isIdle(upTo position: Int64) -> Bool {
        queue.read.position >= position && queue.isEmpty && !retries.hasDue && pace.inFlight == 0
            && results.isEmpty && !lease.renewIsDue && MonotonicInstant.now < lookAt
    }
}
