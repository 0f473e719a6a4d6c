internal import HTTP
internal import Service

/// The calling user doesn't want to be erased after all.
struct Stay: Endpoint {
    let leaving: LeavingService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        try await serving { () throws(LeavingError) in try await leaving.stay(uid) }
        return .noContent
    }
}

extension Stay {
    var operation: Operation {
        Operation(
            "cancelDeletion", .users, "Keep the calling user",
            "Takes `DELETE /v1/users/me` back, as signing in does. Refreshing a session does not."
        )
        .gives(204, "The user stays; also where nobody wanted to delete it.")
    }
}
