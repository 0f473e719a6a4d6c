/// The subject of a mail; the names are stored, and are those of templates.
package enum MailKind: String, Sendable, CaseIterable {
    /// Verifies that an e-mail is the user's.
    case verification
    /// Leads to a new password.
    case reset
    /// Verifies an e-mail that is to replace another.
    case change
    /// Tells the e-mail that is to be replaced, and undoes that.
    case undo
    /// Confirms that an account is to be deleted.
    case deletion
    /// Tells that the password is another, and undoes that.
    case passwordChanged = "password_changed"
    /// Tells that the password was reset, and what else leads into the account.
    case passwordReset = "password_reset"
    /// Tells of a new way to sign in, and undoes that.
    case identityLinked = "identity_linked"
    /// Tells that a way to sign in is gone, and undoes that.
    case identityUnlinked = "identity_unlinked"
    /// Tells that the account is to be deleted, and undoes that.
    case deletionAsked = "deletion_asked"
    /// Tells that the account stays.
    case deletionCancelled = "deletion_cancelled"
    /// Tells an e-mail that the previous one has replaced it.
    case emailChanged = "email_changed"
    /// Removes an unverified e-mail from another person's account.
    case release
    /// Tells that an administrator has changed the account.
    case accountChanged = "account_changed"

    /// Whether it has a link.
    package var hasLink: Bool {
        switch self {
        case .passwordReset, .deletionCancelled, .emailChanged, .accountChanged: false
        default: true
        }
    }

    /// Whether it was requested with the receiving e-mail, perhaps by a stranger.
    package var isAskedFor: Bool {
        switch self {
        case .verification, .reset, .change, .deletion, .release: true
        default: false
        }
    }
}

/// The purpose of a mailed link, which works once.
package enum MailPurpose: String, Sendable, CaseIterable {
    case verification
    case reset
    case change
    case undo
    case deletion
    case release

    /// How long it may.
    package var lifetimeSeconds: Int64 {
        switch self {
        case .reset: 3_600
        case .verification, .change, .deletion, .release: 24 * 3_600
        case .undo: 72 * 3_600
        }
    }

    /// The mail that has such a link, unless another does.
    package var kind: MailKind {
        switch self {
        case .verification: .verification
        case .reset: .reset
        case .change: .change
        case .undo: .undo
        case .deletion: .deletion
        case .release: .release
        }
    }

    /// How many links for it a user has at once; one more ends the oldest.
    package var linksMax: Int64 {
        switch self {
        case .verification, .change, .deletion, .release: 1
        // A stranger's request must not end the link that the owner is about to open.
        case .reset: 5
        // Each is the way back from a change of its own.
        case .undo: .max
        }
    }
}
