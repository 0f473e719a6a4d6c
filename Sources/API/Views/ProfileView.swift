internal import HTTP
internal import Links
internal import Referrals

/// `{profile}`: what a user shows of itself to those it invites.
struct ProfileView: JSONOutput {
    let profile: UserProfile

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("profile", Fields(profile: profile))
        }
    }

    private struct Fields: JSONEncodable {
        let profile: UserProfile

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("full_name", profile.fullName)
                writer.member("short_name", profile.shortName)
                writer.member("image_url", profile.imageURL?.description)
            }
        }
    }
}
