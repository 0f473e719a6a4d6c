internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// Pays a held reward or voids it, with a trace of who did; once, and the same again changes nothing.
struct ReviewReward: Endpoint {
    struct Input: OptionalBodyInput {
        let reason: String

        static var isBodyRequired: Bool { true }

        static var schema: Schema {
            .closed("SettlementRequest", means: "Why.", ["reason": .string(1...200).means("For the audit.")])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let reason = fields.string("reason", length: 1...Posting.reasonCharactersMax)
            self.reason = try fields.finish(reason)
        }
    }

    struct Output: JSONOutput {
        let reward: Reward

        static var schema: Schema {
            .object("RewardReply", means: "A reward.", ["reward": RewardView.schema])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("reward", RewardView(reward: reward)) }
        }
    }

    let rewards: RewardService
    let decision: RewardReview.Decision

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        guard let id = call.request.parameter("id").flatMap({ UUID(text: $0) }) else { throw .notFound }
        let review = RewardReview(
            uid: uid, rewardID: id, decision: decision, reason: input.reason, actor: call.actor)
        return Output(
            reward: try await serving { () throws(ServiceError) in try await rewards.review(review) })
    }
}

extension ReviewReward {
    var operation: Operation {
        switch decision {
        case .release:
            Operation(
                "releaseReward", .administration, "Pay a held reward",
                """
                In one transaction: the reward, the ledger, the balance, what became of the rule, and the \
                audit.
                """
            )
            .takes(.path("id", .uuid, "Names the reward."))
            .takes(["reason": "Checked by hand"])
            .gives("The reward as it is now; the same again gives the same.")
            .refuses(.notFound)
            .refuses(
                "The reward went the other way, or was never held; `reward_status` says what it is.",
                Problem(.rewardNotHeld(.void)))
        case .void:
            Operation(
                "voidReward", .administration, "Void a held reward",
                "It will never be paid. Written to the audit with the key that did it."
            )
            .takes(.path("id", .uuid, "Names the reward."))
            .takes(["reason": "Two devices of one person"])
            .gives(
                "The reward as it is now; the same again gives the same.",
                example: [
                    "reward": [
                        "id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f50",
                        "rule": "signup",
                        "beneficiary": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                        "role": "referee",
                        "subject": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                        "currency": "pieces_of_eight",
                        "amount": 50,
                        "status": "void",
                        "granted_at": "2026-11-21T12:05:00.000Z",
                    ]
                ]
            )
            .refuses(.notFound)
            .refuses(
                "The reward went the other way, or was never held; `reward_status` says what it is.",
                Problem(.rewardNotHeld(.void)))
        }
    }
}
