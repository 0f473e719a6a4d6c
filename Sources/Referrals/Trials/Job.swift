package import FoundationEssentials
package import Values

/// Work on all players that an administrator has asked for, which one process does at a time.
package struct Job: Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// A rule's rewards in a trial.
        case trial
        /// Pays what an active rule owes to players without new facts.
        case backfill
    }

    package enum State: String, Sendable {
        case waiting
        case running
        case done
        case failed
    }

    package enum Failure: String, Sendable {
        /// The process that was at it is gone.
        case interrupted
        /// The rule is no longer active.
        case ruleNotActive = "rule_not_active"
        /// It is in the log.
        case internalError = "internal_error"
    }

    package let id: UUID
    package let kind: Kind
    /// As it is tried; of a backfill, as it was when that was asked for.
    package let rule: Rule
    /// When the facts arrived that a trial replays.
    package let from: Timestamp?
    package let until: Timestamp?
    package let madeAt: Timestamp
    package let madeBy: String
    package var state: State
    package var endedAt: Timestamp?
    package var failure: Failure?
    /// The last player that is done with.
    package var doneUpTo: UserID?
    package var progressPermille: Int32
    /// Of what is done.
    package var tally: TrialTally

    package init(
        id: UUID, kind: Kind, rule: Rule, from: Timestamp? = nil, until: Timestamp? = nil, madeAt: Timestamp,
        madeBy: String, state: State = .waiting, endedAt: Timestamp? = nil, failure: Failure? = nil,
        doneUpTo: UserID? = nil, progressPermille: Int32 = 0, tally: TrialTally = TrialTally()
    ) {
        self.id = id
        self.kind = kind
        self.rule = rule
        self.from = from
        self.until = until
        self.madeAt = madeAt
        self.madeBy = madeBy
        self.state = state
        self.endedAt = endedAt
        self.failure = failure
        self.doneUpTo = doneUpTo
        self.progressPermille = progressPermille
        self.tally = tally
    }

    package var trial: RuleTrial { RuleTrial(rule.name, rule.terms, from: from, until: until) }
}
