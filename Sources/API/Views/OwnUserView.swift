internal import Accounts
internal import HTTP
internal import Referrals

/// A user as it sees itself: with what leads into the account, and what is about to happen to it.
struct OwnUserView: JSONEncodable {
    let user: User
    let details: AccountDetails

    static var schema: Schema {
        .object(
            "OwnUser", means: "The calling player.",
            [
                "identities": .array(of: identity).means("The providers that can sign the player in."),
                "deletion_at": .time.orNull.means(
                    "When the user is erased; null if no deletion is pending."),
                "reset_at": .time.orNull.means(
                    "When a pending password reset takes effect; null if none is pending. "
                        + "`DELETE /v1/users/me/password-reset` refuses it."),
            ], and: UserView.properties)
    }

    private static var identity: Schema {
        .object(
            "LinkedIdentity", means: "A provider that can sign the player in.",
            [
                "provider": .string(1...32).means("As `SHIPMATE_IDENTITY_PROVIDERS` names it."),
                "linked_at": .time.means("When it was linked."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            UserView(user: user).encodeMembers(to: &writer)
            writer.key("identities")
            writer.array { writer in
                for identity in details.identities {
                    writer.object { writer in
                        writer.member("provider", identity.provider)
                        writer.member("linked_at", identity.linkedAt)
                    }
                }
            }
            writer.member("deletion_at", details.deletionAt)
            writer.member("reset_at", details.resetAt)
        }
    }
}
