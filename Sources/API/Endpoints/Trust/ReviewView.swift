internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// A reward that waits, and why.
struct ReviewView: Formed {
    let review: Review

    static let form = Form<Self>(
        "Review", means: "A reward that waits for an administrator, and information on both players."
    ) {
        Member("reward", { RewardView(reward: $0.review.reward) }, sample: RewardView.example)
        Member(
            "codes", .array(of: .string(upTo: 63)), \.review.reward.codes.names,
            "The reasons against paying it.", sample: ["same_network"])
        Member(
            "referral_source",
            .openChoice(
                "claim_unique", "claim_default", "claim_weak", "code", "unproven"
            ), orNull: \.review.source, "How certain the referral is.", sample: "code")
        Member("subject", { PartyView(party: $0.review.subject) }, sample: PartyView.example)
        Member(
            "referrer", { $0.review.referrer.map(PartyView.init) }, "The referrer.",
            sample: PartyView.example)
        Member(
            "alike", .count, \.review.alike,
            "How many wait for the same rule and codes, this one included; at most 10,000 are counted.",
            sample: 12)
    }
}

private struct PartyView: Formed {
    let party: Review.Party

    static let form = Form<Self>("ReviewedPlayer", means: "One side of a referral.", showsExample: false) {
        Member(
            "uid", .uid, \.party.user.uid, "Identifies the user.",
            sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
        Member(
            "email", .text(.email.atMost(254)), orNull: \.party.user.email?.description,
            "Null while anonymous.", sample: "ben@example.com")
        Member(
            "created_at", .time, \.party.user.createdAt, "The user's first start.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "highest_level", .integer(0...1_000_000), { Int64($0.party.user.progress.highestLevel) },
            "The highest level ever reported.", sample: 6)
        Member(
            "standing", .openChoice("good", "watched", "blocked"), \.party.status, "The moderation status.",
            sample: "good")
        Member(
            "counts", { ReferralCountsView(counts: $0.party.counts) },
            sample: ["referred": 0, "signed_up": 0, "rewarded": 0])
    }
}
