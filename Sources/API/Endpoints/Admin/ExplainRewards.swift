internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// One answer to "why was I not paid".
struct ExplainRewards: Endpoint {
    struct Output: JSONOutput, Formed {
        let explanation: RewardExplanation

        static let form = Form<Self>(
            "Explanation", means: "The rewards of a user, given or not, with the reasons."
        ) {
            Member(
                "uid", .uid, \.explanation.user.uid, "The user.",
                sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
            Member(
                "as_referee", { $0.explanation.asReferee.map(RuleExplanationView.init) },
                """
                The user's rewards for itself, not for friends: first the ones given, then those that \
                active rules may still give.
                """,
                sample: [RuleExplanationView.example])
            Member(
                "as_referrer", { $0.explanation.friends.map(FriendView.init) },
                "The same for each friend, newest first; 50 at most.", sample: [])
            Member(
                "has_more_friends", .boolean, \.explanation.hasMoreFriends,
                "Whether the user has more friends than are listed.", sample: false)
        }
    }

    let explanations: ExplanationService
    let accounts: AccountService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let user = try await mappingErrors { () throws(AccountError) in try await accounts.user(uid) }
        return Output(
            explanation: try await mappingErrors { () throws(InfrastructureError) in
                try await explanations.explanation(of: user)
            })
    }
}

extension ExplainRewards {
    var operation: Operation {
        Operation(
            "explainRewards", .administration, "Explain a user's missing rewards",
            """
            For each rule, the rewards given, or the reason why not: as codes, and as a sentence. A reached \
            limit shows only when a reward is about to be given.
            """
        )
        .gives("The explanation.")
        .refuses(.notFound)
    }
}

private struct FriendView: Formed {
    let friend: RewardExplanation.Friend

    static let form = Form<Self>(
        "ExplainedFriend", means: "The rewards of a user for a friend, given or not, with the reasons."
    ) {
        Member("uid", .uid, \.friend.user.uid, "The friend.")
        Member(
            "rules", { $0.friend.rules.map(RuleExplanationView.init) },
            "Each reward that exists or may be given."
        )
    }
}

private struct RuleExplanationView: Formed {
    let explanation: RuleExplanation

    static let form = Form<Self>(
        "RuleExplanation", means: "The state of a reward, or the reason why there is none.",
        showsExample: false
    ) {
        Member("rule", .ruleName, \.explanation.rule, sample: "level-5")
        Member("currency", .currency, \.explanation.currency, sample: "pieces_of_eight")
        Member(
            "outcome", .openChoice("paid", "held", "void", "reversed", "denied", "not_yet"),
            \.explanation.status, "Its current status.", sample: "not_yet")
        Member(
            "codes", .array(of: .string(upTo: 128)), \.explanation.codes,
            "The missing conditions, or the reasons.", sample: ["level_below_5"])
        Member(
            "text", .string(upTo: 4_096), \.explanation.text, "The same as a sentence.",
            sample: "The player has reached level 3 of 5.")
        Member(
            "reward", { $0.explanation.reward.map { RewardView(reward: $0, showsCodes: true) } },
            "Null without a reward.", sample: .null)
    }

}
