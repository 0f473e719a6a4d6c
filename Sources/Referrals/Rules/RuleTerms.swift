package import Values

/// A rule's terms as written by a programme's manager: when it pays, what, to which players, and its
/// limits.
package struct RuleTerms: Equatable, Sendable {
    package enum Players: String, Sendable, CaseIterable {
        /// Also those who fulfilled it before the rule was there: at their next event.
        case all
        /// Players whose first start was when the rule was first activated, or later.
        case new
    }

    /// Of a rule's rewards; nil is no limit.
    package struct Limits: Equatable, Sendable {
        package var perBeneficiary: Int64?
        /// In 24 hours.
        package var perBeneficiaryPerDay: Int64?
        /// The sum of amounts in each currency, over the rule's life.
        package var budget: Int64?

        package init(
            perBeneficiary: Int64? = nil, perBeneficiaryPerDay: Int64? = nil, budget: Int64? = nil
        ) {
            self.perBeneficiary = perBeneficiary
            self.perBeneficiaryPerDay = perBeneficiaryPerDay
            self.budget = budget
        }
    }

    package static let conditionsRange = 1...16
    package static let grantsRange = 1...4
    package static let descriptionCharactersMax = 200
    package static let holdHoursRange: ClosedRange<Int64> = 0...8_760
    /// Each of the day's rewards is remembered with its beneficiary.
    package static let perDayMax: Int64 = 10_000

    package var description: String
    package var when: [RuleCondition]
    package var pay: [RuleGrant]
    package var players: Players
    package var from: Timestamp?
    package var until: Timestamp?
    package var limits: Limits
    package var holdHours: Int64

    package init(
        description: String = "", when: [RuleCondition], pay: [RuleGrant], players: Players = .all,
        from: Timestamp? = nil, until: Timestamp? = nil, limits: Limits = Limits(), holdHours: Int64 = 0
    ) {
        self.description = description
        self.when = when
        self.pay = pay
        self.players = players
        self.from = from
        self.until = until
        self.limits = limits
        self.holdHours = holdHours
    }

    /// Whether what was given is to be counted before more is.
    package var isCounted: Bool {
        limits != Limits() || pay.contains(where: \.isTiered)
    }
}
