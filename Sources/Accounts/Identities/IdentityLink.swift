internal import Batching
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Links an identity to a user, in one transaction. It locks the user and claims the identity, then writes
/// the identity, the sign-up reward if this is the sign-up, and the notice by mail. An e-mail may be added
/// too.
struct IdentityLink {
    struct Done {
        let user: User
        let rewards: [Reward]
        /// An e-mail that came with it, and that another account has.
        let taken: EmailAddress?
    }

    typealias StepResult = Result<Done, IdentityError>

    let context: AccountsContext
    let identity: IdentityRecord
    let email: EmailAddress?
    let proof: VerifiedProof
    /// The external id that the identity's tokens stand for; nil if they stand for no user.
    let bearerID: ExternalID?
    let language: String
    let isMailOn: Bool

    private var now: Timestamp { identity.createdAt }

    func run() async throws(PostgresError) -> StepResult {
        let (signUp, shown) = (context.makeID(), context.makeID())
        let vouched = VouchedEmail(context: context, email: email, now: now)
        let attempt = try await context.deciding(at: now, .normal) {
            deciding throws(PostgresError) -> Attempt<StepResult> in
            let transaction = deciding.transaction
            guard let account = try await transaction.lockAccount(identity.uid) else {
                await transaction.rollback()
                return .finished(.failure(.userNotFound))
            }
            let user = account.user
            guard !account.identities.contains(where: { $0.key == identity.key }) else {
                await transaction.rollback()
                return .finished(.success(Done(user: user, rewards: [], taken: nil)))
            }
            if let refusal = try await refusal(account, transaction) {
                await transaction.rollback()
                return .finished(.failure(refusal))
            }
            let claimed = try await vouched.claim(for: user, in: deciding)
            let docket = vouched.docket(user, signUp: signUp, proof: shown, claimed)
            let after = { (decisions: Decisions) in decisions.user(user.uid) ?? user }
            let isTaken = user.email == nil && claimed == nil
            var own = DecidedWrites()
            own.announce(.linked(identity.provider, to: user.uid, at: now))
            return try await deciding.commit(docket, adding: own) {
                statements(account, after($0)) + vouched.statements(claimed, of: user.uid)
            }.map {
                .success(Done(user: after($0), rewards: $0.rewards, taken: isTaken ? email : nil))
            }
        }
        return attempt.finished(or: .failure(.unavailable))
    }

    private func refusal(
        _ account: LockedAccount, _ transaction: Transaction
    ) async throws(PostgresError) -> IdentityError? {
        guard try await proof.holds(of: account, in: transaction) else { return .proofWrong }
        guard !account.identities.contains(where: { $0.provider == identity.provider }) else {
            return .identityAlreadyInUse
        }
        if try await isEndedElsewhere(transaction) { return .identityReserved }
        let (_, holders) = try await transaction.send(
            InsertIdentities([identity]), FindIdentities([identity.key]))
        guard let holder = holders.first?.uid, holder != identity.uid else { return nil }
        let theirs = try await transaction.send(FindUserIdentities(of: holder))
        return theirs.contains { $0.key == identity.key } ? .identityAlreadyInUse : .identityReserved
    }

    /// Whether the identity is the external id of another account, where only that account's owner can link
    /// it again.
    private func isEndedElsewhere(_ transaction: Transaction) async throws(PostgresError) -> Bool {
        guard let bearerID else { return false }
        let holders = try await transaction.send(FindExternalIDs([bearerID]))
        guard let holder = holders.first?.uid, holder != identity.uid else { return false }
        let uses = try await transaction.send(FindExternalIDUses(of: [holder]))
        return uses.first?.isEnded ?? false
    }

    private func statements(_ account: LockedAccount, _ after: User) -> [any Statement] {
        // One that was unlinked lately stays reserved: an undo of that must find it as it was linked first.
        var statements: [any Statement] = [InsertUserIdentities([identity])]
        if let bearerID, bearerID == account.user.externalID {
            statements.append(LinkExternalID(bearerID, of: identity.uid, at: now))
        }
        guard !account.user.isAnonymous else { return statements + [UpdateSignUps([after])] }
        return statements
            + Announcement(
                context: context, account: account, language: language, now: now, isMailOn: isMailOn
            ).undoable(.identityLinked, naming: identity.provider)
    }
}
