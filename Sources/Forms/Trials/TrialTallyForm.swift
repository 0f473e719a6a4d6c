internal import Basics
package import JSON
package import Referrals
internal import Values

/// The result of a trial or a backfill as JSON: in replies, and in `jobs`.
package enum TrialTallyForm {
    package static let reply = Form<TrialTally>(
        "TrialResult", means: "The rewards that a rule would have given; for a backfill, the given ones.",
        showsExample: false
    ) {
        Member(
            "rewards", .count, { $0.given.values.reduce(0) { $0 + $1.rewards } },
            "All rewards, paid at once or after a hold.", sample: 2)
        Member(
            "beneficiaries", .count, orNull: \.beneficiaries,
            "The number of players; null if the database lost the count in a crash.", sample: 1)
        Member(
            "by_day", .array(of: .day), \.dayRows, "Each day with rewards, in order.",
            sample: [["day": "2026-11-21", "currency": "pieces_of_eight", "rewards": 2, "amount": 160]])
        Member(
            "largest", .array(of: .largest), \.largest,
            "The twenty players with the highest sums, in a currency.",
            sample: [
                [
                    "uid": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7", "currency": "pieces_of_eight",
                    "rewards": 2, "amount": 160,
                ]
            ])
        Member(
            "held", .array(of: .held), \.heldRows,
            "Held rewards, which `rewards` includes.",
            sample: [["code": "default_match", "currency": "pieces_of_eight", "rewards": 1, "amount": 80]])
        Member(
            "denied", .array(of: .denied), \.deniedRows, "By the reason.",
            sample: [["code": "weak_match", "currency": "pieces_of_eight", "rewards": 4]])
        Member(
            "difference", .array(of: .difference), \.differences, "For a backfill, only its own rewards.",
            sample: [
                [
                    "currency": "pieces_of_eight", "trial": ["rewards": 2, "amount": 160],
                    "active": ["rewards": 3, "amount": 150], "both": 2,
                ]
            ])
    }

    /// The column `jobs.tally`; an empty object before the job begins.
    package static let stored = RequestForm(
        "", means: "", Field(optional: "rewards", .count), Field(optional: "beneficiaries", .count),
        Field("by_day", .array(of: .day), or: []), Field("largest", .array(of: .largest), or: []),
        Field("held", .array(of: .held), or: []), Field("denied", .array(of: .denied), or: []),
        Field("difference", .array(of: .difference), or: [])
    ) { _, beneficiaries, days, largest, held, denied, differences in
        var tally = TrialTally()
        tally.beneficiaries = beneficiaries
        tally.largest = largest
        for row in days { tally.days[row.key] = row.sum }
        for row in held { tally.held[row.key] = row.sum }
        for row in denied { tally.denied[row.key] = row.sum.rewards }
        for row in differences where row.active.rewards > 0 { tally.active[row.currency] = row.active }
        for row in differences where row.both > 0 { tally.both[row.currency] = row.both }
        return tally
    }
}
