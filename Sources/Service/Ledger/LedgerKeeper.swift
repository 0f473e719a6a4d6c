package import EventLoops
internal import Postgres
internal import Store

extension Services {
    /// Seals what is unsealed and states the ledger, on one loop of the process, until its pool closes.
    package func keepLedger(on loop: isolated EventLoop) async {
        guard let ledger else { return }
        await LedgerKeeper(pool: pool, configuration: ledger, log: log).run(on: loop)
    }
}

/// Does the ledger's duties whenever one is due and no other process is at it.
struct LedgerKeeper {
    /// How often it is looked whether something is due.
    private static let pauseMilliseconds = 5_000
    /// When sealing found nothing left, until it is looked again.
    private static let sealingPauseSeconds: Int64 = 300
    private static let endedPauseSeconds: Int64 = 86_400 * 36_500

    let pool: PostgresPool
    let configuration: LedgerConfiguration
    let log: @Sendable (LogLine) -> Void

    private var sealing: LedgerSealing { LedgerSealing(pool: pool, key: configuration.keys.current) }
    private var maker: StatementMaker { StatementMaker(pool: pool, keys: configuration.keys) }

    func run(on loop: isolated EventLoop) async {
        while true {
            do throws(PostgresError) {
                try await seal(on: loop)
                try await state()
            } catch {
                if error == .closed { return }
                // It comes round again, here or in another process.
                log(LogLine(.warning, "keeping the ledger failed", error.logFields))
            }
            guard (try? await loop.sleep(milliseconds: Self.pauseMilliseconds)) != nil else { return }
        }
    }

    func state() async throws(PostgresError) {
        let statement = try await maker.make(dueAfterSeconds: Int64(configuration.statementSeconds))
        guard let statement else { return }
        log(LogLine(.info, "ledger stated", ["statement": statement.json]))
        configuration.publish(statement)
    }

    /// Once it was stated that sealing has ended, nothing is sealed but what is booked: else whoever puts an
    /// entry in by hand would have it sealed by us.
    func seal(on loop: isolated EventLoop) async throws(PostgresError) {
        guard let turn = try await pool.run(TakeDuty(.seal, isAsked: false)).first else { return }
        let newest = try await pool.run(ListLedgerStatements(limit: 1)).first
        if let newest {
            let statement = LedgerStatement(json: newest.body)
            let isGenuine = statement?.isSigned(by: configuration.keys) == true
            if !isGenuine { log(LogLine(.error, "the newest statement of the ledger is not genuine")) }
            if !isGenuine || statement?.sealingEnded == true {
                try await pool.run(EndDuty(.seal, turn: turn, dueAfterSeconds: Self.endedPauseSeconds))
                return
            }
        }
        try await sealAll(turn, on: loop)
    }

    private func sealAll(_ turn: Int64, on loop: isolated EventLoop) async throws(PostgresError) {
        var sealed = 0
        var position: AccountPosition? = .start
        while let start = position {
            let began = MonotonicInstant.now
            guard try await !pool.run(KeepDuty(.seal, turn: turn)).isEmpty else { return }
            let page = try await sealing.sealPage(after: start)
            sealed += page.sealed
            position = page.next
            // Half of the time is everybody else's.
            let pause = MonotonicInstant.now.milliseconds(since: began)
            try? await loop.sleep(milliseconds: pause)
        }
        if sealed > 0 { log(LogLine(.info, "ledger entries sealed", ["entries": "\(sealed)"])) }
        try await pool.run(EndDuty(.seal, turn: turn, dueAfterSeconds: Self.sealingPauseSeconds))
    }
}
