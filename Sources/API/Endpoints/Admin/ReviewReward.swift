internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Pays a held reward or voids it once, and records who did. Repeating the call changes nothing.
struct ReviewReward: RepeatableEndpoint {
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
            reward: try await mappingErrors { () throws(RewardError) in try await rewards.review(review) })
    }
}

extension ReviewReward {
    var repeatable: [RepeatableCall] { [decision == .release ? .rewardRelease : .rewardVoid] }

    var operation: Operation {
        words
            .takes(.path("id", .uuid, "Identifies the reward."))
            .gives("The reward as it is now. Repeating the call returns the same.")
            .refuses(.notFound)
            .refuses(
                "The other decision was made before, or the reward was never held. `reward_status` is its "
                    + "status.",
                RewardError.rewardNotHeld(.void).problem)
    }

    private var words: Operation {
        switch decision {
        case .release:
            Operation(
                "releaseReward", .administration, "Release a held reward",
                "In one transaction: the reward, the ledger, the balance, the rule's decision, the audit."
            )
            .takes(["reason": "Reviewed by an administrator"])
        case .void:
            Operation(
                "voidReward", .administration, "Void a held reward",
                "It will never be paid. Written to the audit with the key that did it."
            )
            .takes(["reason": "Two devices of one person"])
        }
    }
}
