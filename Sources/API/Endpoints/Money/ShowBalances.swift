internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// What a user has, by currency.
struct ShowBalances: Endpoint {
    struct Output: JSONOutput {
        let uid: UserID
        let balances: [Balance]

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("uid", uid.description)
                writer.member("balances", BalancesView(balances: balances))
            }
        }
    }

    let money: MoneyService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        return Output(
            uid: uid,
            balances: try await serving { () throws(ServiceError) in try await money.balances(of: uid) })
    }
}
