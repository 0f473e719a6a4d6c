internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Resolves requests for links by e-mail only: those with an account get a link, in one transaction for all
/// requests.
struct MailRequestResolver {
    struct Done {
        /// Links that are to be sent now.
        let orderCount: Int
        /// Requests that waited so long that a link would be useless.
        let givenUp: [MailRecord]
    }

    let context: AccountsContext
    let now: Timestamp

    func answer(_ asked: [MailRecord]) async throws(PostgresError) -> Done {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (ids, owners) = try await transaction.send(
                TakeMailRequests(asked), FindEmailOwners(Array(Set(asked.map(\.recipient)))))
            let own = Set(ids)
            let taken = asked.filter { own.contains($0.id) }
            var holders = try await holders(owners, in: transaction)
            try await findSessions(asked, &holders, in: transaction)
            let orders = orders(for: taken.filter { $0.expiresAt > now }, holders)
            try await transaction.commit(orders.flatMap(\.statements))
            return Done(orderCount: orders.count, givenUp: taken.filter { $0.expiresAt <= now })
        }
    }

    /// The account that has an e-mail.
    private struct Holder {
        let uid: UserID
        let isVerified: Bool
        /// Whether something else leads into the account.
        let hasOtherWays: Bool
        /// Whether one of its sessions can add another e-mail.
        var hasSession = false

        /// The mail for a request; nil for none. An unverified e-mail may belong to another person than the
        /// account. But an account that would be lost without the e-mail keeps it, and is offered to the
        /// owner of the e-mail.
        func purpose(for asked: MailPurpose) -> MailPurpose? {
            switch asked {
            case .release where isVerified: nil
            case .release: hasOtherWays || hasSession ? .release : .reset
            case .reset, .deletion: !isVerified && hasOtherWays ? .release : asked
            case .verification, .change, .undo: asked
            }
        }
    }

    private func holders(
        _ owners: [FindEmailOwners.Row], in transaction: Transaction
    ) async throws(PostgresError) -> [EmailAddress: Holder] {
        guard !owners.isEmpty else { return [:] }
        let uids = owners.map(\.uid)
        let (users, uses, credentials) = try await transaction.send(
            FindUsersByID(uids), FindExternalIDUses(of: uids), FindCredential(owners.map(\.email)))
        let used = Set(uses.map(\.uid))
        let isOld = users.contains { $0.externalID != nil && !used.contains($0.uid) }
        let (identities, starts) = try await transaction.sendEach(
            owners.map { FindUserIdentities(of: $0.uid) }, isOld ? [FindUseRecordingStart()] : [])
        let known = Dictionary(users.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        var holders: [EmailAddress: Holder] = [:]
        for (owner, identities) in zip(owners, identities) {
            guard let user = known[owner.uid], user.email == owner.email else { continue }
            var ways = AccountWays(
                user: user, identities: identities, credential: credentials.first { $0.uid == owner.uid },
                recovery: nil, idUse: uses.first { $0.uid == owner.uid })
            ways.presumeID(recordedSince: starts.joined().first)
            holders[owner.email] = Holder(
                uid: owner.uid, isVerified: user.isEmailVerified,
                hasOtherWays: ways.hasOtherWay(context.hasBearers))
        }
        return holders
    }

    /// Only of accounts that another person asks to give the e-mail up, and that have nothing else.
    private func findSessions(
        _ asked: [MailRecord], _ holders: inout [EmailAddress: Holder], in transaction: Transaction
    ) async throws(PostgresError) {
        let wanted = Set(asked.filter { $0.content == .asked(.release) }.map(\.recipient)).filter {
            holders[$0].map { !$0.isVerified && !$0.hasOtherWays } ?? false
        }.sorted()
        let sessions = try await transaction.sendEach(
            wanted.compactMap { holders[$0].map { ListSessions(of: $0.uid, at: now) } })
        for (email, sessions) in zip(wanted, sessions) { holders[email]?.hasSession = !sessions.isEmpty }
    }

    /// Two requests of one user get one mail. Sorted by users, because the transaction locks several rows.
    private func orders(for asked: [MailRecord], _ holders: [EmailAddress: Holder]) -> [MailWithToken] {
        var latest: [MailRequestKey: MailRecord] = [:]
        for ask in asked {
            guard case .asked(let wanted) = ask.content, let holder = holders[ask.recipient],
                let purpose = holder.purpose(for: wanted)
            else { continue }
            latest[MailRequestKey(uid: holder.uid, purpose: purpose)] = ask
        }
        return latest.sorted { $0.key < $1.key }.map { key, ask in
            MailWithToken(
                key.purpose, for: key.uid, about: ask.recipient, to: ask.recipient, in: ask.language, at: now,
                context)
        }
    }
}

private struct MailRequestKey: Hashable, Comparable {
    let uid: UserID
    let purpose: MailPurpose

    static func < (left: MailRequestKey, right: MailRequestKey) -> Bool {
        (left.uid, left.purpose.rawValue) < (right.uid, right.purpose.rawValue)
    }
}
