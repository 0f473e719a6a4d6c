internal import HTTP
internal import Referrals

/// Trust settings as an administrator writes them; omitted ones are those of a new installation.
struct TrustInput {
    static let members = ["referrals", "user_events", "checks"]

    let terms: TrustTerms

    init(_ fields: inout Fields) {
        let referrals = fields.within("referrals", Self.referrals) ?? [:]
        let userEvents = fields.optionalValue("user_events", FieldValues.trustAction) ?? .pay
        let checks = fields.within("checks", Self.checks) ?? []
        terms = TrustTerms(referrals: referrals, userEvents: userEvents, checks: checks)
    }

    private static func referrals(_ fields: inout Fields) -> [ReferralSource: TrustAction] {
        var actions: [ReferralSource: TrustAction] = [:]
        for source in ReferralSource.allCases {
            actions[source] = fields.optionalValue(source.rawValue, FieldValues.trustAction)
        }
        return actions
    }

    private static func checks(_ fields: inout Fields) -> [TrustCheck] {
        TrustCheck.Kind.allCases.compactMap { kind in
            fields.within(kind.rawValue) { check(kind, &$0) } ?? nil
        }
    }

    private static func check(_ kind: TrustCheck.Kind, _ fields: inout Fields) -> TrustCheck? {
        let action = fields.value("action", FieldValues.trustAction)
        let numbers = kind.numbers.map { fields.integer($0.name, in: $0.range) }
        guard let action, !numbers.contains(nil) else { return nil }
        return TrustCheck(kind, action, numbers.compactMap(\.self))
    }
}

extension FieldValues {
    static func trustAction(_ text: String) throws(FieldError) -> TrustAction {
        try require(TrustAction(rawValue: text), "Must be pay, hold or deny.")
    }
}
