internal import Basics
internal import JSON
internal import Referrals
internal import Values

/// Rewards of a day, or for a reason, in a currency.
struct TrialRow<Part: Hashable & Comparable & Sendable>: Sendable {
    let key: TrialTally.Key<Part>
    let sum: TrialTally.Sum

    static func codec(
        _ name: String, means meaning: String, _ part: String, _ codec: Codec<Part>, _ partMeaning: String
    ) -> Codec<TrialRow> {
        let form = Form<TrialRow>(name, means: meaning) {
            Member(part, codec, \.key.part, partMeaning)
            Member("currency", .currency, \.key.currency)
            TrialTally.Sum.form.members(of: \.sum)
        }
        let stored = RequestForm(
            name, means: meaning, Field(part, codec), Field("currency", .currency),
            Field(TrialTally.Sum.stored)
        ) { TrialRow(key: TrialTally.Key(part: $0, currency: $1), sum: $2) }
        return Codec(form, stored)
    }
}

/// Rewards of a trial in a currency, and those of the existing rule of that name.
struct TrialDifference: Sendable {
    let currency: Currency
    let trial: TrialTally.Sum
    let active: TrialTally.Sum
    let both: Int64
}

extension TrialTally {
    var dayRows: [TrialRow<Int64>] { Self.rows(days) }
    var heldRows: [TrialRow<String>] { Self.rows(held) }
    var deniedRows: [TrialRow<String>] { Self.rows(denied.mapValues { Sum(rewards: $0) }) }

    private static func rows<Part>(_ sums: [Key<Part>: Sum]) -> [TrialRow<Part>] {
        sums.sorted { $0.key < $1.key }.map { TrialRow(key: $0.key, sum: $0.value) }
    }

    var differences: [TrialDifference] {
        let given = given
        return Set(given.keys).union(active.keys).sorted { $0.description < $1.description }.map {
            TrialDifference(
                currency: $0, trial: given[$0] ?? Sum(), active: active[$0] ?? Sum(), both: both[$0] ?? 0)
        }
    }
}

extension TrialTally.Sum {
    static let form = Form<Self>("TrialSums", means: "The number and the amount.") {
        Member("rewards", .count, \.rewards, "The number.")
        Member("amount", .count, \.amount, "The amount.")
    }

    static let stored = RequestForm(
        "TrialSums", means: "", Field("rewards", .count), Field("amount", .count)
    ) { Self(rewards: $0, amount: $1) }
}

extension Codec where Value == TrialRow<Int64> {
    static var day: Codec {
        TrialRow.codec(
            "TrialDay", means: "A day's rewards.", "day", .dayNumber, "In the programme's time zone.")
    }
}

extension Codec where Value == TrialRow<String> {
    static var held: Codec {
        TrialRow.codec(
            "TrialHeld", means: "Held rewards.", "code", .string(upTo: 64), "The reason, in snake_case.")
    }

    static var denied: Codec {
        let form = Form<Value>("TrialDenied", means: "Denied rewards, which are never given.") {
            Member("code", .string(upTo: 64), \.key.part, "The reason, in snake_case.")
            Member("currency", .currency, \.key.currency)
            Member("rewards", .count, \.sum.rewards, "The number.")
        }
        let stored = RequestForm(
            "TrialDenied", means: "", Field("code", .string(upTo: 64)), Field("currency", .currency),
            Field("rewards", .count)
        ) { Value(key: TrialTally.Key(part: $0, currency: $1), sum: TrialTally.Sum(rewards: $2)) }
        return Codec(form, stored)
    }
}

extension Codec where Value == TrialTally.Largest {
    static var largest: Codec {
        let form = Form<Value>("TrialBeneficiary", means: "A player's total.") {
            Member("uid", .uid, \.uid, "Who.")
            Member("currency", .currency, \.currency)
            TrialTally.Sum.form.members(of: \.sum)
        }
        let stored = RequestForm(
            "TrialBeneficiary", means: "", Field("uid", .uid), Field("currency", .currency),
            Field(TrialTally.Sum.stored)
        ) { Value(uid: $0, currency: $1, sum: $2) }
        return Codec(form, stored)
    }
}

extension Codec where Value == TrialDifference {
    static var difference: Codec {
        let form = Form<Value>(
            "TrialDifference", means: "Compared with the rewards of the existing rule of that name."
        ) {
            Member("currency", .currency, \.currency)
            Member("trial", .sums, \.trial, "By the trial.")
            Member("active", .sums, \.active, "By the rule of that name, in the same period.")
            Member("both", .count, \.both, "Rewards of both, for the same player and beneficiary.")
        }
        let stored = RequestForm(
            "TrialDifference", means: "", Field("currency", .currency), Field("trial", TrialTally.Sum.stored),
            Field("active", TrialTally.Sum.stored), Field("both", .count)
        ) { Value(currency: $0, trial: $1, active: $2, both: $3) }
        return Codec(form, stored)
    }
}

extension Codec where Value == TrialTally.Sum {
    fileprivate static var sums: Codec { Codec(Value.form, Value.stored) }
}

extension Codec where Value == Int64 {
    /// A day as its date.
    fileprivate static var dayNumber: Codec {
        Codec(
            .day, text: { CivilDate(days: $0).description },
            parse: { (text) throws(FieldError) in try FieldValues.day(text).days })
    }
}
