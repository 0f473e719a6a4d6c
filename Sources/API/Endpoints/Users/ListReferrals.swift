internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting
internal import Values

/// The referrals of a user: the number, and a page of them, newest first.
struct ListReferrals: Endpoint {
    struct Output: JSONOutput, Formed {
        let counts: ReferralCounts
        let page: Page<ReportService.Referee, UserID>

        static let form = Form<Self>("ReferralsPage", means: "A page of the players that a user referred.") {
            Member("counts", { ReferralCountsView(counts: $0.counts) })
            Member("referrals", { $0.page.items.map(RefereeView.init) }, "Newest first.")
            Member(nextCursor: \.page.next?.cursor)
        }
    }

    let reports: ReportService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        let cursor = try input.cursor(UserID.init(cursor:))
        return try await mappingErrors { () throws(InfrastructureError) in
            Output(
                counts: try await reports.referralCounts(of: uid),
                page: try await reports.referees(of: uid, after: cursor, limit: input.limit))
        }
    }
}

extension ListReferrals {
    var operation: Operation {
        switch subject {
        case .me:
            Operation("listReferrals", .users, "List referrals")
                .gives("The number, and a page.")
        case .path, .player:
            Operation("inspectReferrals", .administration, "List a user's referrals")
                .gives("A page.")
                .refuses(.notFound)
        }
    }
}

struct ReferralCountsView: Formed {
    let counts: ReferralCounts

    static let form = Form<Self>("ReferralCounts", means: "The number of referred players.") {
        Member(
            "referred", .count, \.counts.referred, "All users who named this user as their referrer.",
            sample: 1)
        Member("signed_up", .count, \.counts.signedUp, "Those of them with a credential.", sample: 1)
        Member("rewarded", .count, \.counts.rewarded, "Those for which the referrer was paid.", sample: 1)
    }
}

/// A referred user, as its referrer may see it.
private struct RefereeView: Formed {
    let referee: ReportService.Referee

    static let form = Form<Self>("Referee", means: "A player that a user referred.") {
        Member("uid", .uid, \.referee.user.uid, "The user.", sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
        Member(
            "signed_up", .boolean, { !$0.referee.user.isAnonymous }, "Whether a credential is linked.",
            sample: true)
        Member(
            "highest_level", .integer(0...1_000_000), { Int64($0.referee.user.highestLevel) },
            "The highest level ever reported.", sample: 6)
        Member(
            "rewarded", .boolean, \.referee.isRewarded, "Whether the referrer was paid for this player.",
            sample: true)
        Member(
            "created_at", .time, \.referee.user.createdAt, "The player's first start.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "erased", .boolean, \.referee.user.isErased,
            "Whether the player was deleted, with all personal data.", sample: false)
    }
}
