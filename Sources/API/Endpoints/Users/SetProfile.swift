internal import HTTP
internal import Referrals
internal import Service

/// Replaces what the calling user shows of itself to those it invites.
struct SetProfile: Endpoint {
    struct Input: BodyInput {
        let profile: UserProfile

        init(_ fields: inout Fields) throws(Problem) {
            profile = UserProfile(
                fullName: fields.optionalValue("full_name", Values.personName),
                shortName: fields.optionalValue("short_name", Values.personName),
                imageURL: fields.optionalValue("image_url", LinkValues.secureURL))
            try fields.finish()
        }
    }

    let profiles: ProfileService

    func respond(to input: Input, on call: Call) async throws(Problem) -> ProfileView {
        let uid = try call.user()
        try await serving { () throws(ServiceError) in try await profiles.set(input.profile, of: uid) }
        return ProfileView(profile: input.profile)
    }
}
