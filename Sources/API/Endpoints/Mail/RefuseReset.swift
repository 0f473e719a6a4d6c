internal import HTTP
internal import Service

/// The calling user refuses a new password that somebody has asked for by mail.
struct RefuseReset: Endpoint {
    let recovery: RecoveryService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        try await serving { () throws(AccountError) in try await recovery.refuseReset(of: uid) }
        return .noContent
    }
}

extension RefuseReset {
    var operation: Operation {
        Operation(
            "refuseReset", .users, "Refuse a new password that waits",
            """
            A reset by an e-mail that was never verified waits for 72 hours where somebody uses the account: \
            `reset_at` of the user says until when. Whoever is signed in can refuse it.
            """
        )
        .gives(204, "The password stays; also where no other waited.")
    }
}
