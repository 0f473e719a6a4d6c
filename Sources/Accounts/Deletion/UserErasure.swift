package import Batching
internal import Crypto
package import Ledger
package import Postgres
internal import Referrals
internal import Store
package import Values

/// Erases users for an operator's command. The command writes a request, and the first server to find it
/// carries it out, because servers have the ledger's keys and the list of erased users.
package struct UserErasure {
    private let pool: PostgresPool
    private let ledgerKey: LedgerKey?

    /// - Parameters:
    ///   - pool: of connections as the owner or as the service.
    ///   - ledgerKey: proves the entry of the audit.
    package init(pool: PostgresPool, ledgerKey: LedgerKey?) {
        self.pool = pool
        self.ledgerKey = ledgerKey
    }

    /// Asks for it now, and writes to the audit who did.
    ///
    /// - Returns: when that was, by PostgreSQL's clock.
    package func ask(for uid: UserID, by actor: String) async throws(DatabaseError) -> Timestamp {
        try await DatabaseError.telling { () throws(PostgresError) in
            let time = try await pool.readClock().time
            let now = Timestamp(microsecondsSince1970: time.microsecondsSince1970)
            let audit = AuditEntry(
                id: UUIDv7Generator().next(atMicroseconds: time.microsecondsSince1970), actor: actor,
                action: "user.erase", uid: uid, detail: ErasedText.word, createdAt: now)
            try await pool.run(
                AskErasures([Erasure(uid: uid, askedAt: now, dueAt: now)]),
                InsertAuditEntries([audit], by: ledgerKey))
            return now
        }
    }

    /// Whether what was asked for then is done.
    package func isDone(_ uid: UserID, askedAt: Timestamp) async throws(DatabaseError) -> Bool {
        try await DatabaseError.telling { () throws(PostgresError) in
            let erasure = try await pool.run(FindErasures(of: [uid])).first
            // It is looked through once more a minute later.
            return erasure?.erasedAt != nil && erasure?.dueAt.map { $0 > askedAt } ?? true
        }
    }
}
