internal import Accounts
internal import Batching
internal import HTTP
internal import JSON

/// What the calling user shows of itself to those it invites.
struct ShowProfile: Endpoint {
    let profiles: ProfileService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> ProfileView {
        let uid = try call.user()
        return ProfileView(
            profile: try await serving { () throws(CallFailure) in try await profiles.profile(of: uid) })
    }
}

extension ShowProfile {
    var operation: Operation {
        Operation("showProfile", .users, "What the user shows to those it invites")
            .gives("Null for what it doesn't show.")
    }
}
