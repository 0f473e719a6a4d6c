internal import Accounts
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Rewards
internal import Service
internal import Values

extension Visit {
    /// Has a change wait for a second operator.
    ///
    /// - Returns: the page of the pending change.
    func propose(_ change: ProposedChange, trial: UUID? = nil) async throws(ActionRefusal) -> String {
        do throws(ApprovalError) {
            let pending = try await services.approvals.propose(
                change, by: user.actor, operatorID: user.operatorID, trial: trial)
            return pending.page
        } catch {
            throw ActionRefusal(approval: error, words)
        }
    }

    /// The line of a summary about a second operator; none where no one else must approve.
    func approvalFacts(_ scope: ApprovalScope) -> [(name: String, cell: Cell)] {
        guard services.approvals.requires(scope) else { return [] }
        return [(words[.approval], .text(words[.needsSecondOperator]))]
    }
}

/// Proposes what a form asks for, and goes to the page of the pending change.
struct ProposalPage {
    private let change: ProposedChange
    private let trial: UUID?

    init(_ change: ProposedChange, trial: UUID?) {
        self.change = change
        self.trial = trial
    }

    func propose(_ visit: Visit) async throws(Problem) -> Response {
        do throws(ActionRefusal) {
            return .seeOther(try await visit.propose(change, trial: trial))
        } catch {
            return try error.response(visit)
        }
    }
}

extension PendingChange {
    var page: String { "/admin/changes/\(id.lowercaseText)" }
}

extension ActionRefusal {
    init(approval error: ApprovalError, _ words: Words) {
        switch error {
        case .unavailable: self = .problem(.unavailable)
        case .internalError: self = .problem(.internalError)
        case .notFound: self = .problem(.notFound)
        case .idReused: self = .wrong(.changeAlreadyProposed)
        case .tooManyWaiting(let limit):
            self = .wrong(.tooManyChanges, [("limit", words.number(Int64(limit)))])
        case .alreadyDecided: self = .wrong(.changeDecided)
        case .ownChange: self = .wrong(.ownChange)
        case .othersChange: self = .wrong(.othersChange)
        case .rule(let error): self = .init(rule: error)
        case .job(.rule(let error)): self = .init(rule: error)
        case .job(.underWay): self = .wrong(.trialUnderWay)
        case .job(let error): self = .init(error, or: .ruleStateNotPossible)
        case .posting(.insufficientBalance(let balance)):
            self = .wrong(.balanceTooSmall, [("balance", words.number(balance))])
        case .posting(.unknownCurrency): self = .wrong(.currencyUnknown)
        case .posting(let error): self = .init(error, or: .playerGone)
        }
    }

    private init(rule error: RuleError) {
        self = .init(error, or: .refusal(error))
    }
}

extension Word {
    static func refusal(_ error: RuleError) -> Word {
        switch error {
        case .refused: .ruleMistake
        case .unknownCurrency: .currencyUnknown
        case .nameInUse: .nameInUse
        case .changedMeanwhile: .ruleChangedMeanwhile
        case .tooMany: .tooManyRules
        case .inCode: .ruleIsInCode
        case .ruleNotFound: .ruleGone
        case .unavailable, .internalError, .stateNotPossible, .needsApproval, .alreadyDecided:
            .ruleStateNotPossible
        }
    }
}
