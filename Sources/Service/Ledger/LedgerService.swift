package import Postgres
internal import Store

/// What an operator does with the ledger as a whole, beside the servers.
package struct LedgerService {
    private static let verificationMilliseconds = 3_600_000

    private let pool: PostgresPool
    private let keys: LedgerKeys

    package init(pool: PostgresPool, keys: LedgerKeys) {
        self.pool = pool
        self.keys = keys
    }

    /// Holds one snapshot of the whole ledger against its seals and statements.
    package func verify(
        against statement: LedgerStatement?, progress: @escaping (_ entries: Int64) -> Void
    ) async throws(DatabaseError) -> LedgerReport {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.transaction(
                isolation: .repeatableRead, isReadOnly: true,
                statementTimeoutMilliseconds: Self.verificationMilliseconds
            ) { transaction throws(PostgresError) in
                let pages = DatabasePages(transaction)
                var verifier = LedgerVerifier(pages, keys: keys, statement: statement, progress: progress)
                return try await verifier.run()
            }
        }
    }

    /// Why nothing may be done with these keys.
    package func refusal() async throws(DatabaseError) -> LedgerKeyRefusal? {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await LedgerKeyCheck(keys: keys).run(through: pool)
        }
    }

    /// Whether nothing is sealed any more but what is booked: so it was stated, or the statement is forged.
    package func hasSealingEnded() async throws(DatabaseError) -> Bool {
        try await DatabaseError.telling { () throws(PostgresError) in
            keys.isSealingOver(by: try await pool.run(ListLedgerStatements(limit: 1)).first)
        }
    }

    /// How many entries have no seal.
    package func countUnsealed() async throws(DatabaseError) -> Int64 {
        try await DatabaseError.telling { () throws(PostgresError) in
            var unsealed: Int64 = 0
            var position: AccountPosition? = .start
            while let start = position {
                let page = try await pool.run(
                    ListStoredBalances(after: start, limit: LedgerSealing.pageAccounts))
                unsealed += page.reduce(0) { $0 + $1.entries - $1.sealed }
                position = page.count < LedgerSealing.pageAccounts ? nil : page.last?.position
            }
            return unsealed
        }
    }

    /// Seals all that is unsealed, and gives how many entries that were.
    ///
    /// - Parameter accepts: whether sealing had ended, and an operator takes what came in unsealed since.
    package func seal(
        accepts: Bool = false, progress: (_ entries: Int) -> Void
    ) async throws(DatabaseError) -> Int {
        try await DatabaseError.telling { () throws(PostgresError) in
            let sealing = LedgerSealing(
                pool: pool, key: keys.current, origin: accepts ? .accepted : .later)
            var sealed = 0
            var position: AccountPosition? = .start
            while let start = position {
                let page = try await sealing.sealPage(after: start)
                sealed += page.sealed
                position = page.next
                progress(sealed)
            }
            return sealed
        }
    }

    /// States the ledger now; nil where a server is at it.
    ///
    /// - Parameter endsSealing: whether nothing is sealed afterwards but what is booked.
    package func state(
        endsSealing: Bool = false, dueAfterSeconds: Int64 = 3_600
    ) async throws(DatabaseError) -> LedgerStatement? {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await StatementMaker(pool: pool, keys: keys).make(
                isAsked: true, endsSealing: endsSealing, dueAfterSeconds: dueAfterSeconds)
        }
    }
}
