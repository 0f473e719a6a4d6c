internal import Accounts
internal import HTTP
internal import Referrals
internal import Rewards
internal import Service

/// Changes the trust settings, unless they changed since the form.
struct ChangeTrust: ConsoleAction {
    static let form = "/admin/trust/change"

    let path = Self.form
    let right = Right.editRules

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let words = visit.words
        let (terms, version) = (try TrustFields(fields: form.fields).terms(words), try version(form))
        let stored: StoredTrust
        do throws(RuleError) { stored = try await visit.services.trust.programme() } catch {
            throw .init(error, or: .trustChangedMeanwhile)
        }
        guard stored.version == version else { throw .wrong(.trustChangedMeanwhile) }
        guard stored.terms != terms else { throw .wrong(.nothingChanges) }
        return ActionSummary(
            title: words[.changeTrust],
            facts: words.changes(from: stored.terms, to: terms) + visit.approvalFacts(.rules),
            back: TrustView.page)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let terms = try TrustFields(fields: form.fields).terms(visit.words)
        let version = try version(form)
        if visit.services.approvals.requires(.rules) {
            return try await visit.propose(.changeProgramme(terms, version: version))
        }
        do throws(RuleError) {
            _ = try await visit.services.trust.change(to: terms, ifVersion: [version], by: visit.user.actor)
        } catch {
            throw .init(error, or: .trustChangedMeanwhile)
        }
        return TrustView.page
    }

    private func version(_ form: ActionForm) throws(ActionRefusal) -> Int64 {
        guard let version = form.fields["version"].flatMap({ Int64($0) }) else { throw .problem(.notFound) }
        return version
    }
}
