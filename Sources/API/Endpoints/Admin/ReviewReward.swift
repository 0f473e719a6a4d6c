internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// Pays a held reward or voids it, with a trace of who did; once, and the same again changes nothing.
struct ReviewReward: Endpoint {
    struct Input: OptionalBodyInput {
        let reason: String

        init(_ fields: inout Fields) throws(Problem) {
            let reason = fields.string("reason", length: 1...Posting.reasonCharactersMax)
            self.reason = try fields.finish(reason)
        }
    }

    struct Output: JSONOutput {
        let reward: Reward

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
