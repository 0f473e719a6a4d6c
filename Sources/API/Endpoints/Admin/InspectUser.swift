internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// A user with balances, how many it referred, and what the app said of its own referrer.
struct InspectUser: Endpoint {
    struct Output: JSONOutput {
        let user: User
        let balances: [Balance]
        let counts: ReportService.ReferralCounts

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("user", UserView(user: user))
                writer.member("referral", InspectedReferralView(referral: user.referral))
                writer.member("balances", BalancesView(balances: balances))
                writer.member("counts", ReferralCountsView(counts: counts))
            }
        }
    }

    let accounts: AccountService
    let money: MoneyService
    let reports: ReportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        return try await serving { () throws(ServiceError) in
            Output(
                user: try await accounts.user(uid), balances: try await money.balances(of: uid),
                counts: try await reports.referralCounts(of: uid))
        }
    }
}

/// A referral with the value that was rejected.
private struct InspectedReferralView: JSONEncodable {
    let referral: Referral

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("status", referral.status.rawValue)
            writer.member("referred_by", referral.referredBy?.description)
            writer.member("reason", referral.rejection?.rawValue)
            writer.member("claimed", referral.rejectedName)
            writer.member("match_confidence", referral.matchConfidence?.rawValue)
        }
    }
}
