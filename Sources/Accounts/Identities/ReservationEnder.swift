internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Frees identities that were unlinked and are no longer reserved.
package struct ReservationEnder: Recurring {
    let failure = "freeing identities failed"
    let context: AccountsContext
    var pauseMilliseconds = 60_000

    package init(context: AccountsContext) {
        self.context = context
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        let before = context.clock.now.adding(seconds: -EmailAge.watchSeconds)
        let others = context.setAside.waiting(.identities, at: context.clock.now).map(\.name)
        let free = try await context.pool.run(FindFreeIdentities(unlinkedBefore: before, without: others))
        for unlinked in free {
            let identity = unlinked.identity
            let key = SetAside.Key(uid: identity.uid, name: "\(identity.provider) \(identity.subject)")
            do throws(PostgresError) {
                try await end(unlinked)
                context.noteDone(key, of: .identities)
            } catch {
                guard error.isOfItem else { throw error }
                _ = context.postpone(key, of: .identities, because: error)
            }
        }
    }

    /// Behind the user's lock: it may be linking the identity again.
    private func end(_ unlinked: UnlinkedIdentity) async throws(PostgresError) {
        let identity = unlinked.identity
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (_, linked) = try await transaction.send(
                LockUsers([identity.uid]), FindUserIdentities(of: identity.uid))
            let isLinked = linked.contains { $0.key == identity.key }
            try await transaction.commit(
                (isLinked ? [] : [DeleteIdentity(identity)]) + [EndReservation(of: identity)])
        }
    }
}
