internal import EventLoops

/// How many spans of the process were exported, and how many were lost.
package final class TraceCounts: Sendable {
    package enum Loss: String, Sendable, CaseIterable {
        /// More spans waited than may.
        case queueFull = "queue_full"
        /// The collector was away, or refused them.
        case collector
    }

    package struct Snapshot: Sendable {
        package fileprivate(set) var exported = 0
        package fileprivate(set) var dropped: [Loss: Int] = [:]
    }

    private let state = Locked(Snapshot())

    package init() {}

    package var snapshot: Snapshot { state.withLock { $0 } }

    package func export(_ spans: Int) {
        state.withLock { $0.exported += spans }
    }

    package func drop(_ spans: Int, _ loss: Loss) {
        guard spans > 0 else { return }
        state.withLock { $0.dropped[loss, default: 0] += spans }
    }
}
