internal import Batching
internal import Ledger
internal import Referrals

/// A rule's text for the audit. The difference of two texts is a change.
struct RuleText: Encodable {
    private let state: String
    private let version: Int64
    private let description: String
    private let when: [String]
    private let pay: [String]
    private let players: String
    private let from: Int64?
    private let until: Int64?
    private let perBeneficiary: Int64?
    private let perBeneficiaryPerDay: Int64?
    private let budget: Int64?
    private let holdHours: Int64

    private enum CodingKeys: String, CodingKey {
        case state, version, description, when, pay, players, budget
        case from = "from_seconds"
        case until = "until_seconds"
        case perBeneficiary = "per_beneficiary"
        case perBeneficiaryPerDay = "per_beneficiary_per_day"
        case holdHours = "hold_hours"
    }

    init(_ stored: StoredRule) {
        let terms = stored.rule.terms
        (state, version) = (stored.state.rawValue, stored.rule.version)
        description = terms.description
        when = terms.when.map(\.text)
        pay = terms.pay.map(\.text)
        players = terms.players.rawValue
        from = terms.from?.secondsSince1970
        until = terms.until?.secondsSince1970
        perBeneficiary = terms.limits.perBeneficiary
        perBeneficiaryPerDay = terms.limits.perBeneficiaryPerDay
        budget = terms.limits.budget
        holdHours = terms.holdHours
    }
}

extension AuditText {
    static func rule(_ stored: StoredRule) -> String { json(RuleText(stored)) }
}
