internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A user as it sees itself: with what leads into the account, and what is about to happen to it.
struct OwnUserView: Described {
    let user: User
    let details: AccountDetails

    static var schema: Schema {
        .object(
            "OwnUser", means: "The calling player.",
            [
                "identities": .array(of: IdentityView.schema).means(
                    "The providers that can sign the player in."),
                "deletion_at": .time.orNull.means(
                    "When the user is erased; null if no deletion is pending."),
                "reset_at": .time.orNull.means(
                    "When a pending password reset takes effect; null if none is pending. "
                        + "`DELETE /v1/users/me/password-reset` refuses it."),
            ], and: UserView.properties)
    }

    private struct IdentityView: Formed {
        let provider: String
        let linkedAt: Timestamp

        static let form = Form<Self>(
            "LinkedIdentity", means: "A provider that can sign the player in."
        ) {
            Member(
                "provider", .string(1...32), \.provider, "The name in `SHIPMATE_IDENTITY_PROVIDERS`."
            )
            Member("linked_at", .time, \.linkedAt, "When it was linked.")
        }
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            UserView(user: user).encodeMembers(to: &writer)
            writer.member(
                "identities",
                details.identities.map { IdentityView(provider: $0.provider, linkedAt: $0.linkedAt) })
            writer.member("deletion_at", details.deletionAt)
            writer.member("reset_at", details.resetAt)
        }
    }
}
