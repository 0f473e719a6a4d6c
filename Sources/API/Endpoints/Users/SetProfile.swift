internal import Accounts
internal import Batching
internal import HTTP
internal import Referrals

/// Replaces what the calling user shows of itself to those it invites.
struct SetProfile: Endpoint {
    struct Input: BodyInput {
        let profile: UserProfile

        static var schema: Schema {
            .closed(
                "ProfileRequest", means: "What to show; whatever is absent or null is shown no more.",
                [
                    "full_name": .personName.orNone,
                    "short_name": .personName.orNone,
                    "image_url": .uri.atMost(7168).word("pattern", "^[Hh][Tt][Tt][Pp][Ss]://").means(
                        "A picture; https."
                    ).orNone,
                    "public": .boolean.means(
                        "Whether everybody may see it, as on a leaderboard; only whom the user invites unless told."
                    ).orNone,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            profile = UserProfile(
                fullName: fields.optionalValue("full_name", FieldValues.personName),
                shortName: fields.optionalValue("short_name", FieldValues.personName),
                imageURL: fields.optionalValue("image_url", LinkValues.secureURL),
                isPublic: fields.optionalBool("public") ?? false)
            try fields.finish()
        }
    }

    let profiles: ProfileService

    func respond(to input: Input, on call: Call) async throws(Problem) -> ProfileView {
        let uid = try call.user()
        try await serving { () throws(CallFailure) in try await profiles.set(input.profile, of: uid) }
        return ProfileView(profile: input.profile)
    }
}

extension SetProfile {
    var operation: Operation {
        Operation(
            "setProfile", .users, "Choose what to show to those one invites",
            """
            Replaces the whole. It is shown for unique matches alone, on the pages of invites, and in their \
            texts; with `public` on leaderboards, too.
            """
        )
        .takes([
            "full_name": "Anne Bonny",
            "short_name": "Anne",
            "image_url": "https://example.com/anne.png",
        ])
        .gives("What is shown from now on.")
    }
}
