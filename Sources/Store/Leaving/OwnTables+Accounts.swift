internal import Postgres

/// The user itself.
package struct OwnUser: OwnRows {
    package static let table = "users"
    package static let sql = rows(
        "users", hiding: ["previous_level", "previous_highest_level", "previous_milestone_count"],
        by: .uuid("uid")
    )
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// How the user signs in.
package struct OwnCredential: OwnRows {
    package static let table = "credentials"
    package static let sql = rows(
        "credentials", hiding: ["password_hash"],
        where: "t.uid = $1 AND t.email = (SELECT u.email FROM users AS u WHERE u.uid = $1)",
        by: .text("email"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// Who else vouches for the user.
package struct OwnIdentities: OwnRows {
    package static let table = "user_identities"
    package static let sql = rows("user_identities", by: .text("provider"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// Identities that the user unlinked lately.
package struct OwnUnlinkedIdentities: OwnRows {
    package static let table = "unlinked_identities"
    package static let sql = rows("unlinked_identities", by: .text("provider"), .text("subject"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// E-mails that the user had before, as hashes.
package struct OwnPastEmails: OwnRows {
    package static let table = "past_emails"
    package static let sql = rows("past_emails", by: .bytes("email_hash"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnUsedProofs: OwnRows {
    package static let table = "used_proofs"
    package static let sql = rows(
        "used_proofs", hiding: ["token_hash", "request_hash"], by: .bytes("token_hash"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnFormerPassword: OwnRows {
    package static let table = "credential_changes"
    package static let sql = rows("credential_changes", hiding: ["password_hash"], by: .uuid("uid"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnRecovery: OwnRows {
    package static let table = "recoveries"
    package static let sql = rows("recoveries", hiding: ["password_hash"], by: .uuid("uid"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnSessions: OwnRows {
    package static let table = "sessions"
    package static let sql = rows(
        "sessions", hiding: ["token_hash", "previous_token_hash"], by: .uuid("sid"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What is still to be sent.
package struct OwnMails: OwnRows {
    package static let table = "mails"
    package static let sql = rows("mails", hiding: ["token"], by: .uuid("id"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What links in mails are good for.
package struct OwnMailTokens: OwnRows {
    package static let table = "mail_tokens"
    package static let sql = rows("mail_tokens", hiding: ["token_hash"], by: .bytes("token_hash"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnAddresses: OwnRows {
    package static let table = "known_addresses"
    package static let sql = rows(
        "known_addresses", by: .bytes("address_hash"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What checks look at; those of whom the user brought are theirs.
package struct OwnMarks: OwnRows {
    package static let table = "sign_up_marks"
    package static let sql = rows(
        "sign_up_marks", where: "t.uid = $1 AND t.referee = $1", by: .uuid("uid"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnProfile: OwnRows {
    package static let table = "user_profiles"
    package static let sql = rows(
        "user_profiles", by: .uuid("uid"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// Who became the user.
package struct OwnMergedUsers: OwnRows {
    package static let table = "merged_users"
    package static let sql = rows("merged_users", by: .uuid("merged"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What the user became.
package struct OwnMerge: OwnRows {
    package static let table = "merges"
    package static let sql = rows("merges", hiding: ["due_at", "is_brought_over", "mac"], by: .uuid("uid"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnLinks: OwnRows {
    package static let table = "links"
    package static let sql = rows(
        "links", hiding: ["claim_key"], by: .time("created_at"), .text("code"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnEvents: OwnRows {
    package static let table = "events"
    // What speaks against a reward is for administrators.
    package static let sql = rows(
        "events", hiding: ["decisions"], by: .uuid("id"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}
