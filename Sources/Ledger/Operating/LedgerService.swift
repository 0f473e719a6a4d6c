package import Batching
internal import Crypto
package import Postgres
internal import Referrals
internal import Store
internal import Values

/// An operator's actions on the ledger as a whole, beside the servers.
package struct LedgerService {
    private static let verificationMilliseconds = 3_600_000

    private let pool: PostgresPool
    private let keys: LedgerKeys

    package init(pool: PostgresPool, keys: LedgerKeys) {
        self.pool = pool
        self.keys = keys
    }

    /// Holds one snapshot of the whole ledger against its seals and statements.
    ///
    /// - Parameter causes: whether the causes of entries are verified as well.
    package func verify(
        against statement: LedgerStatement?, causes: Bool = false,
        progress: @escaping (_ entries: Int64) -> Void
    ) async throws(DatabaseError) -> LedgerReport {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.transaction(
                isolation: .repeatableRead, isReadOnly: true,
                statementTimeoutMilliseconds: Self.verificationMilliseconds
            ) { transaction throws(PostgresError) in
                try await verify(against: statement, causes: causes, in: transaction, progress: progress)
            }
        }
    }

    /// The same of what a transaction sees.
    func verify(
        against statement: LedgerStatement?, causes: Bool, in transaction: Transaction,
        progress: @escaping (_ entries: Int64) -> Void
    ) async throws(PostgresError) -> LedgerReport {
        let pages = DatabasePages(transaction)
        var verifier = LedgerVerifier(pages, keys: keys, statement: statement, progress: progress)
        var report = try await verifier.run()
        let newest = try await transaction.send(ListLedgerStatements(limit: 1)).first
        let isEnforced = keys.areCausesProved(by: newest) || statement?.causesProved == true
        let known = [statement, newest.flatMap(keys.genuine)].compactMap(\.self)
        try await AuditCheck(transaction: transaction, keys: keys, isEnforced: isEnforced)
            .run(against: known, in: &report)
        guard causes else { return report }
        try await CauseCheck(transaction: transaction, keys: keys, isEnforced: isEnforced)
            .run(in: &report)
        return report
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
    /// - Parameter accepts: whether sealing had ended, and an operator accepts later entries without a seal.
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

    /// Counts rows that `adopt` would give a MAC.
    package func unproved() async throws(DatabaseError) -> AdoptedCauses {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await CauseAdoption(pool: pool, keys: keys).run(adopts: false)
        }
    }

    /// Gives these rows a MAC, and states that the service requires one from now on; nil while a server is
    /// stating the ledger.
    package func adopt(
        actor: String
    ) async throws(DatabaseError) -> (adopted: AdoptedCauses, statement: LedgerStatement)? {
        try await DatabaseError.telling { () throws(PostgresError) in
            let adopted = try await CauseAdoption(pool: pool, keys: keys).run(adopts: true)
            let now = try await pool.readClock().time.microsecondsSince1970
            try await pool.run(
                InsertAuditEntries(
                    [
                        AuditEntry(
                            id: UUIDv7Generator().next(atMicroseconds: now), actor: actor,
                            action: "ledger.adopt",
                            uid: nil, detail: adopted.lines.joined(separator: "; "),
                            createdAt: Timestamp(microsecondsSince1970: now))
                    ], by: keys.current))
            let statement = try await StatementMaker(pool: pool, keys: keys).make(
                ignoresDueTime: true, provesCauses: true, dueAfterSeconds: 0)
            return statement.map { (adopted, $0) }
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
                ignoresDueTime: true, endsSealing: endsSealing, dueAfterSeconds: dueAfterSeconds)
        }
    }
}
