internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Gives a user an identity, in one transaction of two round trips: (1) lock the user and claim the identity,
/// (2) write it, and what signing up deserves where it is that. An e-mail that comes with it takes one more.
struct IdentityLink {
    typealias Outcome = Result<(user: User, rewards: [Reward]), IdentityError>

    let context: ServiceContext
    let identity: IdentityRecord
    let email: EmailAddress?

    func run() async throws(PostgresError) -> Outcome {
        let (signUp, proof) = (context.makeID(), context.makeID())
        let vouched = VouchedEmail(context: context, email: email, now: identity.createdAt)
        return try await context.deciding(at: identity.createdAt, .usual) {
            deciding throws(PostgresError) -> Outcome in
            let (users, _, holders, kept) = try await deciding.transaction.send(
                LockUsers([identity.uid]), InsertIdentities([identity]), FindIdentities([identity.key]),
                FindUserIdentities(of: identity.uid))
            if let refusal = refusal(users.first, holders.map(\.uid), kept) {
                await deciding.transaction.rollback()
                return .failure(refusal)
            }
            let user = users[0]
            guard !kept.contains(where: { $0.key == identity.key }) else {
                await deciding.transaction.rollback()
                return .success((user, []))
            }
            let claimed = try await vouched.claim(for: user, in: deciding)
            let answer = try await deciding.commit([user]) { facts in
                vouched.judge(user, signUp: signUp, proof: proof, claimed, by: &facts)
            } with: { answer in
                [InsertUserIdentities([identity])]
                    + (user.isAnonymous ? [UpdateSignUps([answer.user])] : [])
                    + vouched.statements(claimed, of: user.uid)
            }
            return .success(answer)
        }
    }

    private func refusal(_ user: User?, _ holders: [UserID], _ kept: [IdentityRecord]) -> IdentityError? {
        guard let user, !user.isGone else { return .userNotFound }
        let other = kept.first { $0.provider == identity.provider && $0.subject != identity.subject }
        return holders == [user.uid] && other == nil ? nil : .identityAlreadyInUse
    }
}
