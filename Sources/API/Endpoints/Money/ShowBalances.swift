internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// A user's balances, by currency.
struct ShowBalances: Endpoint {
    struct Output: JSONOutput, Formed {
        let uid: UserID
        let balances: [Balance]

        static let form = Form<Self>("BalancesReply", means: "A user's balances.") {
            Member(
                "uid", .uid, \.uid, "The user.",
                sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
            Member("balances", { BalancesView(balances: $0.balances) }, sample: ["pieces_of_eight": 50])
        }
    }

    let money: MoneyService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        return Output(
            uid: uid,
            balances: try await mappingErrors { () throws(InfrastructureError) in
                try await money.balances(of: uid)
            })
    }
}

extension ShowBalances {
    var operation: Operation {
        switch subject {
        case .me:
            Operation("showBalances", .money, "Show balances")
                .gives("The user's balances.")
        case .player:
            Operation("showPlayerBalances", .money, "Show a player's balances")
                .gives("The balances.")
                .refuses(.notFound)
        case .path:
            Operation("inspectBalances", .administration, "Show a user's balances")
                .gives("The balances.")
                .refuses(.notFound)
        }
    }
}
