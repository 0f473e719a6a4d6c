internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// A page of the users that match, newest first.
struct FindUsers: Endpoint {
    struct Input: QueryInput {
        let search: UserSearch
        let page: PageInput

        init(_ fields: inout Fields) {
            search = UserSearch(
                email: fields.optionalValue("email", Values.email),
                referralCode: fields.optionalValue("referral_code", Values.referralCode),
                referredBy: fields.optionalValue("referred_by", Values.uid))
            page = PageInput(&fields)
        }
    }

    struct Output: JSONOutput {
        let page: Page<User, UserID>

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("users", page.items.map(UserView.init))
                writer.member("next_cursor", page.next?.cursor)
            }
        }
    }

    let reports: ReportService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.page.cursor(UserID.init(cursor:))
        return Output(
            page: try await serving { () throws(ServiceError) in
                try await reports.users(input.search, after: cursor, limit: input.page.limit)
            })
    }
}
