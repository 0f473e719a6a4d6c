internal import Basics
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// How far invites came, all together and by part.
struct FunnelView: JSONOutput, Formed {
    let funnel: Funnel

    static let form = Form<Self>("Funnel", means: "The funnel of invites.") {
        Member(
            "from", .text(.day), { CivilDate(days: Int64($0.funnel.days.lowerBound)).description },
            "The first day.",
            sample: "2026-11-01")
        Member(
            "until", .text(.day), { CivilDate(days: Int64($0.funnel.days.upperBound)).description },
            "The day after the last one.", sample: "2026-11-22")
        Member(
            "by", .openChoice("day", "channel", "campaign"), \.funnel.dimension,
            "What each of the `rows` stands for.",
            sample: "channel")
        Member(
            "counted_until", .time, \.funnel.countedUntil,
            "The time until which steps are counted: now, unless many rows are not counted yet, as after an upgrade.",
            sample: "2026-11-21T12:00:00.000Z")
        Member("total", total)
        Member(
            "rows", { $0.funnel.parts.map(FunnelPartView.init) },
            "The days; or the channels or campaigns, those with the most sign-ups first.",
            sample: [FunnelPartView.example])
    }

    private static let total = Form<Self>("FunnelTotal", means: "The sum of all.", showsExample: false) {
        FunnelSteps.members(of: \.funnel.total)
        Member(
            "players", .count, \.funnel.players, "New players, with and without a referrer.", sample: 2_000)
        Member(
            "k_factor", { KFactorView(factor: KFactor($0.funnel.total, players: $0.funnel.players)) },
            sample: [
                "value": .number(0.09), "numerator": 180, "denominator": 2_000,
                "invites_per_player": .number(0.45), "conversion": .number(0.2),
            ])
    }
}

private struct FunnelPartView: Formed {
    let part: FunnelPart

    static let form = Form<Self>(
        "FunnelRow", means: "The counts of a day, a channel or a campaign.", showsExample: false
    ) {
        Member(
            "day", .text(.day), ifAny: { $0.part.day.map { CivilDate(days: Int64($0)).description } },
            "Only by day.")
        Member(
            "name", as: .string(upTo: 128).orNull, ifAny: { $0.part.day == nil ? .some($0.part.name) : nil },
            "The channel or the campaign; null for all others.", sample: "sms"
        ) { $0.encode(to: &$1) }
        FunnelSteps.members(of: \.part.steps)
        Member(
            "players", .count, ifAny: \.part.players, "New players, with and without a referrer; only by day."
        )
    }
}

extension FunnelSteps {
    /// Those that a total and a part have alike.
    fileprivate static func members<Whole>(
        of steps: @escaping @Sendable (Whole) -> FunnelSteps
    ) -> [Member<Whole>] {
        [
            Member("invites", .count, { steps($0).invites }, "Links made by players.", sample: 900),
            Member("opened", .count, { steps($0).opened }, "The opens of those links.", sample: 1_240),
            Member("claimed", { FunnelClaims(steps: steps($0)) }, sample: FunnelClaims.example),
            Member(
                "anonymous", .count, { steps($0).anonymous },
                "Players with a recorded referrer.", sample: 296),
            Member("signed_up", .count, { steps($0).signedUp }, "Those of them who signed up.", sample: 180),
            Member(
                "rewarded", .count, { steps($0).rewarded },
                "Those of them with the first reward of a rule, of any status.", sample: 175),
        ]
    }
}

private struct FunnelClaims: Formed {
    let steps: FunnelSteps

    static let form = Form<Self>(
        "FunnelClaims", means: "Players who named a referrer at their first start, by confidence.",
        showsExample: false
    ) {
        Member(
            "claim_unique", .count, { $0.by(.claimUnique) }, "By the receipt of a sure match.", sample: 210)
        Member(
            "claim_default", .count, { $0.by(.claimDefault) }, "By a match of the device only.",
            sample: 30)
        Member("claim_weak", .count, { $0.by(.claimWeak) }, "By a match of several candidates.", sample: 12)
        Member("code", .count, { $0.by(.code) }, "By the referrer's code.", sample: 44)
        Member("unproven", .count, { $0.by(.unproven) }, "By the referrer's uid.", sample: 0)
        Member("rejected", .count, { $0.by(nil) }, "The referrer could not be recorded.", sample: 4)
    }

    private func by(_ source: ReferralSource?) -> Int64 { steps.claimed[source] ?? 0 }
}

private struct KFactorView: Formed {
    let factor: KFactor

    static let form = Form<Self>("KFactor", means: "How many new players each player brings.") {
        Member(
            "value", .ratio, orNull: \.factor.value,
            "The numerator divided by the denominator; null without players."
        )
        Member("numerator", .count, \.factor.numerator, "Referred players who signed up.")
        Member("denominator", .count, \.factor.denominator, "New players.")
        Member(
            "invites_per_player", .ratio, orNull: \.factor.invitesPerPlayer,
            "Invites divided by new players; null without players.")
        Member(
            "conversion", .ratio, orNull: \.factor.conversion,
            "Sign-ups for each invite; null without invites.")
    }
}

extension Codec where Value == Double {
    /// A reply's, to a ten-thousandth.
    fileprivate static var ratio: Codec {
        Codec(.number, write: { $1.number(($0 * 10_000).rounded() / 10_000) }, read: { $1.number($0) })
    }
}
