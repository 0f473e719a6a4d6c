/// The channels on which processes tell each other of revoked sessions, by sid, and of what else has changed.
package enum Channels {
    package static let revocations = "shipmate_revocations"
    package static let apiKeys = "shipmate_api_keys"
    /// Changed signing keys; a trigger tells of them, but not which.
    package static let signingKeys = "shipmate_signing_keys"
    /// Changed links, by code.
    package static let links = "shipmate_links"
    /// Rules that become active or inactive.
    package static let programme = "shipmate_programme"
    /// External ids that have another user from now on, or none.
    package static let externalIDs = "shipmate_external_ids"
    /// Some currency was declared, or archived.
    package static let currencies = "shipmate_currencies"
    /// Kinds of password hashes that have come from elsewhere.
    package static let passwordSchemes = "shipmate_password_schemes"
    /// Changes that were written, after their commit.
    package static let changes = "shipmate_changes"
    /// Other types of changes that have a listener.
    package static let changeListeners = "shipmate_change_listeners"
    /// Webhooks have work that they don't know of.
    package static let webhooks = "shipmate_webhooks"
    /// A user's moderation status, as uid=standing.
    package static let moderation = "shipmate_standings"
}
