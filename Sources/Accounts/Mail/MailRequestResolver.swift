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
            let holders = try await holders(owners, in: transaction)
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

        /// The mail for a request; nil for none. An unverified e-mail may belong to another person than the
        /// account.
        func purpose(for asked: MailPurpose) -> MailPurpose? {
            switch asked {
            case .release: isVerified ? nil : .release
            case .reset, .deletion: !isVerified && hasOtherWays ? .release : asked
            case .verification, .change, .undo: asked
            }
        }
    }

    private func holders(
        _ owners: [FindEmailOwners.Row], in transaction: Transaction
    ) async throws(PostgresError) -> [EmailAddress: Holder] {
        guard !owners.isEmpty else { return [:] }
        let users = try await transaction.send(FindUsersByID(owners.map(\.uid)))
        let identities: [[IdentityRecord]] = try await transaction.sendEach(
            owners.map { FindUserIdentities(of: $0.uid) })
        let known = Dictionary(users.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        var holders: [EmailAddress: Holder] = [:]
        for (owner, identities) in zip(owners, identities) {
            guard let user = known[owner.uid], user.email == owner.email else { continue }
            holders[owner.email] = Holder(
                uid: owner.uid, isVerified: user.isEmailVerified,
                hasOtherWays: !identities.isEmpty || user.externalID != nil)
        }
        return holders
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
