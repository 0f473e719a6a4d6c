internal import HTTP
internal import Referrals
internal import Service

/// A page of the users that match, newest first.
struct FindUsers: Endpoint {
    struct Input: EndpointInput {
        let search: UserSearch
        let page: PageInput

        static func read(_ request: Request) throws(Problem) -> Input {
            var fields = Fields(request.query)
            let search = UserSearch(
                email: fields.optionalValue("email", Values.email),
                referralCode: fields.optionalValue("referral_code", Values.referralCode),
                referredBy: fields.optionalValue("referred_by", Values.uid))
            let page = PageInput(&fields)
            try fields.finish()
            return Input(search: search, page: page)
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
