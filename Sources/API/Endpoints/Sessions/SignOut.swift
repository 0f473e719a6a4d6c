internal import Accounts
internal import HTTP
internal import JSON

/// Ends the session that the access token belongs to.
struct SignOut: Endpoint {
    let sessions: SessionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        guard let sid = call.session else { throw .noSession }
        try await mappingErrors { () throws(SessionError) in try await sessions.end(uid: uid, sid: sid) }
        return .noContent
    }
}

extension SignOut {
    var operation: Operation {
        Operation("signOut", .sessions, "Sign out")
            .gives(204, "The session's tokens are no longer valid.")
    }
}

extension Problem {
    /// Of a token that only its issuer can end.
    fileprivate static var noSession: Problem {
        var problem = Problem.forbidden
        problem.detail = "This token is an issuer's and has no session here: sign out there."
        return problem
    }
}
