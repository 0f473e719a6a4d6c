internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// Has a user known by no id of the app's own any more.
struct RemoveExternalID: Endpoint {
    let externalIDs: ExternalIDService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.pathUser()
        _ = try await mappingErrors { () throws(AccountError) in
            try await externalIDs.set(nil, of: uid, by: call.actor)
        }
        return .noContent
    }
}

extension RemoveExternalID {
    var operation: Operation {
        Operation(
            "removeExternalID", .administration, "Remove a user's external id",
            "The user stays an account. The id can be used for another user."
        )
        .gives(204, "The user has no external id. The reply is the same if it had none before.")
        .refuses(.notFound)
    }
}
