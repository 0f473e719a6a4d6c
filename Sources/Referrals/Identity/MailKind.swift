/// What a mail is about; the names are stored.
package enum MailKind: String, Sendable, CaseIterable {
    /// Proves that an e-mail is the user's.
    case verification
    /// Leads to a new password.
    case reset
    /// Proves an e-mail that is to take another's place.
    case change
    /// Tells the e-mail that is to lose its place, and lets it keep that.
    case undo
    /// Confirms that an account is to be deleted.
    case deletion
    /// Tells that the password is another.
    case passwordChanged = "password_changed"
}

/// What the link of a mail may do, once.
package enum MailPurpose: String, Sendable, CaseIterable {
    case verification
    case reset
    case change
    case undo
    case deletion

    /// How long it may.
    package var lifetimeSeconds: Int64 {
        switch self {
        case .reset: 3_600
        case .verification, .change, .deletion: 24 * 3_600
        case .undo: 72 * 3_600
        }
    }

    package var kind: MailKind {
        switch self {
        case .verification: .verification
        case .reset: .reset
        case .change: .change
        case .undo: .undo
        case .deletion: .deletion
        }
    }
}
