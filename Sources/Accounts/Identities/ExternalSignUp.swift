internal import Batching
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Records a user who is an account elsewhere: made, named and signed up in one transaction, with what that
/// deserves. (1) claim the id, (2) write everything.
struct ExternalSignUp {
    let context: AccountsContext
    let id: ExternalID
    let signUp: SignUp
    /// The issuer's token that it comes by; nil where the back end makes the account.
    let bearer: Bearer?

    func run() async throws(PostgresError) -> Result<SignUpReply, AccountError> {
        try await SignUpRace.retrying { () throws(PostgresError) in
            try await attempt(try await SignUpReferences([signUp], context, at: context.clock.now))
        }
    }

    private func attempt(
        _ references: SignUpReferences
    ) async throws(PostgresError) -> Result<SignUpReply, AccountError> {
        let now = context.clock.now
        let user = User(
            uid: UserID(context.makeID()), referralCode: .random(),
            referral: references.referral(for: signUp), createdAt: now,
            externalID: id)
        let session = context.sessions.open(
            for: user.uid, sid: context.makeID(), installKey: signUp.installKey, at: now)
        var left = try await SignUpRecords(references, context)
        left.add(signUp, of: user)
        let records = left.statements
        let (signUpID, proof) = (context.makeID(), context.makeID())
        let vouched = VouchedEmail(context: context, email: bearer?.email, now: now)
        let attempt = try await context.deciding(at: now, .normal) {
            deciding throws(PostgresError) -> Attempt<UserID?> in
            let (claimed, holders) = try await deciding.transaction.send(
                InsertExternalIDs([id: user.uid]), FindExternalIDs([id]))
            guard !claimed.isEmpty else {
                await deciding.transaction.rollback()
                return .finished(holders.first?.uid)
            }
            // Before checks look there.
            if !records.isEmpty {
                _ = try await deciding.transaction.send(records, then: FindExternalIDs([id]))
            }
            let ownEmail = try await vouched.claim(for: user, in: deciding)
            var own = DecidedWrites()
            if let referrer = user.referral.referredBy { own.addReferee(of: referrer) }
            for change in Change.changes(ofNew: user) { own.announce(change) }
            own.announce(.linked("external_id", to: user.uid, at: now))
            let docket = vouched.docket(user, signUp: signUpID, proof: proof, ownEmail)
            return try await deciding.commit(docket, adding: own) { decisions in
                [
                    InsertUsers([user]), InsertReferralCodes([user]),
                    UpdateSignUps([decisions.user(user.uid) ?? user]),
                    SetExternalID(id, of: user.uid), InsertSessions([session.record]),
                ] + vouched.statements(ownEmail, of: user.uid)
                    + (bearer == nil ? [] : [AcceptExternalID(id, of: user.uid, at: now)])
            }.map { _ in user.uid }
        }
        let holder = attempt.finished(or: nil)
        // Another's, or this one's of a commit that was in doubt and did hold.
        guard let holder, holder == user.uid else {
            return holder.map { .failure(.externalIDAlreadyInUse(by: $0)) } ?? .failure(.unavailable)
        }
        let made = try await context.pool.run(FindUsersByID([user.uid])).first
        return made.map { .success(SignUpReply(user: $0, session: session.tokens)) }
            ?? .failure(.internalError)
    }
}
