internal import Accounts
internal import HTTP
internal import JSON
internal import Pages

/// Cancels the deletion of the calling user.
struct CancelDeletion: Endpoint {
    let deletion: AccountDeletionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let (uid, language) = (try call.user(), call.pageLanguage.rawValue)
        try await mappingErrors { () throws(AccountDeletionError) in
            try await deletion.stay(uid, in: language)
        }
        return .noContent
    }
}

extension CancelDeletion {
    var operation: Operation {
        Operation(
            "cancelDeletion", .users, "Cancel the deletion of the calling user",
            """
            Cancels `DELETE /v1/users/me`, as signing in does, and refreshing a session does not. The verified \
            e-mail gets a notice.
            """
        )
        .gives(204, "The user stays. The reply is the same without a pending deletion.")
    }
}
