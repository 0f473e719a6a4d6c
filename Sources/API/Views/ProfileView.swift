internal import HTTP
internal import JSON
internal import Links
internal import Referrals

/// `{profile}`: what a user shows of itself to those it invites.
struct ProfileView: JSONOutput, Formed {
    let profile: UserProfile

    static let form = Form<Self>("ProfileReply", means: "The profile.") {
        Member("profile", { ProfileFields(profile: $0.profile, isOwn: true) }, sample: ProfileFields.example)
    }
}

struct ProfileFields: Formed {
    let profile: UserProfile
    let isOwn: Bool

    static let form = Form<Self>(
        "Profile", means: "What a user shows to the people that it invites.", showsExample: false
    ) {
        Member(
            "full_name", .string(upTo: 200), orNull: \.profile.fullName,
            "Such as `Anne Bonny`; null if not shown.",
            sample: "Anne Bonny")
        Member(
            "short_name", .string(upTo: 200), orNull: \.profile.shortName,
            "Such as `Anne`; null if not shown.",
            sample: "Anne")
        Member(
            "image_url", .text(.uri.atMost(7168)), orNull: \.profile.imageURL?.description,
            "An image; null if not shown.", sample: "https://example.com/anne.png")
        Member(
            "public", .boolean, ifAny: { $0.isOwn ? $0.profile.isPublic : nil },
            "Whether everyone may see it, as on a leaderboard. Present only on the user's own profile.",
            sample: false)
    }
}
