internal import Batching
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Rewards
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
    typealias StepResult = Result<Referral, AccountError>

    let context: AccountsContext
    let now: Timestamp
    var lockPolicy = LockPolicy.normal

    func record(_ choices: [ReferrerChoice]) async throws(PostgresError) -> Attempt<[StepResult]> {
        let terms = try await context.programme.current().trust
        let (referrers, fingerprints) = try await resolve(choices, terms)
        return try await context.deciding(at: now, lockPolicy) { deciding throws(PostgresError) in
            context.lockInOrder(choices.map(\.uid), in: deciding.transaction)
            let users = try await deciding.transaction.send(LockUsers(Array(Set(choices.map(\.uid)))))
            try await keep(fingerprints, of: choices, users, referrers, in: deciding.transaction)
            let (results, docket) = admit(choices, referrers, for: users)
            return try await deciding.commit(docket) {
                [UpdateReferrals($0.events.map(\.user))]
            }.map { _ in results }
        }
    }

    /// The reply to each, and the rules' judgement. A second referrer of the same user finds the first.
    private func admit(
        _ choices: [ReferrerChoice], _ referrers: [NamedReferrer: UserID], for users: [User]
    ) -> (results: [StepResult], docket: Docket) {
        var (named, events): ([UserID: User], [Docket.Occasion]) = ([:], [])
        var known = Dictionary(uniqueKeysWithValues: users.map { ($0.uid, $0) })
        let results = choices.map { choice -> StepResult in
            guard var user = known[choice.uid], !user.isGone else { return .failure(.userNotFound) }
            return admit(referrers[choice.referrer], for: user).map { referrer in
                guard let referrer else { return user.referral }
                user.referral.proof = choice.referrer.proof
                named[user.uid] = user
                let event = Event(uid: user.uid, id: choice.eventID, fact: .referrerRecorded(referrer))
                events.append(.event(event))
                let after = user.after(event.fact, at: now)
                known[user.uid] = after
                return after.referral
            }
        }
        return (results, Docket(users, changed: Array(named.values), events, at: now))
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

    /// Adds the users' own fingerprints to those of their referrers' other referees, before checks look
    /// there.
    private func keep(
        _ fingerprints: [UserID: SignUpFingerprints], of choices: [ReferrerChoice], _ users: [User],
        _ referrers: [NamedReferrer: UserID], in transaction: Transaction
    ) async throws(PostgresError) {
        guard !fingerprints.isEmpty else { return }
        let users = Dictionary(users.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        var kept: [UserID: SignUpFingerprints] = [:]
        for choice in choices where kept[choice.uid] == nil {
            guard let user = users[choice.uid], let own = fingerprints[choice.uid],
                case .success(let referrer?) = admit(referrers[choice.referrer], for: user)
            else { continue }
            kept[choice.uid] = own.with(referrer)
        }
        if !kept.isEmpty { _ = try await transaction.send(KeepFingerprints(Array(kept.values))) }
    }

    private func resolve(
        _ choices: [ReferrerChoice], _ terms: TrustTerms
    ) async throws(PostgresError) -> (
        referrers: [NamedReferrer: UserID], fingerprints: [UserID: SignUpFingerprints]
    ) {
        let (found, users) = (
            FindReferralCodes(choices.compactMap(\.referrer.code)),
            FindUsersByID(choices.compactMap(\.referrer.uid))
        )
        guard terms.looksAtSignUps else {
            let (codes, users) = try await context.pool.run(found, users)
            return (named(codes, try await context.pool.today(users)), [:])
        }
        let (codes, named, own) = try await context.pool.run(
            found, users, FindFingerprints(of: choices.map(\.uid)))
        return (
            self.named(codes, try await context.pool.today(named)),
            Dictionary(own.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        )
    }

    private func named(
        _ codes: [FindReferralCodes.Row], _ users: [UserID: User]
    ) -> [NamedReferrer: UserID] {
        var referrers: [NamedReferrer: UserID] = [:]
        for found in codes { referrers[.code(found.code)] = found.uid }
        for (uid, user) in users { referrers[.user(uid)] = user.uid }
        return referrers
    }
}
