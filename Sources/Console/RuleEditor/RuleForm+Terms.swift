internal import Referrals
internal import Values

/// All that is wrong with a form.
struct RuleFormMistakes: Error {
    let all: [RuleForm.Mistake]
}

extension RuleForm {
    /// The terms; all mistakes at once.
    func terms() throws(RuleFormMistakes) -> RuleTerms {
        var mistakes: [Mistake] = []
        func read<Value>(_ text: String, _ word: Word, _ parse: (String) -> Value?) -> Value? {
            guard !text.isEmpty else { return nil }
            let value = parse(text)
            if value == nil { mistakes.append(Mistake(word: word)) }
            return value
        }
        let when = conditions.map(\.condition)
        if when.contains(where: { $0 == nil }) { mistakes.append(Mistake(word: .conditionWrong)) }
        let pay = grants.map(\.grant)
        if pay.contains(where: { $0 == nil }) { mistakes.append(Mistake(word: .grantWrong)) }
        let limits = RuleTerms.Limits(
            perBeneficiary: read(perPlayer, .limitWrong, Self.positive),
            perBeneficiaryPerDay: read(perDay, .limitWrong, Self.positive),
            budget: read(budget, .limitWrong, Self.positive))
        let terms = RuleTerms(
            description: description, when: when.compactMap(\.self), pay: pay.compactMap(\.self),
            players: RuleTerms.Players(rawValue: players) ?? .all, from: read(from, .timeWrong, Self.time),
            until: read(until, .timeWrong, Self.time), limits: limits,
            holdHours: read(holdHours, .holdWrong) { Self.number($0, in: RuleTerms.holdHoursRange) } ?? 0)
        if description.unicodeScalars.count > RuleTerms.descriptionCharactersMax {
            mistakes.append(Mistake(word: .descriptionTooLong))
        }
        if mistakes.isEmpty {
            mistakes = terms.mistakes.map { Mistake(word: .ruleMistake, text: $0.detail) }
        }
        guard mistakes.isEmpty else { throw RuleFormMistakes(all: mistakes) }
        return terms
    }

    private static func positive(_ text: String) -> Int64? { number(text, in: 1...Int64.max) }

    private static func number(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
        Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func time(_ text: String) -> Timestamp? {
        RFC3339.parse(text.count == 16 ? "\(text):00Z" : "\(text)Z") ?? RFC3339.parse(text)
    }
}
