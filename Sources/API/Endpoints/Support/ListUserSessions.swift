internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// The sessions of a user, to administrators.
struct ListUserSessions: Endpoint {
    typealias Output = ListSessions.Output

    let support: SupportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let all = try await mappingErrors { () throws(AccountError) in try await support.sessions(of: uid) }
        return Output(sessions: all, current: nil)
    }
}

extension ListUserSessions {
    var operation: Operation {
        Operation("listUserSessions", .administration, "List a user's sessions")
            .gives("The sessions; `current` is false for each.")
            .refuses(.notFound)
    }
}
