internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// A page of all rewards that wait for an administrator, newest first.
struct ListHeldRewards: Endpoint {
    struct Input: QueryInput {
        let page: PageInput

        init(_ fields: inout Fields) {
            _ = fields.optionalValue("status", Values.heldStatus)
            page = PageInput(&fields)
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
