internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Pays a held reward or voids it, with a trace of who did; once, and the same again changes nothing.
struct ReviewReward: Endpoint {
    struct Input: FormedOptionalInput {
        let reason: String

        static var isBodyRequired: Bool { true }

        static let form = RequestForm("SettlementRequest", means: "Why.", Field("reason", .wordyReason)) {
            Input(reason: $0)
        }
    }

    struct Output: JSONOutput, Formed {
        let reward: Reward

        static let form = Form<Self>("RewardReply", means: "A reward.") {
            Member("reward", { RewardView(reward: $0.reward, showsCodes: true) })
        }
    }

    let rewards: RewardService
    let decision: RewardReview.Decision

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let review = RewardReview(
            uid: try call.pathUser(), rewardID: try call.pathID(), decision: decision, reason: input.reason,
            actor: call.actor)
        return Output(
            reward: try await serving { () throws(RewardError) in try await rewards.review(review) })
    }
}

extension ReviewReward {
    var operation: Operation {
        words
            .takes(.path("id", .uuid, "Names the reward."))
            .gives("The reward as it is now; the same again gives the same.")
            .refuses(.notFound)
            .refuses(
                "The reward went the other way, or was never held; `reward_status` says what it is.",
                RewardError.rewardNotHeld(.void).problem)
    }

    private var words: Operation {
        switch decision {
        case .release:
            Operation(
                "releaseReward", .administration, "Pay a held reward",
                "In one transaction: the reward, the ledger, the balance, what became of the rule, the audit."
            )
            .takes(["reason": "Checked by hand"])
        case .void:
            Operation(
                "voidReward", .administration, "Void a held reward",
                "It will never be paid. Written to the audit with the key that did it."
            )
            .takes(["reason": "Two devices of one person"])
        }
    }
}
