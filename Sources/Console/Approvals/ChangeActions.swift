internal import Accounts
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service

/// Makes a change that another operator or a key has proposed.
struct ApproveChange: ConsoleAction {
    let path = "/admin/changes/{id}/approve"
    let right = Right.approveChanges

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        try await visit.summary(.approve)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        guard let operatorID = visit.user.operatorID else { throw .problem(.forbidden) }
        return try await visit.decide { pending throws(ApprovalError) in
            try await visit.services.approvals.approve(
                pending.id, by: visit.user.actor, operatorID: operatorID)
        }
    }
}

/// Refuses a pending change.
struct RefuseChange: ConsoleAction {
    let path = "/admin/changes/{id}/refuse"
    let right = Right.approveChanges

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        try await visit.summary(.refuse, [(visit.words[.reason], .foreign(try form.reason()))])
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        guard visit.user.operatorID != nil else { throw .problem(.forbidden) }
        let reason = try form.reason()
        return try await visit.decide { pending throws(ApprovalError) in
            try await visit.services.approvals.refuse(pending.id, because: reason, by: visit.user.actor)
        }
    }
}

/// Takes one's own pending change back.
struct WithdrawChange: ConsoleAction {
    let path = "/admin/changes/{id}/withdraw"
    let right = Right.seeChanges

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        try await visit.summary(.withdraw)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        try await visit.decide { pending throws(ApprovalError) in
            try await visit.services.approvals.withdraw(pending.id, by: visit.user.actor)
        }
    }
}

extension Visit {
    fileprivate func summary(
        _ title: Word, _ facts: [(name: String, cell: Cell)] = []
    ) async throws(ActionRefusal) -> ActionSummary {
        let (pending, effect): (PendingChange, ChangeEffect)
        do throws(Problem) {
            pending = try await pathChange()
            effect = try await ChangeEffect.read(pending.change, self)
        } catch { throw .problem(error) }
        guard pending.state == .waiting else { throw .wrong(.changeDecided) }
        return ActionSummary(
            title: words[title],
            facts: [
                (words[.pendingChange], .text(words[.change(pending.change.kind)])),
                (words[.proposedBy], .foreign(pending.madeBy)),
            ] + effect.facts + facts, back: pending.page)
    }

    fileprivate func decide(
        _ decision: (PendingChange) async throws(ApprovalError) -> Void
    ) async throws(ActionRefusal) -> String {
        let pending: PendingChange
        do throws(Problem) { pending = try await pathChange() } catch { throw .problem(error) }
        do throws(ApprovalError) { try await decision(pending) } catch {
            throw ActionRefusal(approval: error, words)
        }
        return pending.page
    }
}
