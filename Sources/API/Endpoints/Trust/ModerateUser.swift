internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Says what is thought of a user: `watched` holds all it would be paid, `blocked` denies it and refuses its
/// tokens.
struct ModerateUser: Endpoint {
    struct Input: FormedInput {
        let status: ModerationStatus
        let reason: String

        static let form = RequestForm(
            "StandingRequest", means: "A user's moderation status, and the reason.",
            Field("standing", .moderationStatus, sample: "watched"),
            Field("reason", .wordyReason, sample: "Forty friends from one school")
        ) { Input(status: $0, reason: $1) }
    }

    struct Output: JSONOutput, Formed {
        let status: ModerationStatus

        static let form = Form<Self>("StandingReply", means: "A user's moderation status.") {
            Member("standing", .openChoice("good", "watched", "blocked"), \.status, "As it is now.")
        }
    }

    let trust: TrustService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        try await mappingErrors { () throws(ModerationError) in
            try await trust.set(input.status, of: uid, because: input.reason, by: call.actor)
        }
        return Output(status: input.status)
    }
}

extension ModerateUser {
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

extension Codec where Value == ModerationStatus {
    static var moderationStatus: Codec {
        .choice("good", "watched", "blocked").named("Standing", "A user's moderation status.")
    }
}
