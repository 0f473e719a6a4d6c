package import Batching
package import EventLoops
package import Postgres
internal import Store

/// Does the ledger's periodic work whenever it is due and no other process is at it.
package final class LedgerKeeper: Recurring {
    /// When sealing found nothing left, until it is looked again.
    private static let sealingPauseSeconds: Int64 = 300

    /// A statement may have to be enforced.
    package let startsAtOnce = true
    package let pauseMilliseconds = 5_000
    package let failure = "ledger maintenance failed"
    package let log: @Sendable (LogLine) -> Void
    private let pool: PostgresPool
    private let configuration: LedgerConfiguration
    private let causes: CauseGuard
    private let metrics: ServiceMetrics
    /// Known once, this holds for as long as the process lives, whatever the database says afterwards.
    private var isSealingOver: Bool

    package init(
        pool: PostgresPool, configuration: LedgerConfiguration, causes: CauseGuard,
        metrics: ServiceMetrics = ServiceMetrics(), log: @escaping @Sendable (LogLine) -> Void
    ) {
        self.causes = causes
        self.metrics = metrics
        self.pool = pool
        self.configuration = configuration
        self.log = log
        isSealingOver = configuration.hasSealingEnded
    }

    private var sealing: LedgerSealing { LedgerSealing(pool: pool, key: configuration.keys.current) }
    private var maker: StatementMaker { StatementMaker(pool: pool, keys: configuration.keys) }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        try await seal(on: loop)
        try await AuditChain(pool: pool, keys: configuration.keys).lengthen()
        try await state()
        try await look()
    }

    /// Reads the newest statement: its age is a metric, and it may require MACs of rows.
    package func look() async throws(PostgresError) {
        let newest = try await pool.run(ListLedgerStatements(limit: 1)).first
        let now = try await pool.readClock().time.microsecondsSince1970 / 1_000_000
        if configuration.keys.areCausesProved(by: newest) { causes.enforce() }
        let statement = newest.flatMap(configuration.keys.genuine)
        let age = statement?.madeAtSeconds.map { max(0, now - $0) }
        metrics.setLedger(
            statedAt: age.map { MonotonicInstant.now.adding(milliseconds: -Int($0) * 1_000) },
            refused: Dictionary(uniqueKeysWithValues: causes.refused.map { ($0.rawValue, $1) }))
    }

    package func state() async throws(PostgresError) {
        let statement = try await maker.make(dueAfterSeconds: Int64(configuration.statementSeconds))
        guard let statement else { return }
        if statement.sealingEnded { isSealingOver = true }
        log(LogLine(.info, "ledger stated", ["statement": statement.json]))
        configuration.publish(statement)
    }

    /// Once a statement has ended sealing, only new entries are sealed. Otherwise a forged entry would get
    /// a seal from us.
    package func seal(on loop: isolated EventLoop) async throws(PostgresError) {
        if isSealingOver { return }
        let newest = try await pool.run(ListLedgerStatements(limit: 1)).first
        isSealingOver = configuration.keys.isSealingOver(by: newest)
        if let newest, configuration.keys.genuine(newest) == nil {
            log(LogLine(.error, "the newest statement of the ledger is not genuine"))
        }
        if !isSealingOver { try await sealAll(on: loop) }
    }

    private func sealAll(on loop: isolated EventLoop) async throws(PostgresError) {
        var sealed = 0
        var position = AccountPosition.start
        try await pool.work(under: .seal, ignoresDueTime: false, dueAfterSeconds: Self.sealingPauseSeconds) {
            () throws(PostgresError) in
            let began = MonotonicInstant.now
            let page = try await sealing.sealPage(after: position)
            sealed += page.sealed
            // Half of the time is left for other work.
            try? await loop.sleep(milliseconds: MonotonicInstant.now.milliseconds(since: began))
            guard let next = page.next else { return false }
            position = next
            return true
        }
        if sealed > 0 { log(LogLine(.info, "ledger entries sealed", ["entries": "\(sealed)"])) }
    }
}
