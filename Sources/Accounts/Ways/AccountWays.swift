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
    /// The record of its external id as a way in; nil for none.
    var idUse: ExternalIDUse?
    /// Whether the account is older than such records, and its external id counts without one.
    var isIDPresumed = false

    var hasPassword: Bool { credential.map { StoredPassword($0.passwordHash).isThere } ?? false }

    /// Whether its owner has nothing to show, such as after an e-mail was taken off it. An account that its
    /// back end made has the back end.
    var hasNoWayIn: Bool {
        user.email == nil && identities.isEmpty && (user.externalID == nil || idUse?.releasedAt != nil)
    }

    /// Whether the account has an external id whose tokens were accepted here, and not ended since. Whether
    /// any issuer's tokens are accepted is `AccountsContext.hasBearers`.
    var isExternalIDOpen: Bool {
        guard let id = user.externalID else { return false }
        guard let idUse else { return isIDPresumed }
        return idUse.acceptedID == id && !idUse.isEnded
    }

    /// Whether more than the e-mail leads into the account, so that it goes on without.
    ///
    /// - Parameter hasBearers: whether an issuer's tokens stand for users.
    func hasOtherWay(_ hasBearers: Bool) -> Bool {
        !identities.isEmpty || hasBearers && isExternalIDOpen
    }

    /// Whether the record of a user's external id may be missing because the account is older than such
    /// records. One that began with its e-mail has no other use of the id: so did imported accounts.
    static func maybePredatesUses(_ user: User, _ uses: [ExternalIDUse]) -> Bool {
        user.externalID != nil && uses.isEmpty
    }

    /// - Parameter start: since when uses are recorded.
    mutating func presumeID(recordedSince start: Timestamp?) {
        guard let start, let signedUpAt = user.signedUpAt, signedUpAt < start else { return }
        isIDPresumed = credential.map { $0.createdAt > signedUpAt } ?? true
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
