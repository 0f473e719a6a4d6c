internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Releases or voids many held rewards, each alone and once.
struct DecideReviews: RepeatableEndpoint {
    struct Input: FormedInput {
        let ids: [UUID]
        let decision: RewardReview.Decision
        let reason: String

        static let form = RequestForm(
            "ReviewRequest", means: "The decision on held rewards.",
            Field(
                "ids", .array(of: .uuid, count: 1...500), "Of the rewards.",
                sample: ["01938f3e-9f20-7e51-8d33-0b1c2d3e4f50"]),
            Field("decision", .reviewDecision, sample: "void"),
            Field("reason", .wordyReason, sample: "Forty accounts of one device")
        ) { Input(ids: $0, decision: $1, reason: $2) }
    }

    struct Output: JSONOutput, Formed {
        let ids: [UUID]
        let results: [Result<Reward, RewardError>]

        static let form = Form<Self>("ReviewReply", means: "The result for each.") {
            Member(
                "results", { zip($0.ids, $0.results).map(ReviewResultView.init) }, "In the order of `ids`.")
        }

    }

    let reviews: ReviewService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        Output(
            ids: input.ids,
            results: try await mappingErrors { () throws(RewardError) in
                try await reviews.decide(
                    input.decision, on: input.ids, because: input.reason, by: call.actor)
            })
    }
}

extension DecideReviews {
    var repeatable: [RepeatableCall] { [.reviews] }

    var operation: Operation {
        Operation(
            "decideReviews", .administration, "Decide reviews",
            """
            Each reward is decided independently. One that already has the other decision gets a problem, \
            and \
            doesn't stop the rest. Repeating the call returns 200.
            """
        )
        .gives(
            "The result for each.",
            example: [
                "results": [
                    [
                        "id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f50", "status": 200,
                        "reward": RewardView.example,
                    ]
                ]
            ])
    }
}

private struct ReviewResultView: Formed {
    let id: UUID
    let result: Result<Reward, RewardError>

    static let form = Form<Self>(
        "ReviewResult", means: "With the status 200 the reward, with others a problem."
    ) {
        Member("id", .uuid, \.id, "Of the reward.")
        Member(
            "status", .integer(200...599), { $0.problem.map { Int64($0.status) } ?? 200 },
            "As for this reward alone.")
        Member("reward", ifAny: \.reward)
        Member("problem", as: Problem.schema, ifAny: \.problem) {
            $0.encode(to: &$1, requestID: nil)
        }
    }

    private var reward: RewardView? {
        (try? result.get()).map { RewardView(reward: $0, showsCodes: true) }
    }

    private var problem: Problem? {
        if case .failure(let error) = result { error.problem } else { nil }
    }
}

extension Codec where Value == RewardReview.Decision {
    fileprivate static var reviewDecision: Codec {
        .choice("release", "void").named("ReviewDecision", "Pay the rewards, or never pay them.")
    }
}
