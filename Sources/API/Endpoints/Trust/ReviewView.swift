internal import HTTP
internal import Referrals
internal import Rewards
internal import Values

/// A reward that waits, and why.
struct ReviewView: JSONEncodable {
    let review: Review

    static var schema: Schema {
        .object(
            "Review", means: "A reward that waits for an administrator, and what is known of both players.",
            example: example,
            [
                "reward": RewardView.schema,
                "codes": .array(of: .string(upTo: 63)).means("What speaks against paying it."),
                "referral_source": .openChoice(
                    "claim_unique", "claim_default", "claim_weak", "code", "unproven"
                ).orNull.means("How surely the player was referred."),
                "subject": PartyView.schema,
                "referrer": PartyView.schema.orNull.means("Whoever brought the player."),
                "alike": .count.means(
                    "How many wait for the same rule and codes, this one counted; of the first 10,000."),
            ])
    }

    static var example: JSONValue {
        [
            "reward": RewardView.example, "codes": ["same_network"], "referral_source": "code",
            "subject": PartyView.example, "referrer": PartyView.example, "alike": 12,
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("reward", RewardView(reward: review.reward))
            writer.member("codes", review.reward.codes.names)
            writer.member("referral_source", review.source?.rawValue)
            writer.member("subject", PartyView(party: review.subject))
            writer.member("referrer", review.referrer.map(PartyView.init))
            writer.member("alike", review.alike)
        }
    }
}

private struct PartyView: JSONEncodable {
    let party: Review.Party

    static var schema: Schema {
        .object(
            "ReviewedPlayer", means: "One side of a referral.",
            [
                "uid": .uuid.means("Names the user."),
                "email": .email.atMost(254).orNull.means("Null while anonymous."),
                "created_at": .time.means("When the user signed in for the first time."),
                "highest_level": .integer(0...1_000_000).means("The highest level ever reported."),
                "standing": .openChoice("good", "watched", "blocked").means("What is thought of it."),
                "counts": ReferralCountsView.schema,
            ])
    }

    static var example: JSONValue {
        [
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41", "email": "ben@example.com",
            "created_at": "2026-11-21T12:00:00.000Z", "highest_level": 6, "standing": "good",
            "counts": ["referred": 0, "signed_up": 0, "rewarded": 0],
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uid", party.user.uid)
            writer.member("email", party.user.email?.description)
            writer.member("created_at", party.user.createdAt)
            writer.member("highest_level", Int64(party.user.progress.highestLevel))
            writer.member("standing", party.standing.rawValue)
            writer.member("counts", ReferralCountsView(counts: party.counts))
        }
    }
}
