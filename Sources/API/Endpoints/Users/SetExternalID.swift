internal import Accounts
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// Has a user known by an id of the app's own back end.
struct SetExternalID: Endpoint {
    struct Input: FormedInput {
        let externalID: ExternalID

        static let form = RequestForm(
            "ExternalIDRequest", means: "The user's id in the app's own back end.",
            Field("external_id", .externalID, "Kept unchanged; case-sensitive.", sample: "player-4711")
        ) { Input(externalID: $0) }
    }

    struct Output: JSONOutput, Formed {
        let user: User
        let rewards: [Reward]

        static let form = Form<Self>(
            "ExternalIDReply", means: "A user with an id of the app's own back end."
        ) {
            Member("user", { UserView(user: $0.user, isForKey: true) })
            Member(
                "rewards", { $0.rewards.views(for: nil) },
                "The rewards that the user's sign-up earned.")
        }
    }

    let externalIDs: ExternalIDService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let (user, rewards) = try await mappingErrors { () throws(AccountError) in
            try await externalIDs.set(input.externalID, of: uid, by: call.actor)
        }
        return Output(user: user, rewards: rewards)
    }
}

extension SetExternalID {
    var operation: Operation {
        Operation(
            "setExternalID", .administration, "Set a user's external id",
            """
            Replaces the previous one. Setting the same one again changes nothing. The first external id of \
            an anonymous user is its sign-up, and earns the same as the first credential. Written to the \
            audit, without the id.
            """
        )
        .gives("The user.")
        .refuses(.notFound)
        .refuses(
            "Another user has it; `uid` is that user.",
            AccountError.externalIDAlreadyInUse(by: .example).problem)
    }
}

extension UserID {
    /// In examples.
    static let example = UserID(UUID(text: "01938f3e-4100-7a10-9b02-13f2c4d5e6a7")!)
}
