internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// An e-mail that a provider has verified. It becomes the user's own verified e-mail if the user has none
/// and no other user has it. Users are never merged by e-mail.
struct VouchedEmail {
    let context: AccountsContext
    let email: EmailAddress?
    let now: Timestamp

    /// - Returns: the e-mail, where it is the user's and wasn't proved before.
    func claim(
        for user: User, in deciding: DecidingTransaction
    ) async throws(PostgresError) -> EmailAddress? {
        guard let email else { return nil }
        if let own = user.email { return own == email && !user.isEmailVerified ? email : nil }
        let credential = CredentialRecord(
            email: email, uid: user.uid, passwordHash: StoredPassword.noneText, createdAt: now)
        let isFree = try await !deciding.transaction.send(InsertCredentials([credential])).isEmpty
        guard isFree else { return nil }
        try await context.keepMailboxes([(user, email)], for: deciding.rules.trust, in: deciding.transaction)
        return email
    }

    /// Its sign-up where it is that, and the proof of its e-mail where that is new.
    ///
    /// - Parameters:
    ///   - signUp: the id of the one event.
    ///   - proof: the id of the other.
    func docket(_ user: User, signUp: UUID, proof: UUID, _ claimed: EmailAddress?) -> Docket {
        var (owner, events) = (user, [Event]())
        if let claimed { owner.email = claimed }
        if user.isAnonymous { events.append(Event(uid: user.uid, id: signUp, fact: .credentialLinked)) }
        if claimed != nil { events.append(Event(uid: user.uid, id: proof, fact: .emailVerified)) }
        return Docket([user], changed: [owner], events.map(Docket.Occasion.event), at: now)
    }

    func statements(_ claimed: EmailAddress?, of uid: UserID) -> [any Statement] {
        claimed.map { [SetEmail($0, of: uid, verifiedAt: now)] } ?? []
    }
}

extension AccountsContext {
    /// Where a check compares mailboxes, before it does.
    func keepMailboxes(
        _ owners: [(user: User, email: EmailAddress)], for terms: TrustTerms, in transaction: Transaction
    ) async throws(PostgresError) {
        guard terms.checks[.sameMailbox] != nil else { return }
        let fingerprints = owners.flatMap { user, email in
            SignUpFingerprints(
                uid: user.uid, referee: user.uid, mailbox: self.fingerprints.mailbox(email),
                cameAt: user.createdAt
            ).rows(referrer: user.referral.referredBy)
        }
        _ = try await transaction.send(KeepFingerprints(fingerprints))
    }
}
