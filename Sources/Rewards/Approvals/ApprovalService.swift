package import Batching
package import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Changes that need a second operator: proposed by one, approved or refused by another.
///
/// A change and its approval are one transaction, so a change is made once, and only if it still waits.
package final class ApprovalService {
    package static let waitingMax = 200
    /// Of one operator or key, so that none fills it for all.
    package static let ownMax = 50

    private let context: RewardsContext
    private let rules: RuleService
    private let trust: TrustService
    private let money: MoneyService
    private let jobs: JobService

    package init(
        _ context: RewardsContext, rules: RuleService, trust: TrustService, money: MoneyService,
        jobs: JobService
    ) {
        self.context = context
        self.rules = rules
        self.trust = trust
        self.money = money
        self.jobs = jobs
    }

    /// Whether changes of any kind need a second operator.
    package var areRequired: Bool { !context.approvals.scopes.isEmpty }

    package func requires(_ scope: ApprovalScope) -> Bool { context.approvals.scopes.contains(scope) }

    /// Those that wait, oldest first; 200 at most.
    package func waiting() async throws(InfrastructureError) -> [PendingChange] {
        try await context.call { () throws(PostgresError) in
            try await context.pool.run(ListWaitingChanges(limit: Self.waitingMax))
        }
    }

    /// - Throws: `.notFound`.
    package func change(_ id: UUID) async throws(ApprovalError) -> PendingChange {
        let found = try await context.call(ApprovalError.self) { () throws(PostgresError) in
            try await context.pool.run(FindPendingChange(id)).first
        }
        guard let found else { throw .notFound }
        return found
    }

    /// Checks the change, and has it wait. The same adjustment again is the same proposal.
    ///
    /// - Parameters:
    ///   - operatorID: nil for an API key.
    ///   - trial: of its terms, which the operator saw.
    package func propose(
        _ change: ProposedChange, by actor: String, operatorID: UUID? = nil, trial: UUID? = nil
    ) async throws(ApprovalError) -> PendingChange {
        if let kept = try await repeated(change), kept.madeBy == actor { return kept }
        try await check(change, by: actor)
        var id = context.makeID()
        if case .adjust(let posting) = change { id = posting.id }
        let pending = PendingChange(
            id: id, change, madeAt: context.clock.now, madeBy: actor, operatorID: operatorID,
            trial: trial)
        let kept = try await keep(pending)
        guard kept.change == change, kept.madeBy == actor else { throw .idReused }
        return kept
    }

    /// The same adjustment as it was proposed before: for the user, or for a player merged into it.
    private func repeated(_ change: ProposedChange) async throws(ApprovalError) -> PendingChange? {
        guard case .adjust(let posting) = change else { return nil }
        let uid = posting.account.uid
        let (found, users) = try await context.call(ApprovalError.self) { () throws(PostgresError) in
            try await context.pool.run(FindPendingChange(posting.id), FindUsersByID([uid]))
        }
        guard let kept = found.first, case .adjust(let first) = kept.change else { return nil }
        let uids = [uid] + (users.first?.former ?? [])
        return uids.contains(first.account.uid) && posting.of(first.account.uid) == first ? kept : nil
    }

    /// Makes the change, if it still can be made.
    ///
    /// - Throws: `.ownChange`, `.alreadyDecided`, or the change's own refusal, which leaves it waiting.
    package func approve(_ id: UUID, by actor: String, operatorID: UUID) async throws(ApprovalError) {
        let pending = try await change(id)
        guard pending.state == .waiting else { throw .alreadyDecided(pending.state) }
        guard pending.operatorID != operatorID, pending.madeBy != actor else { throw .ownChange }
        try await make(pending, Approval(of: id, by: actor))
    }

    package func refuse(_ id: UUID, because reason: String, by actor: String) async throws(ApprovalError) {
        let pending = try await change(id)
        guard pending.state == .waiting else { throw .alreadyDecided(pending.state) }
        try await end(pending, as: .refused, "change.refuse", reason, by: actor)
    }

    /// - Throws: `.othersChange`, `.alreadyDecided`.
    package func withdraw(_ id: UUID, by actor: String) async throws(ApprovalError) {
        let pending = try await change(id)
        guard pending.madeBy == actor else { throw .othersChange }
        guard pending.state == .waiting else { throw .alreadyDecided(pending.state) }
        try await end(pending, as: .withdrawn, "change.withdraw", "", by: actor)
    }

    private func keep(_ pending: PendingChange) async throws(ApprovalError) -> PendingChange {
        let result = try await context.call(ApprovalError.self) {
            () throws(PostgresError) -> Result<PendingChange, ApprovalError> in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let (waiting, inserted) = try await transaction.send(
                    ListWaitingChanges(limit: Self.waitingMax), InsertPendingChange(pending))
                guard !inserted.isEmpty else {
                    let found = try await transaction.send(FindPendingChange(pending.id)).first
                    return found.map { .success($0) } ?? .failure(.notFound)
                }
                let own = waiting.count { $0.madeBy == pending.madeBy }
                guard waiting.count < Self.waitingMax, own < Self.ownMax else {
                    await transaction.rollback()
                    let limit = own < Self.ownMax ? Self.waitingMax : Self.ownMax
                    return .failure(.tooManyWaiting(limit: limit))
                }
                try await transaction.commit(audit(pending, "change.propose", "", by: pending.madeBy))
                return .success(pending)
            }
        }
        return try result.get()
    }

    private func end(
        _ pending: PendingChange, as state: PendingChange.State, _ action: String, _ reason: String,
        by actor: String
    ) async throws(ApprovalError) {
        let decided = try await context.call(ApprovalError.self) { () throws(PostgresError) in
            try await decide(pending, as: state, action, reason, by: actor)
        }
        guard decided else { throw .alreadyDecided(try await change(pending.id).state) }
    }

    /// - Returns: whether it still waited.
    func decide(
        _ pending: PendingChange, as state: PendingChange.State, _ action: String, _ reason: String,
        by actor: String
    ) async throws(PostgresError) -> Bool {
        let now = context.clock.now
        return try await context.pool.transaction { transaction throws(PostgresError) in
            let decided = try await transaction.send(
                DecidePendingChanges([Approval(of: pending.id, by: actor)], as: state, at: now))
            guard !decided.isEmpty else { return false }
            try await transaction.commit(audit(pending, action, reason, by: actor))
            return true
        }
    }

    private func audit(
        _ pending: PendingChange, _ action: String, _ reason: String, by actor: String
    ) -> InsertAuditEntries {
        let words = ([pending.id.lowercaseText, pending.change.text] + (reason.isEmpty ? [] : [reason]))
            .joined(separator: ": ")
        let entry = AuditEntry(
            id: context.makeID(), actor: actor, action: action, uid: pending.change.uid, detail: words,
            createdAt: context.clock.now)
        return InsertAuditEntries([entry], by: context.ledgerKey)
    }
}

extension ApprovalService {
    /// Refuses to propose a change that could not be made now.
    private func check(_ change: ProposedChange, by actor: String) async throws(ApprovalError) {
        switch change {
        case .adjust(let posting):
            do throws(PostingError) { try await money.check(posting) } catch { throw .posting(error) }
        case .backfill(let name, _):
            do throws(JobError) { _ = try await jobs.backfillable(name) } catch { throw .job(error) }
        case .addRule, .changeRule, .setRuleState, .changeProgramme:
            do throws(RuleError) { try await rules.check(change, by: actor) } catch { throw .rule(error) }
        }
    }

    private func make(_ pending: PendingChange, _ approval: Approval) async throws(ApprovalError) {
        switch pending.change {
        case .adjust(let posting):
            let request = PostingRequest(posting, auditActor: approval.decidedBy, approval: approval)
            do throws(PostingError) { _ = try await money.post(request) } catch {
                throw error == .alreadyDecided ? .alreadyDecided(.approved) : .posting(error)
            }
        case .backfill(let name, let version):
            do throws(JobError) {
                _ = try await jobs.startBackfill(
                    of: name, ifVersion: version, by: approval.decidedBy, approval: approval)
            } catch { throw error == .rule(.alreadyDecided) ? .alreadyDecided(.approved) : .job(error) }
        case .addRule, .changeRule, .setRuleState, .changeProgramme:
            do throws(RuleError) { try await rules.make(pending.change, approval) } catch {
                throw error == .alreadyDecided ? .alreadyDecided(.approved) : .rule(error)
            }
        }
    }
}

extension ProposedChange {
    package var uid: UserID? {
        if case .adjust(let posting) = self { posting.account.uid } else { nil }
    }

    /// For the audit, on one line.
    fileprivate var text: String {
        switch self {
        case .addRule(let name, let terms, let isActive):
            "add \(name)\(isActive ? ", active" : ""): \(terms.text)"
        case .changeRule(let name, let terms, let state, let version):
            "change \(name) from version \(version)\(state.map { ", \($0.rawValue)" } ?? ""): \(terms.text)"
        case .setRuleState(let name, let state, _, let version):
            "\(name), version \(version) → \(state.rawValue)"
        case .backfill(let name, let version): "backfill \(name), version \(version)"
        case .changeProgramme(_, let version): "change the programme from version \(version)"
        case .adjust(let posting): "\(posting.amount) \(posting.account.currency): \(posting.reason)"
        }
    }
}
