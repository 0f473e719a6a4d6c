internal import Batching
internal import EventLoops
internal import Postgres
internal import Store
internal import Values

/// Erases users when their time has come, by PostgreSQL's clock, unless another process is at it; and keeps
/// the list of who was erased outside of the database.
package final class ErasureKeeper: Recurring {
    private static let batchUsers = 20

    let failure = "erasing users failed"
    private let context: AccountsContext
    private let eraser: Eraser
    private let list: ErasureListKeeper?

    package init(_ context: AccountsContext, eraser: Eraser, list: ErasureList?) {
        self.context = context
        self.eraser = eraser
        self.list = list.map { ErasureListKeeper(context, $0) }
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        try await list?.compare()
        try await eraseDue()
    }

    func eraseDue() async throws(PostgresError) {
        var due = try await context.pool.run(FindDueErasures(limit: Self.batchUsers))[...]
        guard !due.isEmpty else { return }
        try await context.pool.work(under: .erase) { () throws(PostgresError) in
            try await erase(due.removeFirst())
            return !due.isEmpty
        }
    }

    private func erase(_ due: Erasure) async throws(PostgresError) {
        do throws(PostgresError) {
            try await eraser.erase(due.uid)
            let isFirst = due.erasedAt == nil
            if isFirst { context.log(LogLine(.info, "a user was erased", ["uid": "\(due.uid)"])) }
            context.noteDone(SetAside.Key(uid: due.uid), of: .erasures)
        } catch {
            guard error.isOfItem else { throw error }
            let later = context.postpone(SetAside.Key(uid: due.uid), of: .erasures, because: error)
            try await context.pool.run(PostponeErasure(of: due.uid, until: later))
        }
    }
}
