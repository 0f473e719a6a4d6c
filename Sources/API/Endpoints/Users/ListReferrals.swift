internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// Whom a user has referred: how many, and a page of them, newest first.
struct ListReferrals: Endpoint {
    struct Output: JSONOutput {
        let counts: ReportService.ReferralCounts
        let page: Page<ReportService.Referee, UserID>

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("counts", ReferralCountsView(counts: counts))
                writer.member("referrals", page.items.map(RefereeView.init))
                writer.member("next_cursor", page.next?.cursor)
            }
        }
    }

    let reports: ReportService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        let cursor = try input.cursor(UserID.init(cursor:))
        return try await serving { () throws(ServiceError) in
            Output(
                counts: try await reports.referralCounts(of: uid),
                page: try await reports.referees(of: uid, after: cursor, limit: input.limit))
        }
    }
}

struct ReferralCountsView: JSONEncodable {
    let counts: ReportService.ReferralCounts

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("referred", counts.referred)
            writer.member("signed_up", counts.signedUp)
            writer.member("rewarded", counts.rewarded)
        }
    }
}

/// A referred user, as much as whoever referred it may see.
private struct RefereeView: JSONEncodable {
    let referee: ReportService.Referee

    func encode(to writer: inout JSONWriter) {
        let user = referee.user
        writer.object { writer in
            writer.member("uid", user.uid)
            writer.member("signed_up", !user.isAnonymous)
            writer.member("highest_level", Int64(user.highestLevel))
            writer.member("rewarded", referee.isRewarded)
            writer.member("created_at", user.createdAt)
        }
    }
}
