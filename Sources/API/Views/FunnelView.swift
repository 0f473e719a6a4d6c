internal import Basics
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// How far invites came, all together and by part.
struct FunnelView: JSONOutput, Formed {
    let funnel: Funnel

    static let form = Form<Self>("Funnel", means: "How far invites came.") {
        Member(
            "from", .text(.day), { CivilDate(days: Int64($0.funnel.days.lowerBound)).description },
            "The first day.",
            sample: "2026-11-01")
        Member(
            "until", .text(.day), { CivilDate(days: Int64($0.funnel.days.upperBound)).description },
            "The first day that is beyond.", sample: "2026-11-22")
        Member(
            "by", .openChoice("day", "channel", "campaign"), \.funnel.dimension, "What `rows` are of.",
            sample: "channel")
        Member(
            "counted_until", .time, \.funnel.countedUntil,
            "Until when steps are counted: now, but for a while after an upgrade.",
            sample: "2026-11-21T12:00:00.000Z")
        Member("total", total)
        Member(
            "rows", { $0.funnel.parts.map(FunnelPartView.init) },
            "Each day; or each channel or campaign, those that brought most first.",
            sample: [FunnelPartView.example])
    }

    private static let total = Form<Self>("FunnelTotal", means: "All together.", showsExample: false) {
        FunnelSteps.members(of: \.funnel.total)
        Member("players", .count, \.funnel.players, "Players who came, brought or not.", sample: 2_000)
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
        "FunnelRow", means: "A day's, a channel's or a campaign's.", showsExample: false
    ) {
        Member(
            "day", .text(.day), ifAny: { $0.part.day.map { CivilDate(days: Int64($0)).description } },
            "By day alone.")
        Member(
            "name", as: .string(upTo: 128).orNull, ifAny: { $0.part.day == nil ? .some($0.part.name) : nil },
            "The channel or the campaign; null for all others.", sample: "sms"
        ) { $0.encode(to: &$1) }
        FunnelSteps.members(of: \.part.steps)
        Member("players", .count, ifAny: \.part.players, "Players who came, brought or not; by day alone.")
    }
}

extension FunnelSteps {
    /// Those that a total and a part have alike.
    fileprivate static func members<Whole>(
        of steps: @escaping @Sendable (Whole) -> FunnelSteps
    ) -> [Member<Whole>] {
        [
            Member("invites", .count, { steps($0).invites }, "Links that players made.", sample: 900),
            Member("opened", .count, { steps($0).opened }, "How often those were opened.", sample: 1_240),
            Member("claimed", { FunnelClaims(steps: steps($0)) }, sample: FunnelClaims.example),
            Member(
                "anonymous", .count, { steps($0).anonymous },
                "Players of whom it is recorded who brought them.", sample: 296),
            Member("signed_up", .count, { steps($0).signedUp }, "Of those, who signed up.", sample: 180),
            Member(
                "rewarded", .count, { steps($0).rewarded },
                "Of those, for whom a rule gave its first reward, whatever became of it.", sample: 175),
        ]
    }
}

private struct FunnelClaims: Formed {
    let steps: FunnelSteps

    static let form = Form<Self>(
        "FunnelClaims", means: "Players who said when they came who brought them, by how surely.",
        showsExample: false
    ) {
        Member(
            "claim_unique", .count, { $0.by(.claimUnique) }, "By the receipt of a sure match.", sample: 210)
        Member(
            "claim_default", .count, { $0.by(.claimDefault) }, "By a match that fits the device alone.",
            sample: 30)
        Member("claim_weak", .count, { $0.by(.claimWeak) }, "By a match of several that fit.", sample: 12)
        Member("code", .count, { $0.by(.code) }, "By the referrer's code.", sample: 44)
        Member("unproven", .count, { $0.by(.unproven) }, "By the referrer's uid.", sample: 0)
        Member("rejected", .count, { $0.by(nil) }, "It could not be recorded.", sample: 4)
    }

    private func by(_ source: ReferralSource?) -> Int64 { steps.claimed[source] ?? 0 }
}

private struct KFactorView: Formed {
    let factor: KFactor

    static let form = Form<Self>("KFactor", means: "How many players each player brings.") {
        Member(
            "value", .ratio, orNull: \.factor.value, "The numerator by the denominator; null without players."
        )
        Member("numerator", .count, \.factor.numerator, "Players who were brought and signed up.")
        Member("denominator", .count, \.factor.denominator, "Players who came.")
        Member("invites_per_player", .ratio, orNull: \.factor.invitesPerPlayer, "Invites by players.")
        Member(
            "conversion", .ratio, orNull: \.factor.conversion, "Signed up, by invites; null without invites.")
    }
}

extension Codec where Value == Double {
    /// A reply's, to a ten-thousandth.
    fileprivate static var ratio: Codec {
        Codec(.number, write: { $1.number(($0 * 10_000).rounded() / 10_000) }, read: { $1.number($0) })
    }
}
