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

        static let form = Form<Self>("Explanation", means: "What a user was given or not, and why.") {
            Member(
                "uid", .uid, \.explanation.user.uid, "The user.",
                sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
            Member(
                "as_referee", { $0.explanation.asReferee.map(RuleExplanationView.init) },
                "What it was to get for itself: what was given, then what the rules in force may give.",
                sample: [RuleExplanationView.example])
            Member(
                "as_referrer", { $0.explanation.friends.map(FriendView.init) },
                "The same for each friend, the newest first; 50 at most.", sample: [])
            Member(
                "has_more_friends", .boolean, \.explanation.hasMoreFriends,
                "Whether there are more friends than are told of.", sample: false)
        }
    }

    let explanations: ExplanationService
    let accounts: AccountService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let user = try await serving { () throws(AccountError) in try await accounts.user(uid) }
        return Output(
            explanation: try await serving { () throws(CallFailure) in
                try await explanations.explanation(of: user)
            })
    }
}

extension ExplainRewards {
    var operation: Operation {
        Operation(
            "explainRewards", .administration, "Why a user was not paid",
            """
            For each rule, what the user was given, or what is missing: as codes, and as a sentence. Whether a limit \
            is reached is seen only when something is to be given.
            """
        )
        .gives("The answer.")
        .refuses(.notFound)
    }
}

private struct FriendView: Formed {
    let friend: RewardExplanation.Friend

    static let form = Form<Self>(
        "ExplainedFriend", means: "What a user was given for a friend or not, and why."
    ) {
        Member("uid", .uid, \.friend.user.uid, "The friend.")
        Member(
            "rules", { $0.friend.rules.map(RuleExplanationView.init) }, "Each reward that there is or may be."
        )
    }
}

private struct RuleExplanationView: Formed {
    let explanation: RuleExplanation

    static let form = Form<Self>(
        "RuleExplanation", means: "What became of a reward, or why there is none.", showsExample: false
    ) {
        Member("rule", .ruleName, \.explanation.rule, sample: "level-5")
        Member("currency", .currency, \.explanation.currency, sample: "pieces_of_eight")
        Member(
            "outcome", .openChoice("paid", "held", "void", "reversed", "denied", "not_yet"),
            \.explanation.outcome, "What has become of it.", sample: "not_yet")
        Member(
            "codes", .array(of: .string(upTo: 128)), \.explanation.codes,
            "What is missing, or why it is so.", sample: ["level_below_5"])
        Member(
            "text", .string(upTo: 4_096), \.explanation.text, "The same for people.",
            sample: "The player has reached level 3 of 5.")
        Member(
            "reward", { $0.explanation.reward.map { RewardView(reward: $0, showsCodes: true) } },
            "Null where none was made.", sample: .null)
    }

}
