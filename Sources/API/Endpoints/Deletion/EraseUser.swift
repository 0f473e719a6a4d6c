internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Values

/// Erases a user at once.
struct EraseUser: Endpoint {
    let deletion: AccountDeletionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.pathUser()
        try await mappingErrors { () throws(AccountDeletionError) in
            if call.isServer {
                try await deletion.eraseMade(uid, by: call.actor)
            } else {
                try await deletion.erase(uid, by: call.actor)
            }
        }
        return .noContent
    }
}

extension EraseUser {
    var operation: Operation {
        Operation(
            "eraseUser", .administration, "Erase a user",
            """
            Like a deletion by the user, at once and permanent. Repeating the call also erases texts written \
            about the player since, such as the reason of a correction. Written to the audit. A server key \
            erases only accounts that were made with an `external_id` and have no password and no identity.
            """
        )
        .gives(204, "The uid is a tombstone.")
        .refuses(.notFound)
        .refuses("The account can delete itself, and a server key was used.", .proofRequired)
    }
}
