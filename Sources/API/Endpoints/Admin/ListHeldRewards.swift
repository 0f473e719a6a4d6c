internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// A page of all rewards that wait for an administrator, newest first.
struct ListHeldRewards: Endpoint {
    struct Input: QueryInput {
        let page: PageInput

        static var parameters: [Parameter] {
            [
                .query("status", .choice("held"), "`held`, also when absent.")
            ] + PageInput.parameters
        }

        init(_ fields: inout Fields) {
            _ = fields.optionalValue("status", FieldValues.heldStatus)
            page = PageInput(&fields)
        }
    }

    struct Output: JSONOutput {
        let page: Page<Reward, UUID>

        static var schema: Schema { ListRewards.Output.schema }

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
            page: try await serving { () throws(CallFailure) in
                try await rewards.held(after: cursor, limit: input.page.limit)
            })
    }
}

extension ListHeldRewards {
    var operation: Operation {
        Operation("listHeldRewards", .administration, "All rewards that wait for an administrator")
            .gives(
                "A page, newest first.",
                example: [
                    "rewards": [
                        [
                            "id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f50",
                            "rule": "signup",
                            "beneficiary": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                            "role": "referee",
                            "subject": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                            "currency": "pieces_of_eight",
                            "amount": 50,
                            "status": "held",
                            "granted_at": "2026-11-21T12:05:00.000Z",
                            "release_at": .null,
                        ]
                    ],
                    "next_cursor": .null,
                ])
    }
}
