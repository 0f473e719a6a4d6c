internal import Crypto
internal import HTTP
internal import Links
internal import Referrals
internal import Values

/// A rule's terms as the fields of a form, as someone typed them.
struct RuleForm {
    struct Condition {
        var kind = ""
        /// Of a milestone or a counter.
        var name = ""
        var number = ""
    }

    struct Grant {
        var role = RewardRole.referrer.rawValue
        var currency = ""
        /// `50`, or tiers: `1: 50, 3: 80`.
        var amount = ""
    }

    var description = ""
    var conditions: [Condition] = []
    var grants: [Grant] = []
    var players = RuleTerms.Players.all.rawValue
    var from = ""
    var until = ""
    var perPlayer = ""
    var perDay = ""
    var budget = ""
    var holdHours = "0"

    /// An empty form.
    init() {}

    init(_ terms: RuleTerms, in zone: ProgrammeZone) {
        description = terms.description
        conditions = terms.when.map(Condition.init)
        grants = terms.pay.map(Grant.init)
        players = terms.players.rawValue
        (from, until) = (Self.text(terms.from, in: zone), Self.text(terms.until, in: zone))
        perPlayer = terms.limits.perBeneficiary.map { String($0) } ?? ""
        perDay = terms.limits.perBeneficiaryPerDay.map { String($0) } ?? ""
        budget = terms.limits.budget.map { String($0) } ?? ""
        holdHours = String(terms.holdHours)
    }

    /// As a browser sent it. Rows without a kind or an amount are none.
    init(_ fields: Query) {
        func all(_ name: String) -> [String] {
            fields.items.filter { $0.name == name }.map { $0.value.trimmed }
        }
        func one(_ name: String) -> String { fields[name]?.trimmed ?? "" }
        description = one("description")
        let (kinds, names, numbers) = (all("when_kind"), all("when_name"), all("when_number"))
        for (index, kind) in kinds.enumerated() where !kind.isEmpty {
            conditions.append(
                Condition(
                    kind: kind, name: index < names.count ? names[index] : "",
                    number: index < numbers.count ? numbers[index] : ""))
        }
        let (roles, currencies, amounts) = (all("pay_role"), all("pay_currency"), all("pay_amount"))
        for (index, amount) in amounts.enumerated() where !amount.isEmpty {
            grants.append(
                Grant(
                    role: index < roles.count ? roles[index] : "",
                    currency: index < currencies.count ? currencies[index] : "", amount: amount))
        }
        (players, from, until) = (one("players"), one("from"), one("until"))
        (perPlayer, perDay, budget) = (one("per_player"), one("per_day"), one("budget"))
        holdHours = one("hold_hours")
    }

    /// As a browser's field for times has it: without what is zero at its end.
    private static func text(_ time: Timestamp?, in zone: ProgrammeZone) -> String {
        guard let time else { return "" }
        let text = RFC3339.format(zone.local(time)).dropLast()
        return String(text.hasSuffix(":00.000") ? text.dropLast(7) : text)
    }
}

extension RuleForm.Condition {
    fileprivate init(_ condition: RuleCondition) {
        switch condition {
        case .level(let least): (kind, number) = ("level", String(least))
        case .highestLevel(let least): (kind, number) = ("highest_level", String(least))
        case .milestone(let milestone): (kind, name) = ("milestone", milestone.description)
        case .counter(let counter, let least):
            (kind, name, number) = ("counter", counter.description, String(least))
        case .platform(let platform): kind = "platform_\(platform.rawValue)"
        case .signedUp: kind = "signed_up"
        case .emailVerified: kind = "email_verified"
        case .referred: kind = "referred"
        case .signedUpWithinDays(let days): (kind, number) = ("signed_up_within_days", String(days))
        }
    }

    /// Nil where a name or a number is missing or wrong.
    var condition: RuleCondition? {
        switch kind {
        case "level": Int64(number).map { .level(atLeast: $0) }
        case "highest_level": Int64(number).map { .highestLevel(atLeast: $0) }
        case "milestone": Milestone(name).map { .milestone($0) }
        case "counter":
            Counter(name).flatMap { counter in
                Int64(number).map { .counter(counter, atLeast: $0) }
            }
        case "platform_android": .platform(.android)
        case "platform_desktop": .platform(.desktop)
        case "platform_ios": .platform(.ios)
        case "signed_up": .signedUp
        case "email_verified": .emailVerified
        case "referred": .referred
        case "signed_up_within_days": Int64(number).map { .signedUpWithinDays($0) }
        default: nil
        }
    }
}

extension RuleForm.Grant {
    fileprivate init(_ grant: RuleGrant) {
        role = grant.role.rawValue
        currency = grant.currency.description
        switch grant.amount {
        case .fixed(let fixed): amount = String(fixed)
        case .tiers(let tiers): amount = tiers.map { "\($0.from): \($0.amount)" }.joined(separator: ", ")
        }
    }

    var grant: RuleGrant? {
        guard let role = RewardRole(rawValue: role), let currency = Currency(currency),
            let amount = parsedAmount
        else { return nil }
        return RuleGrant(to: role, currency, amount)
    }

    var parsedAmount: RuleGrant.Amount? {
        guard amount.contains(":") else { return Int64(amount).map(RuleGrant.Amount.fixed) }
        var tiers: [RuleGrant.Tier] = []
        for part in amount.split(separator: ",") {
            let numbers = part.split(separator: ":").map { Int64(String($0).trimmed) }
            guard numbers.count == 2, let from = numbers[0], let amount = numbers[1] else { return nil }
            tiers.append(RuleGrant.Tier(from: from, amount: amount))
        }
        return .tiers(tiers)
    }
}
