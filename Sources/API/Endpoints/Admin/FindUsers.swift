internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting
internal import Values

/// A page of the users that match, newest first.
struct FindUsers: Endpoint {
    struct Input: QueryInput {
        let search: UserSearch
        let page: PageInput

        static var parameters: [Parameter] {
            [
                .query(
                    "q", .string(1...254),
                    "A uid, a referral code, or the start of an e-mail: of the first 1,000 that begin so."
                ),
                .query("email", .email.atLeast(3).atMost(254), "Of an account."),
                .query("referral_code", .string.pattern("[0-9A-TV-Za-tv-z]{10}"), "A user's own code."),
                .query("referred_by", .uuid, "The uid of a referrer."),
                .query("external_id", .externalID, "What the app's own back end knows the user by."),
                .query("standing", .standing, "What administrators think of the user."),
                .query("created_from", .time, "Who came then or later."),
                .query("created_until", .time, "Who came before."),
            ] + PageInput.parameters
        }

        init(_ fields: inout Fields) {
            var search = UserSearch()
            search.text = fields.optionalString("q", length: 1...254)
            search.email = fields.optionalValue("email", FieldValues.email)
            search.referralCode = fields.optionalValue("referral_code", FieldValues.referralCode)
            search.referredBy = fields.optionalValue("referred_by", FieldValues.uid)
            search.externalID = fields.optionalValue("external_id", FieldValues.externalID)
            search.standing = fields.optionalValue("standing", FieldValues.standing)
            search.createdFrom = fields.optionalValue("created_from", FieldValues.time)
            search.createdUntil = fields.optionalValue("created_until", FieldValues.time)
            self.search = search
            page = PageInput(&fields)
        }
    }

    struct Output: JSONOutput, Formed {
        let page: Page<User, UserID>

        static let form = Form<Self>("UsersPage", means: "A page of users.") {
            Member(
                "users", { view in view.page.items.map { UserView(user: $0, isForKey: true) } },
                "Newest first."
            )
            Member(nextCursor: \.page.next?.cursor)
        }
    }

    let reports: ReportService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.page.cursor(UserID.init(cursor:))
        return Output(
            page: try await serving { () throws(CallFailure) in
                try await reports.users(input.search, after: cursor, limit: input.page.limit)
            })
    }
}

extension FindUsers {
    var operation: Operation {
        Operation("findUsers", .administration, "Users that match everything given, newest first")
            .gives("A page.")
    }
}
