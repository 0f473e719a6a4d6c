internal import Crypto
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// An account's ways to sign in, which can also prove it.
struct AccountWays {
    let user: User
    let identities: [IdentityRecord]
    /// Of the e-mail that it has; nil without one.
    let credential: CredentialRecord?
    let recovery: RecoveryRecord?
    /// An anonymous user's, encrypted; nil for none.
    var installKey: [UInt8]?

    var hasPassword: Bool { credential.map { StoredPassword($0.passwordHash).isThere } ?? false }

    /// Whether its owner has nothing to show, such as after an e-mail was taken off it.
    var hasNoWayIn: Bool {
        user.email == nil && identities.isEmpty && user.externalID == nil
    }

    /// The external id by its back end; nil if the account has a password or an identity.
    var backEndID: ExternalID? { hasPassword || !identities.isEmpty ? nil : user.externalID }

    /// The identities that were linked before the account was recovered, if that was a short while ago.
    func guarding(at now: Timestamp) -> [IdentityRecord] {
        guard let recoveredAt = recovery?.recoveredAt,
            now < recoveredAt.adding(seconds: EmailAge.watchSeconds)
        else { return [] }
        return identities.filter { $0.createdAt <= recoveredAt }
    }
}
