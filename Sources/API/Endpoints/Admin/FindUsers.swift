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
                "A uid, a referral code, or the start of an e-mail, which finds 1,000 users at most."),
            Field(optional: "email", .emailAddress, "An account's e-mail."),
            Field(optional: "referral_code", .referralCode, "The user's own referral code."),
            Field(optional: "referred_by", .uid, "The referrer's uid."),
            Field(optional: "external_id", .externalID, "The user's id in the app's own back end."),
            Field(optional: "standing", .moderationStatus, "The moderation status."),
            Field(optional: "created_from", .time, "First start at this time or later."),
            Field(optional: "created_until", .time, "First start before this time."), .page
        ) {
            var search = UserSearch()
            (search.text, search.email, search.referralCode, search.referredBy) = ($0, $1, $2, $3)
            (search.externalID, search.status, search.createdFrom, search.createdUntil) = ($4, $5, $6, $7)
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
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await reports.users(input.search, after: cursor, limit: input.page.limit)
            })
    }
}

extension FindUsers {
    var operation: Operation {
        Operation("findUsers", .administration, "Search users")
            .gives("A page.")
    }
}

extension Codec where Value == ReferralCode {
    /// As a person typed it.
    fileprivate static var referralCode: Codec {
        Codec(.typedCode, text: \.description, parse: FieldValues.referralCode)
    }
}
