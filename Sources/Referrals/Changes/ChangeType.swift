/// The names of changes, as they are stored and sent.
package enum ChangeType: String, Sendable, CaseIterable {
    case userCreated = "user.created"
    case userLinked = "user.linked"
    case userSignedUp = "user.signed_up"
    case userEmailVerified = "user.email_verified"
    case userMerged = "user.merged"
    case userErased = "user.erased"
    case referralRecorded = "referral.recorded"
    case referralRejected = "referral.rejected"
    case levelReached = "level.reached"
    case milestoneReached = "milestone.reached"
    case counterChanged = "counter.changed"
    case rewardPaid = "reward.paid"
    case rewardHeld = "reward.held"
    case rewardReleased = "reward.released"
    case rewardVoided = "reward.voided"
    case rewardDenied = "reward.denied"
    case rewardReversed = "reward.reversed"
    case redemptionMade = "redemption.made"
    case redemptionCaptured = "redemption.captured"
    case redemptionCancelled = "redemption.cancelled"
    case redemptionRefunded = "redemption.refunded"
    case balanceChanged = "balance.changed"
    case ruleChanged = "rule.changed"
    case ruleBudgetLow = "rule.budget_low"
    case ruleBudgetSpent = "rule.budget_spent"
    case reviewWaiting = "review.waiting"
    case trialDone = "trial.done"
    case backfillDone = "backfill.done"
    case exportDone = "export.done"
    case ledgerCheckFailed = "ledger.check_failed"
    case webhookFailing = "webhook.failing"
    case webhookDisabled = "webhook.disabled"
    case keyCreated = "key.created"
    case keyRevoked = "key.revoked"

    /// Whether it has a subject.
    package var isAboutPlayer: Bool {
        switch topic {
        case "user", "referral", "level", "milestone", "counter", "reward", "redemption", "balance", "review":
            true
        default: false
        }
    }

    /// The name of its events on a user's stream; nil where it is on none.
    package var streamEvent: String? {
        switch topic {
        case "balance", "reward", "referral", "user": String(topic)
        default: nil
        }
    }

    /// The part before the dot: what it is about.
    package var topic: Substring { rawValue.prefix { $0 != "." } }
}

/// A set of types of changes.
package struct ChangeTypes: Equatable, Sendable {
    private var bits: UInt64

    package static let none = ChangeTypes(bits: 0)
    package static let all = ChangeTypes(ChangeType.allCases)

    package init(_ types: some Sequence<ChangeType>) {
        bits = types.reduce(0) { $0 | $1.bit }
    }

    private init(bits: UInt64) {
        self.bits = bits
    }

    package var isEmpty: Bool { bits == 0 }

    package func contains(_ type: ChangeType) -> Bool { bits & type.bit != 0 }

    package func union(_ other: ChangeTypes) -> ChangeTypes { ChangeTypes(bits: bits | other.bits) }

    /// In the order of the contract.
    package var types: [ChangeType] { ChangeType.allCases.filter(contains) }
}

extension ChangeType {
    fileprivate var bit: UInt64 { 1 << UInt64(Self.positions[self]!) }

    private static let positions = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })
}
