internal import Referrals
internal import Rewards

/// A mistake in a rule's form, beside the field that it is about.
struct RuleFormMistake {
    /// A field; of those of a row with the row's index.
    struct Field: Hashable {
        let name: String
        var row = 0
    }

    /// Nil for the whole form.
    let field: Field?
    let word: Word
    var values: [(name: String, number: Int64)] = []

    init(_ word: Word, at field: Field? = nil, _ values: [(name: String, number: Int64)] = []) {
        self.word = word
        self.field = field
        self.values = values
    }

    /// A mistake of the domain's, in the operator's language.
    ///
    /// - Parameters:
    ///   - conditionRows: the rows of the form that hold the rule's conditions; nil for the same ones.
    ///   - grantRows: those that hold its grants.
    init(_ mistake: RuleMistake, conditionRows: [Int]? = nil, grantRows: [Int]? = nil) {
        let field = Field(pointer: mistake.pointer, conditionRows, grantRows)
        switch mistake.reason {
        case .conditionsOutOfRange: self.init(.conditionsCount, at: field)
        case .conditionRepeated: self.init(.conditionRepeated, at: field)
        case .numberOutOfRange(let range): self.init(.numberRange, at: field, Self.values(of: range))
        case .grantsOutOfRange: self.init(.paymentsCount, at: field)
        case .currencyRepeated: self.init(.currencyRepeated, at: field)
        case .amountTooSmall: self.init(.amountTooSmall, at: field)
        case .tiersOutOfRange: self.init(.tiersCount, at: field, [("most", Int64(RuleGrant.tiersMax))])
        case .firstTierNotAtOne: self.init(.firstTier, at: field)
        case .tiersOutOfOrder: self.init(.tiersOrder, at: field)
        case .tierAboveLimit(let most): self.init(.tierAboveLimit, at: field, [("most", most)])
        case .limitTooSmall: self.init(.limitWrong, at: field)
        case .limitPerDayOutOfRange:
            self.init(.numberRange, at: field, Self.values(of: 1...RuleTerms.perDayMax))
        case .budgetTooSmall(let most): self.init(.budgetTooSmall, at: field, [("most", most)])
        case .holdOutOfRange:
            self.init(.numberRange, at: field, Self.values(of: RuleTerms.holdHoursRange))
        case .endBeforeStart: self.init(.endBeforeStart, at: field)
        }
    }

    static func values(of range: ClosedRange<Int64>) -> [(name: String, number: Int64)] {
        [("least", range.lowerBound), ("most", range.upperBound)]
    }

    func text(_ words: Words) -> String {
        words(word, values.map { ($0.name, words.number($0.number)) })
    }
}

extension RuleFormMistake {
    /// All mistakes by which a rule was refused.
    static func all(of error: RuleError, in form: RuleForm) -> [RuleFormMistake] {
        switch error {
        case .refused(let mistakes): mistakes.map { RuleFormMistake($0) }
        case .nameInUse, .inCode: [RuleFormMistake(.refusal(error), at: Field(name: "name"))]
        case .unknownCurrency(let unknown, _):
            form.grants.indices.filter { form.grants[$0].currency == unknown.description }
                .map { RuleFormMistake(.currencyUnknown, at: Field(name: "pay_currency", row: $0)) }
        default: [RuleFormMistake(.refusal(error))]
        }
    }
}

extension RuleFormMistake.Field {
    /// The field of a part of a rule.
    ///
    /// - Parameter pointer: RFC 6901.
    fileprivate init?(pointer: String, _ conditionRows: [Int]?, _ grantRows: [Int]?) {
        let parts = pointer.split(separator: "/")
        var row = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        if let rows = parts.first == "when" ? conditionRows : grantRows, rows.indices.contains(row) {
            row = rows[row]
        }
        switch parts.first {
        case "when": self.init(name: parts.count > 2 ? "when_number" : "when_kind", row: row)
        case "pay": self.init(name: parts.count == 2 ? "pay_currency" : "pay_amount", row: row)
        case "limits": self.init(name: Self.limits[String(parts.last ?? "")] ?? "budget")
        case "hold": self.init(name: "hold_hours")
        case "until": self.init(name: "until")
        default: return nil
        }
    }

    private static let limits = ["per_beneficiary": "per_player", "per_beneficiary_per_day": "per_day"]
}
