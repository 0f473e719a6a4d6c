package import Postgres

/// The user itself.
package enum OwnUser: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows(
        "users", hiding: ["previous_level", "previous_highest_level", "previous_milestone_count"],
        by: .uuid("uid"))
}

/// How the user signs in.
package enum OwnCredential: OwnTable {
    package static let route = Route.ownExport
    package static let rows = OwnTableRows(
        "credentials", hiding: ["password_hash"],
        where: "t.uid = $1 AND t.email = (SELECT u.email FROM users AS u WHERE u.uid = $1)",
        by: .text("email"))
}

/// Identities of other providers.
package enum OwnIdentities: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("user_identities", by: .text("provider"))
}

/// Identities that the user unlinked lately.
package enum OwnUnlinkedIdentities: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("unlinked_identities", by: .text("provider"), .text("subject"))
}

/// E-mails that the user had before, as hashes.
package enum OwnPastEmails: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("past_emails", by: .bytes("email_hash"))
}

package enum OwnUsedProofs: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows(
        "used_proofs", hiding: ["token_hash", "request_hash"], by: .bytes("token_hash"))
}

package enum OwnFormerPassword: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("credential_changes", hiding: ["password_hash"], by: .uuid("uid"))
}

package enum OwnRecovery: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("recoveries", hiding: ["password_hash"], by: .uuid("uid"))
}

package enum OwnSessions: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows(
        "sessions", hiding: ["token_hash", "previous_token_hash"], by: .uuid("sid"))
}

/// Unsent mails.
package enum OwnMails: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("mails", hiding: ["token"], by: .uuid("id"))
}

/// Purposes of mailed links.
package enum OwnMailTokens: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("mail_tokens", hiding: ["token_hash"], by: .bytes("token_hash"))
}

package enum OwnAddresses: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("known_addresses", by: .bytes("address_hash"))
}

/// Traces for checks; those of the user's referees are theirs.
package enum OwnMarks: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows(
        "sign_up_marks", where: "t.uid = $1 AND t.referee = $1", by: .uuid("uid"))
}

package enum OwnProfile: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("user_profiles", by: .uuid("uid"))
}

/// Players merged into the user.
package enum OwnMergedUsers: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("merged_users", by: .uuid("merged"))
}

/// The account that the user was merged into.
package enum OwnMerge: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows(
        "merges", hiding: ["due_at", "is_brought_over", "mac"], by: .uuid("uid"))
}

package enum OwnLinks: OwnTable {
    package static let route = Route.ownExport
    package static let rows = OwnTableRows(
        "links", hiding: ["claim_key"], by: .time("created_at"), .text("code"))
}

package enum OwnEvents: OwnTable {
    package static let route = Route.oneShard
    // Objections to a reward are for administrators.
    package static let rows = OwnTableRows("events", hiding: ["decisions"], by: .uuid("id"))
}
