internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Replaces what the calling user shows of itself to those it invites.
struct SetProfile: Endpoint {
    struct Input: FormedInput {
        let profile: UserProfile

        static let form = RequestForm(
            "ProfileRequest", means: "The values to show. An absent or null one is no longer shown.",
            Field(optional: "full_name", .personName, sample: "Anne Bonny"),
            Field(optional: "short_name", .personName, sample: "Anne"),
            Field(
                optional: "image_url", .secureURL, "A picture; https.", sample: "https://example.com/anne.png"
            ),
            Field(
                "public", .boolean, or: false,
                "Whether everyone may see it, as on a leaderboard. Default: only people that the user "
                    + "invites."
            )
        ) { Input(profile: UserProfile(fullName: $0, shortName: $1, imageURL: $2, isPublic: $3)) }
    }

    let profiles: ProfileService

    func respond(to input: Input, on call: Call) async throws(Problem) -> ProfileView {
        let uid = try call.user()
        try await mappingErrors { () throws(InfrastructureError) in
            try await profiles.set(input.profile, of: uid)
        }
        return ProfileView(profile: input.profile)
    }
}

extension SetProfile {
    var operation: Operation {
        Operation(
            "setProfile", .users, "Set the user's profile",
            """
            Replaces the whole profile. It is only shown for unique matches, on the pages of invites and in \
            their texts; with `public` also on leaderboards.
            """
        )
        .gives("The profile from now on.")
    }
}
