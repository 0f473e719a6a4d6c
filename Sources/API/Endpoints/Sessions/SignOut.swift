internal import HTTP
internal import Service

/// Ends the session that the access token belongs to.
struct SignOut: Endpoint {
    let sessions: SessionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let (uid, sid) = try call.session()
        try await serving { () throws(SessionError) in try await sessions.end(uid: uid, sid: sid) }
        return .noContent
    }
}

extension SignOut {
    var operation: Operation {
        Operation("signOut", .sessions, "End the session that the access token belongs to")
            .gives(204, "The session's tokens are good for nothing any more.")
    }
}
