internal import Accounts
internal import HTTP
internal import JSON

/// Cancels the deletion of the calling user.
struct CancelDeletion: Endpoint {
    let deletion: AccountDeletionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        try await mappingErrors { () throws(AccountDeletionError) in try await deletion.stay(uid) }
        return .noContent
    }
}

extension CancelDeletion {
    var operation: Operation {
        Operation(
            "cancelDeletion", .users, "Cancel the deletion of the calling user",
            "Cancels `DELETE /v1/users/me`, like signing in. Refreshing a session does not."
        )
        .gives(204, "The user stays. The reply is the same without a pending deletion.")
    }
}
