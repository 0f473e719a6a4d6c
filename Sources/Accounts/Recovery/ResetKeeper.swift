internal import Batching
internal import EventLoops
internal import Postgres
internal import Store

/// Carries out pending resets when they are due.
package struct ResetKeeper: Recurring {
    private static let batchUsers = 20

    let failure = "carrying out a reset failed"
    let pauseMilliseconds = 5_000
    private let context: AccountsContext
    private let authenticator: Authenticator
    private let isMailOn: Bool

    package init(_ context: AccountsContext, authenticator: Authenticator, isMailOn: Bool) {
        self.context = context
        self.authenticator = authenticator
        self.isMailOn = isMailOn
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    /// Two processes that come to one reset do it one after the other: the second finds it done.
    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        let others = context.setAside.waiting(.resets, at: context.clock.now).compactMap(\.uid)
        let due = try await context.pool.run(FindDueResets(limit: Self.batchUsers, without: others))
        for record in due {
            do throws(PostgresError) {
                let ended = try await PasswordReset.carryOut(record, context, isMailOn: isMailOn)
                for sid in ended { authenticator.revoke(sid) }
                context.noteDone(SetAside.Key(uid: record.uid), of: .resets)
            } catch {
                guard error.isOfItem else { throw error }
                _ = context.postpone(SetAside.Key(uid: record.uid), of: .resets, because: error)
            }
        }
    }
}
