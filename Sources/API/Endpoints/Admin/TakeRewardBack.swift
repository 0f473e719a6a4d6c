internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Takes a paid reward back, with a trace of who did; once, and the same again changes nothing.
struct TakeRewardBack: Endpoint {
    struct Input: FormedInput {
        let reason: String
        let shortfall: RewardReversal.Shortfall

        static let form = RequestForm(
            "ReversalRequest", means: "Why, and what becomes of it where too little is there.",
            Field("reason", .wordyReason, sample: "A ring of accounts"),
            Field(
                "shortfall", .shortfall, or: .refuse, "What becomes of it where too little is there.",
                sample: "take_what_is_there")
        ) { Input(reason: $0, shortfall: $1) }
    }

    let rewards: RewardService

    func respond(to input: Input, on call: Call) async throws(Problem) -> ReviewReward.Output {
        let reversal = RewardReversal(
            uid: try call.pathUser(), rewardID: try call.pathID(), shortfall: input.shortfall,
            reason: input.reason, actor: call.actor)
        return ReviewReward.Output(
            reward: try await serving { () throws(RewardError) in try await rewards.reverse(reversal) })
    }
}

extension TakeRewardBack {
    var operation: Operation {
        Operation(
            "reverseReward", .administration, "Take a paid reward back",
            """
            In one transaction: the reward, an entry of the kind `reversal`, the balance, the audit. The rule stays \
            decided: it pays nothing for the same player again.
            """
        )
        .takes(.path("id", .uuid, "Names the reward."))
        .gives(
            "The reward as it is now; the same again gives the same.",
            example: ["reward": RewardView.reversedExample]
        )
        .refuses(.notFound)
        .refuses(
            """
            There is less than the reward, and `balance` says how much; or it was never paid, and `reward_status` says \
            what it is.
            """,
            RewardError.insufficientBalance(balance: 30).problem, RewardError.rewardNotPaid(.held).problem)
    }
}

extension Codec where Value == RewardReversal.Shortfall {
    fileprivate static var shortfall: Codec {
        .choice("refuse", "take_what_is_there").named(
            "Shortfall",
            """
            Where the balance is smaller than the reward: nothing is taken, also unless told, or all \
            that is there; the rest is then kept on the reward as `unrecovered`.
            """)
    }
}
