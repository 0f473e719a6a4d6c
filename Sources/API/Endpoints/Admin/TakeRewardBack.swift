internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Claws a paid reward back once, and records who did. Repeating the call changes nothing.
struct TakeRewardBack: RepeatableEndpoint {
    struct Input: FormedInput {
        let reason: String
        let shortfall: RewardReversal.Shortfall

        static let form = RequestForm(
            "ReversalRequest", means: "The reason, and what to do if the balance is too small.",
            Field("reason", .wordyReason, sample: "A ring of accounts"),
            Field(
                "shortfall", .shortfall, or: .refuse, "What to do if the balance is too small.",
                sample: "take_what_is_there")
        ) { Input(reason: $0, shortfall: $1) }
    }

    let rewards: RewardService

    func respond(to input: Input, on call: Call) async throws(Problem) -> ReviewReward.Output {
        let reversal = RewardReversal(
            uid: try call.pathUser(), rewardID: try call.pathID(), shortfall: input.shortfall,
            reason: input.reason, actor: call.actor)
        return ReviewReward.Output(
            reward: try await mappingErrors { () throws(RewardError) in try await rewards.reverse(reversal) })
    }
}

extension TakeRewardBack {
    var repeatable: [RepeatableCall] { [.rewardReversal] }

    var operation: Operation {
        Operation(
            "reverseReward", .administration, "Reverse a paid reward",
            """
            In one transaction: the reward, an entry of the kind `reversal`, the balance, the audit. The \
            rule's decision stays: it doesn't pay for the same player again.
            """
        )
        .takes(.path("id", .uuid, "Identifies the reward."))
        .gives(
            "The reward as it is now. Repeating the call returns the same.",
            example: ["reward": RewardView.reversedExample]
        )
        .refuses(.notFound)
        .refuses(
            """
            The balance is less than the reward, and `balance` has it; or the reward was never paid, and \
            `reward_status` is its status.
            """,
            RewardError.insufficientBalance(balance: 30).problem, RewardError.rewardNotPaid(.held).problem)
    }
}

extension Codec where Value == RewardReversal.Shortfall {
    fileprivate static var shortfall: Codec {
        .choice("refuse", "take_what_is_there").named(
            "Shortfall",
            """
            If the balance is smaller than the reward: take nothing (the default), or take the whole \
            balance and record the rest on the reward as `unrecovered`.
            """)
    }
}
