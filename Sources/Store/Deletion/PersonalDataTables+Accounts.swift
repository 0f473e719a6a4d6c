package import Postgres

/// The user itself.
package enum PersonalUser: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "users", hiding: ["previous_level", "previous_highest_level", "previous_milestone_count"],
        by: .uuid("uid"))
}

/// How the user signs in.
package enum PersonalCredential: PersonalDataTable {
    package static let route = Route.ownExport
    package static let rows = PersonalDataQuery(
        "credentials", hiding: ["password_hash"],
        where: "t.uid = $1 AND t.email = (SELECT u.email FROM users AS u WHERE u.uid = $1)",
        by: .text("email"))
}

/// Identities of other providers.
package enum PersonalIdentities: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("user_identities", by: .text("provider"))
}

/// Identities that the user unlinked lately.
package enum PersonalUnlinkedIdentities: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "unlinked_identities", by: .text("provider"), .text("subject"))
}

/// E-mails that the user had before, as hashes.
package enum PersonalPastEmails: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("past_emails", by: .bytes("email_hash"))
}

package enum PersonalUsedProofs: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "used_proofs", hiding: ["token_hash", "request_hash"], by: .bytes("token_hash"))
}

package enum PersonalFormerPassword: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "credential_changes", hiding: ["password_hash"], by: .uuid("uid"))
}

package enum PersonalRecovery: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("recoveries", hiding: ["password_hash"], by: .uuid("uid"))
}

/// The use of the user's external id as a way to sign in.
package enum PersonalExternalIDUse: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("external_id_uses", by: .uuid("uid"))
}

package enum PersonalSessions: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "sessions", hiding: ["token_hash", "previous_token_hash", "attempt_hash", "install_key"],
        by: .uuid("sid"))
}

/// Unsent mails.
package enum PersonalMails: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("mails", hiding: ["token"], by: .uuid("id"))
}

/// Purposes of mailed links.
package enum PersonalMailTokens: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "mail_tokens", hiding: ["token_hash"], by: .bytes("token_hash"))
}

package enum PersonalAddresses: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("known_addresses", by: .bytes("address_hash"))
}

/// Fingerprints for checks; those of the user's referees are theirs.
package enum PersonalFingerprints: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "sign_up_marks", where: "t.uid = $1 AND t.referee = $1", by: .uuid("uid"))
}

package enum PersonalProfile: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("user_profiles", by: .uuid("uid"))
}

/// Players merged into the user.
package enum PersonalMergedUsers: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("merged_users", by: .uuid("merged"))
}

/// The account that the user was merged into.
package enum PersonalMerge: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "merges", hiding: ["due_at", "is_brought_over", "mac"], by: .uuid("uid"))
}

package enum PersonalLinks: PersonalDataTable {
    package static let route = Route.ownExport
    package static let rows = PersonalDataQuery(
        "links", hiding: ["claim_key"], by: .time("created_at"), .text("code"))
}

package enum PersonalEvents: PersonalDataTable {
    package static let route = Route.oneShard
    // Objections to a reward are for administrators.
    package static let rows = PersonalDataQuery("events", hiding: ["decisions"], by: .uuid("id"))
}
