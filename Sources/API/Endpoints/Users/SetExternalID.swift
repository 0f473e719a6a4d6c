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
            "ExternalIDRequest", means: "What the app's own back end knows the user by.",
            Field("external_id", .externalID, "Taken as it is; case matters.", sample: "player-4711")
        ) { Input(externalID: $0) }
    }

    struct Output: JSONOutput, Formed {
        let user: User
        let rewards: [Reward]

        static let form = Form<Self>(
            "ExternalIDReply", means: "A user who is known by an id of the app's own."
        ) {
            Member("user", { UserView(user: $0.user, isForKey: true) })
            Member(
                "rewards", { $0.rewards.views(for: nil) },
                "What it earned anybody, where it was the user's sign-up.")
        }
    }

    let externalIDs: ExternalIDService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let (user, rewards) = try await serving { () throws(AccountError) in
            try await externalIDs.set(input.externalID, of: uid, by: call.actor)
        }
        return Output(user: user, rewards: rewards)
    }
}

extension SetExternalID {
    var operation: Operation {
        Operation(
            "setExternalID", .administration, "Have a user known by an id of your own",
            """
            In place of the one before. The same again changes nothing. The first of an anonymous user is its \
            sign-up, as the first credential is, and earns what that earns. Written to the audit, without the id.
            """
        )
        .gives("The user.")
        .refuses(.notFound)
        .refuses(
            "Another user has it; `uid` says who.",
            AccountError.externalIDAlreadyInUse(by: .example).problem)
    }
}

extension UserID {
    /// In examples.
    static let example = UserID(UUID(text: "01938f3e-4100-7a10-9b02-13f2c4d5e6a7")!)
}
