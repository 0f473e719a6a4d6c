internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store

/// A referrer that a user names after the anonymous sign-in.
package struct ReferrerChoice: Equatable, Sendable {
    package let uid: UserID
    package let claim: ReferrerClaim
    let eventID: UUID
}

/// Records referrers once, while their users are anonymous, and grants what that makes due.
struct ReferrerBatch {
    typealias Outcome = Result<Referral, ServiceError>

    let context: ServiceContext
    let now: Timestamp

    func record(_ choices: [ReferrerChoice]) async throws(PostgresError) -> [Outcome] {
        let referrers = try await resolve(choices)
        return try await context.pool.transaction { transaction throws(PostgresError) in
            let locked = try await transaction.send(LockUsers(Array(Set(choices.map(\.uid)))))
            var users = Dictionary(uniqueKeysWithValues: locked.map { ($0.uid, $0) })
            var facts = FactOutcomes()
            var changed: [UserID: User] = [:]
            let outcomes = choices.map { choice -> Outcome in
                guard let user = users[choice.uid] else { return .failure(.userNotFound) }
                switch admit(referrers[choice.claim], for: user) {
                case .failure(let refusal): return .failure(refusal)
                case .success(nil): return .success(user.referral)
                case .success(let referrer?):
                    let event = Event(
                        uid: user.uid, id: choice.eventID, fact: .referrerRecorded(referrer))
                    let verdict = context.rules.apply(event.fact, to: user, at: now, makeID: context.makeID)
                    facts.add(event, verdict, before: user, at: now)
                    users[user.uid] = verdict.user
                    changed[user.uid] = verdict.user
                    return .success(verdict.user.referral)
                }
            }
            let (credits, grants) = facts.ledgerWrites
            _ = try await transaction.commit(
                UpdateReferrals(Array(changed.values)), facts.insertEvents, facts.insertRewards, credits,
                grants,
                facts.settleRules)
            context.metrics.countRewards(facts.rewards)
            return outcomes
        }
    }

    /// The referrer to record, nil when it is recorded already, or why it can't be.
    private func admit(_ referrer: UserID?, for user: User) -> Result<UserID?, ServiceError> {
        guard let referrer else { return .failure(.unknownReferrer) }
        guard referrer != user.uid else { return .failure(.selfReferral) }
        if let recorded = user.referral.referredBy {
            return recorded == referrer ? .success(nil) : .failure(.referralAlreadySet)
        }
        return user.isAnonymous ? .success(referrer) : .failure(.referralWindowClosed)
    }

    private func resolve(_ choices: [ReferrerChoice]) async throws(PostgresError) -> [ReferrerClaim: UserID] {
        let (codes, users) = try await context.pool.run(
            FindReferralCodes(choices.compactMap(\.claim.code)), FindUsers(choices.compactMap(\.claim.uid)))
        var referrers: [ReferrerClaim: UserID] = [:]
        for found in codes { referrers[.code(found.code)] = found.uid }
        for user in users { referrers[.user(user.uid)] = user.uid }
        return referrers
    }
}
