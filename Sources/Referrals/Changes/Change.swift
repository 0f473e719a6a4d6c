package import FoundationEssentials
package import Values

/// A change: something that the service did.
package struct Change: Equatable, Sendable {
    package let type: ChangeType
    /// Nil for a change that is about no player.
    package let subject: UserID?
    /// When the fact happened.
    package let occurredAt: Timestamp
    package let data: ChangeData

    package init(
        _ type: ChangeType, of subject: UserID?, at occurredAt: Timestamp, _ data: ChangeData = .nothing
    ) {
        self.type = type
        self.subject = subject
        self.occurredAt = occurredAt
        self.data = data
    }
}

/// The data of a change: ids, amounts and names of rules, never personal data.
package enum ChangeData: Equatable, Sendable {
    case nothing
    case creation(referredBy: UserID?)
    /// The provider is `password`, `external_id`, or an issuer's name.
    case link(provider: String)
    case merge(into: UserID)
    /// The reason of a rejection.
    case referral(referrer: UserID?, reason: String? = nil)
    case level(Int32)
    case milestone(Milestone)
    /// The sum after it.
    case counter(Counter, by: Int64, sum: Int64)
    case reward(Reward)
    /// A rule's final refusal, for which there is no reward.
    case denial(rule: RuleName, reason: String)
    case redemption(id: UUID, currency: Currency, amount: Int64)
    case balance(LedgerEntry)
    case rule(RuleName, version: Int64, state: String)
    case budget(RuleName, Currency, budget: Int64, spent: Int64)
    case job(id: UUID, rule: RuleName, state: Job.State)
    case export(table: String, rows: Int64)
    case ledgerCheck(findings: Int64)
    case webhook(id: UUID)
    case key(id: UUID)
}

extension Change {
    /// A user who is new, and the referral that it came with.
    package static func changes(ofNew user: User) -> [Change] {
        let referral = user.referral
        func change(_ type: ChangeType, _ data: ChangeData) -> Change {
            Change(type, of: user.uid, at: user.createdAt, data)
        }
        let created = change(.userCreated, .creation(referredBy: referral.referredBy))
        if let referrer = referral.referredBy {
            return [created, change(.referralRecorded, .referral(referrer: referrer))]
        }
        guard let rejection = referral.rejection else { return [created] }
        return [created, change(.referralRejected, .referral(referrer: nil, reason: rejection.rawValue))]
    }

    /// Another way for a user to sign in.
    package static func linked(_ provider: String, to uid: UserID, at time: Timestamp) -> Change {
        Change(.userLinked, of: uid, at: time, .link(provider: provider))
    }

    /// The fact of an event that was recorded.
    package static func changes(of recorded: RecordedEvent) -> [Change] {
        let (event, user, time) = (recorded.event, recorded.user, recorded.receivedAt)
        func change(_ type: ChangeType, _ data: ChangeData = .nothing) -> [Change] {
            [Change(type, of: user.uid, at: time, data)]
        }
        switch event.fact {
        case .levelReached(let level): return change(.levelReached, .level(level))
        case .milestoneReached(let milestone): return change(.milestoneReached, .milestone(milestone))
        case .counterIncremented(let counter, let step):
            let sum = user.progress.counters[counter] ?? step
            return change(.counterChanged, .counter(counter, by: step, sum: sum))
        case .referrerRecorded(let referrer): return change(.referralRecorded, .referral(referrer: referrer))
        case .credentialLinked: return change(.userSignedUp)
        case .emailVerified: return change(.userEmailVerified)
        case .platformUsed, .playerMerged: return []
        }
    }

    /// A rule's final refusals among an event's decisions.
    package static func denials(of recorded: RecordedEvent) -> [Change] {
        recorded.decisions.filter { $0.isNew && $0.outcome == .denied }.map {
            Change(
                .rewardDenied, of: recorded.user.uid, at: recorded.receivedAt,
                .denial(rule: $0.rule, reason: $0.reason))
        }
    }

    /// A reward that a rule made.
    package static func changes(of reward: Reward) -> [Change] {
        let time = reward.grantedAt
        func change(_ type: ChangeType) -> Change {
            Change(type, of: reward.beneficiary, at: time, .reward(reward))
        }
        switch reward.status {
        case .paid: return [change(.rewardPaid)]
        case .held: return [change(.rewardHeld)] + (reward.waitsForReview ? [change(.reviewWaiting)] : [])
        case .void, .reversed: return []
        }
    }

    /// A reward that is no longer held.
    package static func changes(ofReviewed reward: Reward, at time: Timestamp) -> [Change] {
        let types: [ChangeType] = reward.status == .paid ? [.rewardReleased, .rewardPaid] : [.rewardVoided]
        return types.map { Change($0, of: reward.beneficiary, at: time, .reward(reward)) }
    }

    /// A line of the ledger: the balance, and a redemption that it makes.
    package static func changes(of entry: LedgerEntry) -> [Change] {
        let balance = Change(.balanceChanged, of: entry.account.uid, at: entry.createdAt, .balance(entry))
        guard entry.kind == .redemption else { return [balance] }
        return [.redemption(entry, .redemptionMade, at: entry.createdAt), balance]
    }

    /// A redemption that was made, kept or given back.
    package static func redemption(
        _ entry: LedgerEntry, _ type: ChangeType, at time: Timestamp
    ) -> Change {
        Change(
            type, of: entry.account.uid, at: time,
            .redemption(id: entry.id, currency: entry.account.currency, amount: -entry.amount))
    }
}
