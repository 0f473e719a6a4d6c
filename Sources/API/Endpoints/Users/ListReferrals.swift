internal import Accounts
internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting
internal import Values

/// Whom a user has referred: how many, and a page of them, newest first.
struct ListReferrals: Endpoint {
    struct Output: JSONOutput {
        let counts: ReferralCounts
        let page: Page<ReportService.Referee, UserID>

        static var schema: Schema {
            .object(
                "ReferralsPage", means: "A page of those whom a user referred.",
                [
                    "counts": ReferralCountsView.schema,
                    "referrals": .array(of: RefereeView.schema).means("Newest first."),
                    "next_cursor": .nextCursor,
                ])
        }

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
        return try await serving { () throws(CallFailure) in
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
            Operation("listReferrals", .users, "Whom the calling user referred, newest first")
                .gives("How many, and a page of them.")
        case .path, .player:
            Operation("inspectReferrals", .administration, "Whom a user referred, newest first")
                .gives("A page.")
                .refuses(.notFound)
        }
    }
}

struct ReferralCountsView: JSONEncodable {
    let counts: ReferralCounts

    static var schema: Schema {
        .object(
            "ReferralCounts", means: "How many a user referred.", example: example,
            [
                "referred": .count.means("All who named the user as their referrer."),
                "signed_up": .count.means("Those of them who linked a credential."),
                "rewarded": .count.means("Those for whom the referrer was paid."),
            ])
    }

    static var example: JSONValue {
        ["referred": 1, "signed_up": 1, "rewarded": 1]
    }

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

    static var schema: Schema {
        .object(
            "Referee", means: "Someone whom a user referred.", example: example,
            [
                "uid": .uuid.means("Who it is."),
                "signed_up": .boolean.means("Whether a credential is linked."),
                "highest_level": .integer(0...1_000_000).means("The highest level ever reported."),
                "rewarded": .boolean.means("Whether the referrer was paid for this one."),
                "created_at": .time.means("When this one signed in for the first time."),
                "erased": .boolean.means("Whether this one has left, and nothing of the person is kept."),
            ])
    }

    static var example: JSONValue {
        [
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "signed_up": true,
            "highest_level": 6,
            "rewarded": true,
            "created_at": "2026-11-21T12:00:00.000Z",
            "erased": false,
        ]
    }

    func encode(to writer: inout JSONWriter) {
        let user = referee.user
        writer.object { writer in
            writer.member("uid", user.uid)
            writer.member("signed_up", !user.isAnonymous)
            writer.member("highest_level", Int64(user.highestLevel))
            writer.member("rewarded", referee.isRewarded)
            writer.member("created_at", user.createdAt)
            writer.member("erased", user.isErased)
        }
    }
}
