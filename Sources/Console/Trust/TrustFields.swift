internal import HTTP
internal import Referrals

/// The trust settings as the fields of a form.
struct TrustFields {
    static let userEvents = "user_events"

    let fields: Query

    static func name(of number: TrustCheck.Number, in kind: TrustCheck.Kind) -> String {
        "\(kind.rawValue)_\(number.name)"
    }

    /// All fields are there: one that is missing isn't taken for a new installation's value.
    func terms(_ words: Words) throws(ActionRefusal) -> TrustTerms {
        var referrals: [ReferralSource: TrustAction] = [:]
        for source in ReferralSource.allCases { referrals[source] = try action(source.rawValue) }
        var checks: [TrustCheck] = []
        for kind in TrustCheck.Kind.allCases where fields[kind.rawValue] != "" {
            checks.append(TrustCheck(kind, try action(kind.rawValue), try numbers(of: kind, words)))
        }
        return TrustTerms(referrals: referrals, userEvents: try action(Self.userEvents), checks: checks)
    }

    private func action(_ name: String) throws(ActionRefusal) -> TrustAction {
        guard let action = fields[name].flatMap(TrustAction.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        return action
    }

    private func numbers(of kind: TrustCheck.Kind, _ words: Words) throws(ActionRefusal) -> [Int64] {
        var numbers: [Int64] = []
        for number in kind.numbers {
            let text = fields[Self.name(of: number, in: kind)]?.trimmed ?? ""
            guard let value = Int64(text), number.range.contains(value) else {
                throw .wrong(
                    .checkNumberWrong,
                    [
                        ("check", words[.check(kind)]), ("name", words[.number(number)]),
                        ("least", words.number(number.range.lowerBound)),
                        ("most", words.number(number.range.upperBound)),
                    ])
            }
            numbers.append(value)
        }
        return numbers
    }
}
