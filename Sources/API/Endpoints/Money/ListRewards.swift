internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// A page of a user's rewards, those for the newest players first; a held one waits for an administrator.
struct ListRewards: Endpoint {
    struct Input: FormedQuery {
        let status: Reward.Status?
        let page: PageInput

        static let form = RequestForm(
            query: Field(optional: "status", .rewardStatus, "Only rewards with this status."), .page
        ) { Input(status: $0, page: $1) }
    }

    struct Output: JSONOutput, Formed {
        let rewards: [Reward]
        let next: String?
        let showsCodes: Bool

        static let form = Form<Self>("RewardsPage", means: "A page of rewards.") {
            Member(
                "rewards",
                { view in view.rewards.map { RewardView(reward: $0, showsCodes: view.showsCodes) } },
                "In the order of the call."
            )
            Member(nextCursor: \.next)
        }
    }

    let rewards: RewardService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        let cursor = try input.page.cursor(RewardPosition.init(cursor:))
        let page = try await mappingErrors { () throws(InfrastructureError) in
            try await rewards.rewards(of: uid, status: input.status, after: cursor, limit: input.page.limit)
        }
        return Output(rewards: page.items, next: page.next?.cursor, showsCodes: subject == .path)
    }
}

extension ListRewards {
    var operation: Operation {
        switch subject {
        case .me:
            Operation(
                "listRewards", .money, "List rewards",
                "A held reward waits for an administrator, and is not in the balance."
            )
            .gives("A page, those for the newest players first.")
        case .path, .player:
            Operation("inspectRewards", .administration, "List a user's rewards")
                .gives("A page, those for the newest players first.")
                .refuses(.notFound)
        }
    }
}
