internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Says what is thought of a user: `watched` holds all it would be paid, `blocked` denies it and refuses its
/// tokens.
struct SetStanding: Endpoint {
    struct Input: FormedInput {
        let standing: UserStanding
        let reason: String

        static let form = RequestForm(
            "StandingRequest", means: "A user's moderation status, and the reason.",
            Field("standing", .standing, sample: "watched"),
            Field("reason", .wordyReason, sample: "Forty friends from one school")
        ) { Input(standing: $0, reason: $1) }
    }

    struct Output: JSONOutput, Formed {
        let standing: UserStanding

        static let form = Form<Self>("StandingReply", means: "A user's moderation status.") {
            Member("standing", .openChoice("good", "watched", "blocked"), \.standing, "As it is now.")
        }
    }

    let trust: TrustService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        try await serving { () throws(StandingError) in
            try await trust.set(input.standing, of: uid, because: input.reason, by: call.actor)
        }
        return Output(standing: input.standing)
    }
}

extension SetStanding {
    var operation: Operation {
        Operation(
            "setStanding", .administration, "Set a user's moderation status",
            """
            `watched` holds all later rewards of the user. `blocked` denies them, and the user's tokens get \
            403 `blocked`. Takes effect in every process within a second.
            """
        )
        .gives("As it is now.", example: ["standing": "watched"])
        .refuses(.notFound)
    }
}

extension Codec where Value == UserStanding {
    static var standing: Codec {
        .choice("good", "watched", "blocked").named("Standing", "A user's moderation status.")
    }
}
