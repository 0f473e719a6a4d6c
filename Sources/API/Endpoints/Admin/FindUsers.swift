internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting
internal import Values

/// A page of the users that match, newest first.
struct FindUsers: Endpoint {
    struct Input: FormedQuery {
        let search: UserSearch
        let page: PageInput

        static let form = RequestForm(
            query: Field(
                optional: "q", .string(1...254),
                "A uid, a referral code, or the start of an e-mail: of the first 1,000 that begin so."),
            Field(optional: "email", .emailAddress, "Of an account."),
            Field(optional: "referral_code", .referralCode, "A user's own code."),
            Field(optional: "referred_by", .uid, "The uid of a referrer."),
            Field(optional: "external_id", .externalID, "What the app's own back end knows the user by."),
            Field(optional: "standing", .standing, "What administrators think of the user."),
            Field(optional: "created_from", .time, "Who came then or later."),
            Field(optional: "created_until", .time, "Who came before."), .page
        ) {
            var search = UserSearch()
            (search.text, search.email, search.referralCode, search.referredBy) = ($0, $1, $2, $3)
            (search.externalID, search.standing, search.createdFrom, search.createdUntil) = ($4, $5, $6, $7)
            return Input(search: search, page: $8)
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

extension Codec where Value == ReferralCode {
    /// In either case.
    fileprivate static var referralCode: Codec {
        Codec(
            .string.pattern("[0-9A-TV-Za-tv-z]{10}"), text: \.description, parse: FieldValues.referralCode)
    }
}
