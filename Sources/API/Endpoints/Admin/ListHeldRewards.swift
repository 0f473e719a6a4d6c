internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Service

/// A page of all rewards that wait for an administrator, newest first.
struct ListHeldRewards: Endpoint {
    struct Input: EndpointInput {
        let page: PageInput

        static func read(_ request: Request) throws(Problem) -> Input {
            var fields = Fields(request.query)
            _ = fields.optionalValue("status", Values.heldStatus)
            let page = PageInput(&fields)
            try fields.finish()
            return Input(page: page)
        }
    }

    struct Output: JSONOutput {
        let page: Page<Reward, UUID>

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("rewards", page.items.map(RewardView.init))
                writer.member("next_cursor", page.next?.lowercaseText)
            }
        }
    }

    let rewards: RewardService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.page.cursor { UUID(text: $0) }
        return Output(
            page: try await serving { () throws(ServiceError) in
                try await rewards.held(after: cursor, limit: input.page.limit)
            })
    }
}
