internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting
internal import Rewards
internal import Values

/// All that a user's app shows: a stream begins with it.
struct UserStateReader {
    let accounts: AccountService
    let money: MoneyService
    let reports: ReportService

    func state(of uid: UserID) async throws(Problem) -> UserStateView {
        let user = try await mappingErrors { () throws(AccountError) in
            OwnUserView(user: try await accounts.user(uid), details: try await accounts.details(of: uid))
        }
        return try await mappingErrors { () throws(InfrastructureError) in
            UserStateView(
                user: user, balances: try await money.balances(of: uid),
                counts: try await reports.referralCounts(of: uid))
        }
    }
}

struct UserStateView: Formed {
    let user: OwnUserView
    let balances: [Balance]
    let counts: ReferralCounts

    static let form = Form<Self>("UserState", means: "The user, its balances and its referrals.") {
        Member("balances", { BalancesView(balances: $0.balances) }, sample: ["pieces_of_eight": 50])
        Member("user", \.user)
        Member("counts", { ReferralCountsView(counts: $0.counts) })
    }
}
