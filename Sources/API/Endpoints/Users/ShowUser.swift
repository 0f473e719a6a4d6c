internal import HTTP
internal import Referrals
internal import Service

/// The calling user.
struct ShowUser: Endpoint {
    struct Output: JSONOutput {
        let user: User

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("user", UserView(user: user)) }
        }
    }

    let accounts: AccountService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        return Output(user: try await serving { () throws(ServiceError) in try await accounts.user(uid) })
    }
}
