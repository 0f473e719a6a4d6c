package import EventLoops
package import FoundationEssentials
package import Referrals
package import Values

/// One loop's counts of its services. Shared, so that any loop can answer a scrape.
@usableFromInline package final class ServiceMetrics: Sendable {
    /// How many batches of a kind there were, and how large.
    package struct Batches: Sendable {
        package static let bounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

        /// Batches by size, one bucket a bound and one above the last.
        package var counts = [Int](repeating: 0, count: bounds.count + 1)
        package var commands = 0

        fileprivate mutating func count(_ commands: Int) {
            counts[Self.bounds.firstIndex { commands <= $0 } ?? Self.bounds.count] += 1
            self.commands += commands
        }
    }

    /// The result of a try to send a mail.
    package enum MailResult: String, Sendable, CaseIterable {
        case sent
        /// It is tried again.
        case failed
        case givenUp = "given_up"
    }

    package struct Snapshot: Sendable {
        package var batches: [String: Batches] = [:]
        package var rewards: [RewardLabel: Int] = [:]
        package var queueDepths: [String: Int] = [:]
        package var poolWaits = 0
        package var poolWaitNanoseconds: Int64 = 0
        package var clicksRecorded = 0
        package var clicksCounted = 0
        package var clicksDropped = 0
        package var mails: [MailResult: Int] = [:]
        /// When the ledger was last stated; nil if never.
        package var ledgerStatedAt: MonotonicInstant?
        package var webhooks = WebhookCounts()
        /// Rows refused for their MAC, by kind.
        package var causesRefused: [String: Int] = [:]

        package init() {}
    }

    /// The labels of rewards.
    package struct RewardLabel: Hashable, Sendable {
        package let rule: RuleName
        package let status: Reward.Status
    }

    private let state = Locked(Snapshot())

    package init() {}

    package var snapshot: Snapshot {
        state.withLock { $0 }
    }

    @usableFromInline func countBatch(of kind: String, commands: Int) {
        state.withLock { $0.batches[kind, default: Batches()].count(commands) }
    }

    package func countRewards(_ rewards: [Reward]) {
        guard !rewards.isEmpty else { return }
        state.withLock { snapshot in
            for reward in rewards {
                snapshot.rewards[RewardLabel(rule: reward.rule, status: reward.status), default: 0] += 1
            }
        }
    }

    package func countMail(_ result: MailResult) {
        state.withLock { $0.mails[result, default: 0] += 1 }
    }

    package func setQueueDepth(_ depth: Int, of kind: String) {
        state.withLock { $0.queueDepths[kind] = depth }
    }

    package func setPool(waits: Int, waitNanoseconds: Int64) {
        state.withLock { snapshot in
            snapshot.poolWaits = waits
            snapshot.poolWaitNanoseconds = waitNanoseconds
        }
    }

    package func countDelivery(_ isDelivered: Bool, of webhook: UUID) {
        state.withLock { $0.webhooks.count(isDelivered, of: webhook) }
    }

    /// - Parameter from: when a change happened; it is sent for the first time now.
    package func countWebhookLag(from: Timestamp, to now: Timestamp) {
        state.withLock { $0.webhooks.countLag(from: from, to: now) }
    }

    /// - Parameter backlogs: of the webhooks that this loop works on.
    package func setWebhooks(_ backlogs: [UUID: WebhookCounts.Backlog]) {
        state.withLock { $0.webhooks.backlogs = backlogs }
    }

    package func setStreams(_ count: Int, horizonMilliseconds: Int) {
        state.withLock { snapshot in
            snapshot.webhooks.streams = count
            snapshot.webhooks.horizonMilliseconds = horizonMilliseconds
        }
    }

    package func setLedger(statedAt: MonotonicInstant?, refused: [String: Int]) {
        state.withLock { snapshot in
            snapshot.ledgerStatedAt = statedAt
            snapshot.causesRefused = refused
        }
    }

    package func setClicks(recorded: Int, counted: Int, dropped: Int) {
        state.withLock { snapshot in
            snapshot.clicksRecorded = recorded
            snapshot.clicksCounted = counted
            snapshot.clicksDropped = dropped
        }
    }
}

extension ServiceMetrics.Snapshot {
    /// Adds another loop's counts.
    package mutating func add(_ other: Self) {
        batches.merge(other.batches) { mine, other in
            var sum = mine
            for index in sum.counts.indices { sum.counts[index] += other.counts[index] }
            sum.commands += other.commands
            return sum
        }
        rewards.merge(other.rewards, uniquingKeysWith: +)
        queueDepths.merge(other.queueDepths, uniquingKeysWith: +)
        poolWaits += other.poolWaits
        poolWaitNanoseconds += other.poolWaitNanoseconds
        clicksRecorded += other.clicksRecorded
        clicksCounted += other.clicksCounted
        clicksDropped += other.clicksDropped
        mails.merge(other.mails, uniquingKeysWith: +)
        ledgerStatedAt = ledgerStatedAt ?? other.ledgerStatedAt
        webhooks.add(other.webhooks)
        causesRefused.merge(other.causesRefused, uniquingKeysWith: +)
    }
}
