internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Somebody has asked for links by e-mail alone: those to whom there is an account get one, in one
/// transaction for all, however many ask.
struct AskAnswers {
    struct Done {
        /// Links that are to be sent now.
        let orderCount: Int
        /// Who waited for so long that a link would be of no use.
        let givenUp: [MailRecord]
    }

    let context: ServiceContext
    let now: Timestamp

    func answer(_ asked: [MailRecord]) async throws(PostgresError) -> Done {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (ids, owners) = try await transaction.send(
                TakeAsks(asked), FindEmailOwners(Array(Set(asked.map(\.recipient)))))
            let own = Set(ids)
            let taken = asked.filter { own.contains($0.id) }
            let uids = Dictionary(owners.map { ($0.email, $0.uid) }, uniquingKeysWith: { first, _ in first })
            let orders = orders(for: taken.filter { $0.expiresAt > now }, owners: uids)
            try await transaction.commit(orders.flatMap(\.statements))
            return Done(orderCount: orders.count, givenUp: taken.filter { $0.expiresAt <= now })
        }
    }

    /// Who asked twice gets one: the newer link would end the other. In order of users, as whoever locks
    /// rows of several does.
    private func orders(for asked: [MailRecord], owners: [EmailAddress: UserID]) -> [MailOrder] {
        var latest: [AskKey: MailRecord] = [:]
        for ask in asked {
            guard case .asked(let purpose) = ask.content, let uid = owners[ask.recipient] else { continue }
            latest[AskKey(uid: uid, purpose: purpose)] = ask
        }
        return latest.sorted { $0.key < $1.key }.map { key, ask in
            MailOrder(
                key.purpose, for: key.uid, about: ask.recipient, to: ask.recipient, in: ask.language, at: now,
                context.makeID)
        }
    }
}

private struct AskKey: Hashable, Comparable {
    let uid: UserID
    let purpose: MailPurpose

    static func < (left: AskKey, right: AskKey) -> Bool {
        (left.uid, left.purpose.rawValue) < (right.uid, right.purpose.rawValue)
    }
}
