internal import Basics
internal import HTTP
internal import Referrals
internal import Values

/// A trial, or a backfill, as administrators see one.
struct TrialView: Formed {
    let job: Job

    static let form = Form<Self>(
        "Trial", means: "A rule that is tried on recorded facts, or that pays what it owes."
    ) {
        Member("id", .uuid, \.job.id, "Identifies it.", sample: "01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5d")
        Member(
            "kind", .openChoice("trial", "backfill"), \.job.kind, "A backfill pays, a trial does not.",
            sample: "trial")
        Member("rule", .ruleName, \.job.rule.name, sample: "level-5")
        Member(
            "state", .openChoice("waiting", "running", "done", "failed"), \.job.state,
            "Waits until a process starts it, usually within a second.", sample: "done")
        Member(
            "reason", .openChoice("interrupted", "rule_not_active", "internal_error"), orNull: \.job.failure,
            "The reason of the failure. `interrupted`: its process ended; start it again.", sample: .null)
        Member(
            "progress", .number, { Double($0.job.progressPermille) / 1_000 }, "From 0 to 1.",
            sample: .number(1))
        Member(
            "from", .time, orNull: \.job.from, "The facts that it replays.",
            sample: "2026-11-01T00:00:00.000Z")
        Member("until", .time, orNull: \.job.until, "And before this time.", sample: .null)
        Member(
            "created_at", .time, \.job.madeAt, "When it was requested.", sample: "2026-11-22T12:00:00.000Z")
        Member("created_by", .string(upTo: 1_024), \.job.madeBy, "The requesting key.", sample: "key console")
        Member(
            "ended_at", .time, orNull: \.job.endedAt, "When it was done, or failed.",
            sample: "2026-11-22T12:00:12.000Z")
        Member("result", \.result, "The result, once it is done.", sample: TrialResultView.example)
    }

    /// The payments of a failed backfill stay.
    private var result: TrialResultView? {
        let isKept = job.state == .done || (job.kind == .backfill && job.state == .failed)
        return isKept ? TrialResultView(tally: job.tally) : nil
    }
}

private struct TrialResultView: Formed {
    let tally: TrialTally

    static let form = Form<Self>(
        "TrialResult", means: "The rewards that a rule would have given; for a backfill, the given ones.",
        showsExample: false
    ) {
        Member(
            "rewards", .count, { $0.tally.given.values.reduce(0) { $0 + $1.rewards } },
            "All rewards, paid at once or after a hold.", sample: 2)
        Member(
            "beneficiaries", .count, orNull: \.tally.beneficiaries,
            "The number of players; null if the database lost the count in a crash.", sample: 1)
        Member(
            "by_day", \.days, "Each day with rewards, in order.",
            sample: [["day": "2026-11-21", "currency": "pieces_of_eight", "rewards": 2, "amount": 160]])
        Member(
            "largest", { $0.tally.largest.map(LargestView.init) },
            "The twenty players with the highest sums, in a currency.",
            sample: [
                [
                    "uid": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7", "currency": "pieces_of_eight",
                    "rewards": 2, "amount": 160,
                ]
            ])
        Member(
            "held", \.held, "Held rewards, which `rewards` includes.",
            sample: [["code": "default_match", "currency": "pieces_of_eight", "rewards": 1, "amount": 80]])
        Member(
            "denied", \.denied, "By the reason.",
            sample: [["code": "weak_match", "currency": "pieces_of_eight", "rewards": 4]])
        Member(
            "difference", \.differences, "Null for a backfill, except for its rewards.",
            sample: [
                [
                    "currency": "pieces_of_eight", "trial": ["rewards": 2, "amount": 160],
                    "active": ["rewards": 3, "amount": 150], "both": 2,
                ]
            ])
    }

    private var days: [DayView] {
        tally.days.sorted { $0.key < $1.key }.map {
            DayView(day: $0.key.part, currency: $0.key.currency, sum: $0.value)
        }
    }

    private var held: [HeldView] {
        tally.held.sorted { $0.key < $1.key }.map {
            HeldView(code: $0.key.part, currency: $0.key.currency, sum: $0.value)
        }
    }

    private var denied: [DeniedView] {
        tally.denied.sorted { $0.key < $1.key }.map {
            DeniedView(code: $0.key.part, currency: $0.key.currency, rewards: $0.value)
        }
    }

    private var differences: [DifferenceView] {
        Set(tally.given.keys).union(tally.active.keys).sorted { $0.description < $1.description }.map {
            DifferenceView(
                currency: $0, trial: tally.given[$0] ?? .init(), active: tally.active[$0] ?? .init(),
                both: tally.both[$0] ?? 0)
        }
    }
}

private struct DayView: Formed {
    let day: Int64
    let currency: Currency
    let sum: TrialTally.Sum

    static let form = Form<Self>("TrialDay", means: "A day's rewards.") {
        Member("day", .text(.day), { CivilDate(days: $0.day).description }, "In UTC.")
        Member("currency", .currency, \.currency)
        TrialTally.Sum.members(of: \.sum)
    }
}

private struct LargestView: Formed {
    let largest: TrialTally.Largest

    static let form = Form<Self>("TrialBeneficiary", means: "A player's total.") {
        Member("uid", .uid, \.largest.uid, "Who.")
        Member("currency", .currency, \.largest.currency)
        TrialTally.Sum.members(of: \.largest.sum)
    }
}

private struct HeldView: Formed {
    let code: String
    let currency: Currency
    let sum: TrialTally.Sum

    static let form = Form<Self>("TrialHeld", means: "Held rewards.") {
        Member("code", .string(upTo: 64), \.code, "The reason, in snake_case.")
        Member("currency", .currency, \.currency)
        TrialTally.Sum.members(of: \.sum)
    }
}

private struct DeniedView: Formed {
    let code: String
    let currency: Currency
    let rewards: Int64

    static let form = Form<Self>("TrialDenied", means: "Denied rewards, which are never given.") {
        Member("code", .string(upTo: 64), \.code, "The reason, in snake_case.")
        Member("currency", .currency, \.currency)
        Member("rewards", .count, \.rewards, "The number.")
    }
}

private struct DifferenceView: Formed {
    let currency: Currency
    let trial: TrialTally.Sum
    let active: TrialTally.Sum
    let both: Int64

    static let form = Form<Self>(
        "TrialDifference", means: "Compared with the rewards of the existing rule of that name."
    ) {
        Member("currency", .currency, \.currency)
        Member("trial", { SumsView(sum: $0.trial) }, "By the trial.")
        Member("active", { SumsView(sum: $0.active) }, "By the rule of that name, in the same period.")
        Member("both", .count, \.both, "Rewards of both, for the same player and beneficiary.")
    }
}

private struct SumsView: Formed {
    let sum: TrialTally.Sum

    static let form = Form<Self>("TrialSums", means: "The number and the amount.") {
        TrialTally.Sum.members(of: \.sum)
    }
}

extension TrialTally.Sum {
    fileprivate static func members<Whole>(
        of sum: @escaping @Sendable (Whole) -> TrialTally.Sum
    ) -> [Member<Whole>] {
        [
            Member("rewards", .count, { sum($0).rewards }, "The number."),
            Member("amount", .count, { sum($0).amount }, "The amount."),
        ]
    }
}
