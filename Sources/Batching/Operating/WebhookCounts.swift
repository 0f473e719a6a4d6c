package import FoundationEssentials
internal import Values

/// One loop's counts of the ways in which changes go out.
package struct WebhookCounts: Sendable {
    /// The changes that a webhook still has to send.
    package struct Backlog: Sendable {
        package let waiting: Int
        /// Seconds since the oldest of them; 0 without any.
        package let oldestSeconds: Int64

        package init(waiting: Int, oldestSeconds: Int64) {
            self.waiting = waiting
            self.oldestSeconds = oldestSeconds
        }
    }

    /// Upper ends of buckets, in milliseconds.
    package static let lagBounds: [Int64] = [
        5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 60_000, 600_000,
    ]

    package private(set) var delivered: [UUID: Int] = [:]
    package private(set) var failed: [UUID: Int] = [:]
    package var backlogs: [UUID: Backlog] = [:]
    /// From a change to its first attempt: one a bucket, and one above the last.
    package private(set) var lags = [Int](repeating: 0, count: lagBounds.count + 1)
    package private(set) var lagMilliseconds: Int64 = 0
    /// Open streams of users.
    package var streams = 0
    /// For how long readers have waited for an open transaction.
    package var horizonMilliseconds = 0

    package init() {}

    mutating func count(_ isDelivered: Bool, of webhook: UUID) {
        if isDelivered { delivered[webhook, default: 0] += 1 } else { failed[webhook, default: 0] += 1 }
    }

    mutating func countLag(from: Timestamp, to now: Timestamp) {
        let lag = max(0, (now.microsecondsSince1970 - from.microsecondsSince1970) / 1_000)
        lags[Self.lagBounds.firstIndex { lag <= $0 } ?? Self.lagBounds.count] += 1
        lagMilliseconds += lag
    }

    mutating func add(_ other: WebhookCounts) {
        delivered.merge(other.delivered, uniquingKeysWith: +)
        failed.merge(other.failed, uniquingKeysWith: +)
        backlogs.merge(other.backlogs) { $1 }
        for index in lags.indices { lags[index] += other.lags[index] }
        lagMilliseconds += other.lagMilliseconds
        streams += other.streams
        horizonMilliseconds = max(horizonMilliseconds, other.horizonMilliseconds)
    }
}
