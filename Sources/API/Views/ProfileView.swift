internal import HTTP
internal import Links
internal import Referrals

/// `{profile}`: what a user shows of itself to those it invites.
struct ProfileView: JSONOutput {
    let profile: UserProfile

    static var schema: Schema {
        .object("ProfileReply", means: "What is shown.", example: example, ["profile": .profile])
    }

    static var example: JSONValue {
        [
            "profile": [
                "full_name": "Anne Bonny",
                "short_name": "Anne",
                "image_url": "https://example.com/anne.png",
                "public": false,
            ]
        ]
    }

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
                writer.member("public", profile.isPublic)
            }
        }
    }
}

extension Schema {
    static var profile: Schema {
        .object(
            "Profile", means: "What a user shows of itself to those it invites.",
            [
                "full_name": .string(upTo: 200).orNull.means("Such as `Anne Bonny`; null for nothing."),
                "short_name": .string(upTo: 200).orNull.means("Such as `Anne`; null for nothing."),
                "image_url": .uri.atMost(7168).orNull.means("A picture; null for none."),
                "public": .boolean.means(
                    "Whether everybody may see it, as on a leaderboard; of one's own profile alone."
                ).optional,
            ])
    }
}
