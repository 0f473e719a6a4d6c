internal import Forms
internal import JSON
internal import Ledger
internal import Referrals

extension AuditText {
    static func rule(_ stored: StoredRule) -> String { rule.text(of: stored) }
    static func trust(_ terms: TrustTerms) -> String { TrustForm.reply.text(of: terms) }

    private static let rule = Form<StoredRule>("AuditedRule", showsExample: false) {
        Member("state", .ruleState, \.state)
        Member("version", .count, \.rule.version)
        RuleTermsForm.reply.members(of: \.rule.terms)
    }
}
