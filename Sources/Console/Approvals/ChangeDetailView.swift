internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// A pending change: what it would change, the trial of its terms, and the decision.
struct ChangeDetailView: ConsoleView {
    let path = "/admin/changes/{id}"
    let right = Right.seeChanges
    let section: Section? = .changes

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (pending, words) = (try await visit.pathChange(), visit.words)
        let effect = try await ChangeEffect.read(pending.change, visit)
        let trial = try await trial(of: pending, visit)
        return .page(title: words[.change(pending.change.kind)]) { writer in
            writer.facts(facts(pending, words), words)
            writer.section(words[.effect]) { writer in
                writer.facts(effect.facts, words)
                effect.differences?.write(to: &writer, words)
            }
            if pending.change.terms != nil { write(trial, pending, visit, &writer) }
            if pending.state == .waiting { writeDecisions(pending, visit, &writer) }
        }
    }

    private func facts(_ pending: PendingChange, _ words: Words) -> [(name: String, cell: Cell)] {
        let made: [(name: String, cell: Cell)] = [
            (words[.state], .badge(words[.change(pending.state)], pending.state.tone)),
            (words[.proposedBy], .foreign(pending.madeBy)), (words[.proposed], .time(pending.madeAt)),
        ]
        guard pending.state != .waiting else { return made }
        return made + [
            (words[.decidedBy], .ifAny(pending.decidedBy)), (words[.decided], .ifAny(pending.decidedAt)),
        ]
    }

    private func trial(of pending: PendingChange, _ visit: Visit) async throws(Problem) -> Job? {
        guard let id = pending.trial else { return nil }
        do throws(JobError) { return try await visit.services.jobs.job(id) } catch {
            if error == .notFound { return nil }
            throw .unavailable
        }
    }

    private func write(
        _ trial: Job?, _ pending: PendingChange, _ visit: Visit, _ writer: inout HTMLWriter
    ) {
        let words = visit.words
        writer.section(words[.trialOfChange]) { writer in
            if let trial, trial.state == .done {
                TrialView.differences(trial.tally, words).write(to: &writer, words)
                writer.link(words[.wholeTrial], to: TrialView.path(of: trial, version: nil))
            } else {
                writer.paragraph(words[.noTrialYet], class: "hint")
            }
            if visit.may(.editRules), pending.state == .waiting {
                writer.action("\(pending.page)/try", words[.tryIt], visit.formToken)
            }
        }
    }

    private func writeDecisions(_ pending: PendingChange, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        if pending.madeBy == visit.user.actor {
            writer.actionForm(
                words[.withdraw], "\(pending.page)/withdraw", visit, hint: words[.withdrawHint],
                asksReason: false
            ) { _ in }
        } else if visit.may(.approveChanges), visit.user.operatorID != nil {
            writer.actionForm(
                words[.approve], "\(pending.page)/approve", visit, hint: words[.approveHint], isOpen: true,
                asksReason: false
            ) { _ in }
            writer.actionForm(words[.refuse], "\(pending.page)/refuse", visit) { _ in }
        } else {
            writer.paragraph(words[.keysCantApprove], class: "hint")
        }
    }

    /// Tries the terms of a pending change on all that was recorded.
    static func tryOut(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        let pending = try await visit.pathChange()
        guard let (name, terms) = pending.change.terms else { throw .notFound }
        do throws(JobError) {
            let job = try await visit.services.jobs.startTrial(
                of: name, terms, from: nil, until: nil, by: visit.user.actor)
            return .seeOther(TrialView.path(of: job, change: pending))
        } catch {
            if case .underWay = error {
                return try ActionRefusal.wrong(.trialUnderWay).response(visit)
            }
            return try ActionRefusal(error, or: .ruleStateNotPossible).response(visit)
        }
    }
}

extension ProposedChange {
    /// That can be tried.
    var terms: (RuleName, RuleTerms)? {
        switch self {
        case .addRule(let name, let terms, _), .changeRule(let name, let terms, _, _): (name, terms)
        case .setRuleState, .backfill, .changeProgramme, .adjust: nil
        }
    }
}

extension Visit {
    /// The pending change that the path names.
    func pathChange() async throws(Problem) -> PendingChange {
        let id = try pathID()
        return try await reading { () throws(ApprovalError) in try await services.approvals.change(id) }
    }
}
