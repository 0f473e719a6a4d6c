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
        Member("id", .uuid, \.job.id, "Names it.", sample: "01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5d")
        Member("kind", .openChoice("trial", "backfill"), \.job.kind, "A backfill pays.", sample: "trial")
        Member("rule", .ruleName, \.job.rule.name, sample: "level-5")
        Member(
            "state", .openChoice("waiting", "running", "done", "failed"), \.job.state,
            "Waits until a process starts it, usually within a second.", sample: "done")
        Member(
            "reason", .openChoice("interrupted", "rule_not_active", "internal_error"), orNull: \.job.failure,
            "Why it failed. `interrupted`: its process ended under it; ask again.", sample: .null)
        Member(
            "progress", .number, { Double($0.job.progressPermille) / 1_000 }, "From 0 to 1.",
            sample: .number(1))
        Member(
            "from", .time, orNull: \.job.from, "Which facts it replays.", sample: "2026-11-01T00:00:00.000Z")
        Member("until", .time, orNull: \.job.until, "And before this.", sample: .null)
        Member(
            "created_at", .time, \.job.madeAt, "When it was asked for.", sample: "2026-11-22T12:00:00.000Z")
        Member("created_by", .string(upTo: 1_024), \.job.madeBy, "By which key.", sample: "key console")
        Member(
            "ended_at", .time, orNull: \.job.endedAt, "When it was done, or failed.",
            sample: "2026-11-22T12:00:12.000Z")
        Member("result", \.result, "Once it is done.", sample: TrialResultView.example)
    }

    /// What a backfill that failed has paid, it has paid.
    private var result: TrialResultView? {
        let isKept = job.state == .done || (job.kind == .backfill && job.state == .failed)
        return isKept ? TrialResultView(tally: job.tally) : nil
    }
}

private struct TrialResultView: Formed {
    let tally: TrialTally

    static let form = Form<Self>(
        "TrialResult", means: "What a rule would have given; of a backfill, what it gave.",
        showsExample: false
    ) {
        Member(
            "rewards", .count, { $0.tally.given.values.reduce(0) { $0 + $1.rewards } },
            "All that are given, at once or after a hold.", sample: 2)
        Member(
            "beneficiaries", .count, orNull: \.tally.beneficiaries,
            "To how many players; null where a crash of the database took the count.", sample: 1)
        Member(
            "by_day", \.days, "Each day that has any, in order.",
            sample: [["day": "2026-11-21", "currency": "pieces_of_eight", "rewards": 2, "amount": 160]])
        Member(
            "largest", { $0.tally.largest.map(LargestView.init) }, "The twenty who get most, in a currency.",
            sample: [
                [
                    "uid": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7", "currency": "pieces_of_eight",
                    "rewards": 2, "amount": 160,
                ]
            ])
        Member(
            "held", \.held, "What would wait for an administrator; `rewards` has it too.",
            sample: [["code": "default_match", "currency": "pieces_of_eight", "rewards": 1, "amount": 80]])
        Member(
            "denied", \.denied, "By why.",
            sample: [["code": "weak_match", "currency": "pieces_of_eight", "rewards": 4]])
        Member(
            "difference", \.differences, "None of a backfill but what it gave.",
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

    static let form = Form<Self>("TrialDay", means: "What a day came to.") {
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

    static let form = Form<Self>("TrialHeld", means: "What would wait.") {
        Member("code", .string(upTo: 64), \.code, "Why, in snake_case.")
        Member("currency", .currency, \.currency)
        TrialTally.Sum.members(of: \.sum)
    }
}

private struct DeniedView: Formed {
    let code: String
    let currency: Currency
    let rewards: Int64

    static let form = Form<Self>("TrialDenied", means: "Denied rewards, which are never given.") {
        Member("code", .string(upTo: 64), \.code, "Why, in snake_case.")
        Member("currency", .currency, \.currency)
        Member("rewards", .count, \.rewards, "How many.")
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
        Member("active", { SumsView(sum: $0.active) }, "By the rule of the name, in the same time.")
        Member("both", .count, \.both, "Rewards of both, each for the same player to the same.")
    }
}

private struct SumsView: Formed {
    let sum: TrialTally.Sum

    static let form = Form<Self>("TrialSums", means: "How many, and how much.") {
        TrialTally.Sum.members(of: \.sum)
    }
}

extension TrialTally.Sum {
    fileprivate static func members<Whole>(
        of sum: @escaping @Sendable (Whole) -> TrialTally.Sum
    ) -> [Member<Whole>] {
        [
            Member("rewards", .count, { sum($0).rewards }, "How many."),
            Member("amount", .count, { sum($0).amount }, "How much."),
        ]
    }
}
