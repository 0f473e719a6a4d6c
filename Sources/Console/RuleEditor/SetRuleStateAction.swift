internal import Accounts
internal import Batching
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service

/// Activates, pauses or archives a rule.
struct SetRuleStateAction: ConsoleAction {
    let path = "/admin/rules/{name}/state"
    let right = Right.editRules

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (stored, words) = (try await rule(visit), visit.words)
        let state = try self.state(form, "state")
        guard state != stored.state else { throw .wrong(.ruleAlreadySo) }
        return ActionSummary(
            title: words[.changeState],
            facts: [
                (words[.rule], .rule(stored.rule.name)),
                (words[.terms], .text(RuleSentence(stored.rule.terms, words).text)),
                (words[.before], .badge(words[.rule(stored.state)], stored.state.tone)),
                (words[.after], .badge(words[.rule(state)], state.tone)),
            ] + visit.approvalFacts(.rules), back: "/admin/rules/\(stored.rule.name)",
            fields: [
                ("before", stored.state.rawValue), ("version", String(stored.rule.version)),
            ])
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let stored = try await rule(visit)
        let (state, before) = (try self.state(form, "state"), try self.state(form, "before"))
        guard stored.state == before, let version = form.fields["version"].flatMap({ Int64($0) }) else {
            throw .wrong(.ruleChangedMeanwhile)
        }
        if visit.services.approvals.requires(.rules) {
            return try await visit.propose(
                .setRuleState(stored.rule.name, state, from: before, version: version))
        }
        do throws(RuleError) {
            _ = try await visit.services.rules.set(
                stored.rule.name, to: state, ifVersion: version, by: visit.user.actor)
        } catch {
            if case .changedMeanwhile = error { throw .wrong(.ruleChangedMeanwhile) }
            throw ActionRefusal(error, or: .ruleStateNotPossible)
        }
        return "/admin/rules/\(stored.rule.name)"
    }

    private func rule(_ visit: Visit) async throws(ActionRefusal) -> StoredRule {
        guard let name = visit.request.parameter("name").flatMap({ RuleName($0) }) else {
            throw .problem(.notFound)
        }
        do throws(RuleError) {
            return try await visit.services.rules.rule(name)
        } catch {
            if error == .ruleNotFound { throw .problem(.notFound) }
            throw ActionRefusal(error, or: .ruleStateNotPossible)
        }
    }

    private func state(_ form: ActionForm, _ name: String) throws(ActionRefusal) -> RuleState {
        guard let state = form.fields[name].flatMap(RuleState.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        return state
    }
}
