internal import Accounts
internal import HTTP
internal import JSON

/// The calling user refuses a pending password reset.
struct RefuseReset: Endpoint {
    let recovery: RecoveryService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        try await mappingErrors { () throws(AccountError) in try await recovery.refuseReset(of: uid) }
        return .noContent
    }
}

extension RefuseReset {
    var operation: Operation {
        Operation(
            "refuseReset", .users, "Refuse a pending password reset",
            """
            A reset for an e-mail that was never verified waits 72 hours if a session was used recently. The \
            user's `reset_at` is the time of its effect. Each session of the user can refuse it.
            """
        )
        .gives(204, "The password stays. The reply is the same without a pending reset.")
    }
}
