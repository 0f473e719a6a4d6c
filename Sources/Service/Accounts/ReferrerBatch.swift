internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// A referrer that a user names after the anonymous sign-in.
package struct ReferrerChoice: Equatable, Sendable {
    package let uid: UserID
    package let referrer: NamedReferrer
    let eventID: UUID
}

/// Records referrers once, while their users are anonymous, and grants what that makes due.
struct ReferrerBatch {
    typealias Outcome = Result<Referral, AccountError>

    let context: ServiceContext
    let now: Timestamp
    var patience = BatchPatience.usual

    func record(_ choices: [ReferrerChoice]) async throws(PostgresError) -> [Outcome] {
        let referrers = try await resolve(choices)
        return try await context.deciding(at: now, patience) { deciding throws(PostgresError) in
            context.lockInOrder(choices.map(\.uid), in: deciding.transaction)
            let users = try await deciding.transaction.send(LockUsers(Array(Set(choices.map(\.uid)))))
            let (outcomes, _) = try await deciding.commit(
                users, judge: { judge(choices, referrers, by: &$0) },
                with: { [UpdateReferrals($0.changed)] })
            return outcomes
        }
    }

    private func judge(
        _ choices: [ReferrerChoice], _ referrers: [NamedReferrer: UserID], by facts: inout FactJudge
    ) -> (outcomes: [Outcome], changed: [User]) {
        var changed: [User] = []
        let outcomes = choices.map { choice -> Outcome in
            guard let user = facts.users[choice.uid], !user.isErased else { return .failure(.userNotFound) }
            return admit(referrers[choice.referrer], for: user).map { referrer in
                guard let referrer else { return user.referral }
                let event = Event(uid: user.uid, id: choice.eventID, fact: .referrerRecorded(referrer))
                let after = facts.judge(event, of: user).recorded.user
                changed.append(after)
                return after.referral
            }
        }
        return (outcomes, changed)
    }

    /// The referrer to record, nil when it is recorded already, or why it can't be.
    private func admit(_ referrer: UserID?, for user: User) -> Result<UserID?, AccountError> {
        guard let referrer else { return .failure(.unknownReferrer) }
        guard referrer != user.uid else { return .failure(.selfReferral) }
        if let recorded = user.referral.referredBy {
            return recorded == referrer ? .success(nil) : .failure(.referralAlreadySet)
        }
        return user.isAnonymous ? .success(referrer) : .failure(.referralWindowClosed)
    }

    private func resolve(_ choices: [ReferrerChoice]) async throws(PostgresError) -> [NamedReferrer: UserID] {
        let (codes, users) = try await context.pool.run(
            FindReferralCodes(choices.compactMap(\.referrer.code)),
            FindUsersByID(choices.compactMap(\.referrer.uid)))
        var referrers: [NamedReferrer: UserID] = [:]
        for found in codes { referrers[.code(found.code)] = found.uid }
        for user in users where !user.isErased { referrers[.user(user.uid)] = user.uid }
        return referrers
    }
}
