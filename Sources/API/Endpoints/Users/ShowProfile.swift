internal import Accounts
internal import Batching
internal import HTTP
internal import JSON

/// The calling user's own profile.
struct ShowProfile: Endpoint {
    let profiles: ProfileService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> ProfileView {
        let uid = try call.user()
        return ProfileView(
            profile: try await mappingErrors { () throws(InfrastructureError) in
                try await profiles.profile(of: uid)
            })
    }
}

extension ShowProfile {
    var operation: Operation {
        Operation("showProfile", .users, "Show the user's profile")
            .gives("Null for values that aren't shown.")
    }
}
