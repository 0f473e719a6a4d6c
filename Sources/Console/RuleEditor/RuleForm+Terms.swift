internal import Referrals
internal import Values

/// All that is wrong with a form.
struct RuleFormMistakes: Error {
    let all: [RuleFormMistake]
}

extension RuleForm {
    private typealias Field = RuleFormMistake.Field

    /// The terms; all mistakes at once.
    func terms(in zone: ProgrammeZone) throws(RuleFormMistakes) -> RuleTerms {
        var mistakes = conditionMistakes + grantMistakes
        func read<Value>(_ text: String, _ name: String, _ word: Word, _ parse: (String) -> Value?) -> Value?
        {
            guard !text.isEmpty else { return nil }
            let value = parse(text)
            if value == nil { mistakes.append(RuleFormMistake(word, at: Field(name: name))) }
            return value
        }
        let limits = RuleTerms.Limits(
            perBeneficiary: read(perPlayer, "per_player", .limitWrong, Self.positive),
            perBeneficiaryPerDay: read(perDay, "per_day", .limitWrong, Self.positive),
            budget: read(budget, "budget", .limitWrong, Self.positive))
        let terms = RuleTerms(
            description: description, when: conditions.compactMap(\.condition),
            pay: grants.compactMap(\.grant), players: RuleTerms.Players(rawValue: players) ?? .all,
            from: read(from, "from", .timeWrong) { LocalTime.parse($0, in: zone) ?? RFC3339.parse($0) },
            until: read(until, "until", .timeWrong) { LocalTime.parse($0, in: zone) ?? RFC3339.parse($0) },
            limits: limits,
            holdHours: read(holdHours, "hold_hours", .holdWrong) {
                Self.number($0, in: RuleTerms.holdHoursRange)
            } ?? 0)
        if description.unicodeScalars.count > RuleTerms.descriptionCharactersMax {
            mistakes.append(RuleFormMistake(.descriptionTooLong, at: Field(name: "description")))
        }
        mistakes += mistakesOfSense(terms)
        guard mistakes.isEmpty else { throw RuleFormMistakes(all: mistakes) }
        return terms
    }

    /// Mistakes that the rule has in the rows that could be read. Their number is judged if all could be.
    private func mistakesOfSense(_ terms: RuleTerms) -> [RuleFormMistake] {
        let conditionRows = conditions.indices.filter { conditions[$0].condition != nil }
        let grantRows = grants.indices.filter { grants[$0].grant != nil }
        return terms.mistakes.filter { mistake in
            switch mistake.reason {
            case .conditionsOutOfRange: conditionRows.count == conditions.count
            case .grantsOutOfRange: grantRows.count == grants.count
            default: true
            }
        }.map { RuleFormMistake($0, conditionRows: conditionRows, grantRows: grantRows) }
    }

    private var conditionMistakes: [RuleFormMistake] {
        conditions.enumerated().compactMap { row, condition in
            guard condition.condition == nil else { return nil }
            let kind = RuleConditionKind.all.first { $0.value == condition.kind }
            if kind?.isNamed == true, Milestone(condition.name) == nil {
                return RuleFormMistake(.conditionNameWrong, at: Field(name: "when_name", row: row))
            }
            guard let range = kind?.range else {
                return RuleFormMistake(.conditionUnknown, at: Field(name: "when_kind", row: row))
            }
            return RuleFormMistake(
                .numberRange, at: Field(name: "when_number", row: row), RuleFormMistake.values(of: range))
        }
    }

    private var grantMistakes: [RuleFormMistake] {
        grants.enumerated().compactMap { row, grant in
            guard grant.grant == nil else { return nil }
            if grant.parsedAmount == nil {
                return RuleFormMistake(.ruleAmountWrong, at: Field(name: "pay_amount", row: row))
            }
            return RuleFormMistake(.currencyMissing, at: Field(name: "pay_currency", row: row))
        }
    }

    private static func positive(_ text: String) -> Int64? { number(text, in: 1...Int64.max) }

    private static func number(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
        Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }
}
