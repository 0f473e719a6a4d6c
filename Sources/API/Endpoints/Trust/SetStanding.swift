internal import HTTP
internal import Referrals
internal import Rewards

/// Says what is thought of a user: `watched` holds all it would be paid, `blocked` denies it and refuses its
/// tokens.
struct SetStanding: Endpoint {
    struct Input: BodyInput {
        let standing: UserStanding
        let reason: String

        static var schema: Schema {
            .closed(
                "StandingRequest", means: "What is thought of a user, and why.",
                ["standing": .standing, "reason": .wordyReason])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let standing = fields.value("standing", FieldValues.standing)
            let reason = fields.wordyReason()
            (self.standing, self.reason) = try fields.finish(standing, reason)
        }
    }

    struct Output: JSONOutput, Formed {
        let standing: UserStanding

        static let form = Form<Self>("StandingReply", means: "What is thought of a user.") {
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
            "setStanding", .administration, "Watch a user, block it, or think well of it again",
            """
            `watched` holds all that the user would be paid from now on, `blocked` denies it and answers its tokens \
            with 403 `blocked`. In every process within a second.
            """
        )
        .takes(["standing": "watched", "reason": "Forty friends from one school"])
        .gives("As it is now.", example: ["standing": "watched"])
        .refuses(.notFound)
    }
}

extension FieldValues {
    static func standing(_ text: String) throws(FieldError) -> UserStanding {
        try require(UserStanding(rawValue: text), "This is one of good, watched and blocked.")
    }
}

extension Schema {
    static var standing: Schema {
        .named("Standing", .choice("good", "watched", "blocked").means("What is thought of a user."))
    }
}
