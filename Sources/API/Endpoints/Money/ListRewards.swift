internal import Accounts
internal import Batching
internal import HTTP
internal import Referrals
internal import Rewards

/// A page of a user's rewards, those for the newest players first; a held one waits for an administrator.
struct ListRewards: Endpoint {
    struct Input: QueryInput {
        let status: Reward.Status?
        let page: PageInput

        static var parameters: [Parameter] {
            [
                .query("status", .rewardStatus, "Those that stand so alone.")
            ] + PageInput.parameters
        }

        init(_ fields: inout Fields) {
            status = fields.optionalValue("status", FieldValues.rewardStatus)
            page = PageInput(&fields)
        }
    }

    struct Output: JSONOutput {
        let page: Page<Reward, RewardPosition>
        let showsCodes: Bool

        static var schema: Schema {
            .object(
                "RewardsPage", means: "A page of rewards.",
                [
                    "rewards": .array(of: RewardView.schema).means("In the order that the call says."),
                    "next_cursor": .nextCursor,
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("rewards", page.items.map { RewardView(reward: $0, showsCodes: showsCodes) })
                writer.member("next_cursor", page.next?.cursor)
            }
        }
    }

    let rewards: RewardService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        let cursor = try input.page.cursor(RewardPosition.init(cursor:))
        return Output(
            page: try await serving { () throws(CallFailure) in
                try await rewards.rewards(
                    of: uid, status: input.status, after: cursor, limit: input.page.limit)
            }, showsCodes: subject == .path)
    }
}

extension ListRewards {
    var operation: Operation {
        switch subject {
        case .me:
            Operation(
                "listRewards", .money, "The user's rewards",
                "A held reward waits for an administrator, and is not in the balance."
            )
            .gives("A page, those for the newest players first.")
        case .path, .player:
            Operation("inspectRewards", .administration, "A user's rewards")
                .gives("A page, those for the newest players first.")
                .refuses(.notFound)
        }
    }
}
