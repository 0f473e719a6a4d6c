internal import FoundationEssentials
package import Postgres
package import Store
internal import Values

/// Makes statements of the ledger: walks all accounts, page by page, and keeps how far each was sealed where
/// that has changed. The accounts of one statement are each as they were when the walk came by.
package struct StatementMaker {
    static let pageAccounts = 1000

    package let pool: PostgresPool
    package let keys: LedgerKeys

    /// Records the ledger's first key. If nothing is booked yet, the same transaction states that sealing has
    /// ended, so that an entry without a seal is a forged one from the start.
    package func begin(with key: InsertLedgerKey) async throws(PostgresError) {
        let now = try await pool.readClock().time
        // An operator adopts existing rows.
        let isProved = try await CauseAdoption(pool: pool, keys: keys).run(adopts: false).isEmpty
        try await pool.transaction { transaction throws(PostgresError) in
            let isEmpty = try await transaction.send(IsLedgerEmpty()).first == true
            guard isEmpty,
                let fencingToken = try await transaction.send(AcquireLease(.state, ignoresDueTime: true))
                    .first,
                try await transaction.send(ListLedgerStatements(limit: 1)).isEmpty
            else { return try await transaction.commit([key]) }
            let statement = LedgerStatement(
                number: fencingToken, madeAt: Self.text(now), LedgerTally(), unsealed: 0, sealingEnded: true,
                causesProved: isProved, before: nil, signedBy: keys.current)
            try await transaction.commit([
                key, InsertLedgerStatement(StoredStatement(number: fencingToken, body: statement.json)),
                ReleaseLease(.state, fencingToken: fencingToken, dueAfterSeconds: 0),
            ])
        }
    }

    /// Nil where another process is at it, or it isn't due.
    ///
    /// - Parameters:
    ///   - ignoresDueTime: also before it is due.
    ///   - endsSealing: whether it says so, without waiting for an hour; nothing may be unsealed then.
    ///   - provesCauses: whether it states that existing rows were adopted.
    package func make(
        ignoresDueTime: Bool = false, endsSealing: Bool = false, provesCauses: Bool = false,
        dueAfterSeconds: Int64
    ) async throws(PostgresError) -> LedgerStatement? {
        guard
            let fencingToken = try await pool.run(AcquireLease(.state, ignoresDueTime: ignoresDueTime)).first
        else { return nil }
        try await AuditChain(pool: pool, keys: keys).lengthen()
        var tally = StatedTally()
        var position: AccountPosition? = .start
        while let start = position {
            guard let page = try await state(fencingToken, after: start, in: &tally) else { return nil }
            position = page.count < Self.pageAccounts ? nil : page.last?.balance.position
        }
        tally.finish()
        return try await write(
            fencingToken, tally, endsSealing: endsSealing, provesCauses: provesCauses,
            dueAfterSeconds: dueAfterSeconds)
    }

    /// Nil when the lease was lost to another process.
    private func state(
        _ fencingToken: Int64, after position: AccountPosition, in tally: inout StatedTally
    ) async throws(PostgresError) -> [AccountToState]? {
        let page: [AccountToState]? = try await pool.transaction { transaction throws(PostgresError) in
            let (kept, page) = try await transaction.send(
                RenewLease(.state, fencingToken: fencingToken),
                ListAccountsToState(after: position, limit: Self.pageAccounts))
            guard !kept.isEmpty else { return nil }
            let changed = page.filter { $0.balance.sealed > 0 && $0.balance.sealed != $0.statedSealed }
            try await transaction.commit([
                InsertStatedHeads(
                    changed.map {
                        StatedHead(
                            uid: $0.balance.uid, currency: $0.balance.currency, statement: fencingToken,
                            sealed: $0.balance.sealed)
                    })
            ])
            return page
        }
        for account in page ?? [] { tally.add(account) }
        return page
    }

    private func write(
        _ fencingToken: Int64, _ tally: StatedTally, endsSealing: Bool, provesCauses: Bool,
        dueAfterSeconds: Int64
    ) async throws(PostgresError) -> LedgerStatement? {
        // The clock that entries go by: which is newer, a statement or an entry, is looked at later.
        let now = try await pool.readClock().time
        return try await pool.transaction { transaction throws(PostgresError) in
            let (kept, newest, isKeyOld, audit) = try await transaction.send(
                RenewLease(.state, fencingToken: fencingToken), ListLedgerStatements(limit: 1),
                IsLedgerKeyOld(),
                FindAuditHead())
            guard !kept.isEmpty else { return nil }
            let before = newest.first.flatMap { LedgerStatement(json: $0.body) }
            // A commit that was in doubt did hold, and this is its repeat.
            if let made = newest.first, made.number == fencingToken, let statement = keys.genuine(made) {
                return statement
            }
            let ends = tally.unsealed == 0 && (endsSealing || isKeyOld.first == true)
            let statement = LedgerStatement(
                number: fencingToken, madeAt: Self.text(now), tally.tally, unsealed: tally.unsealed,
                sealingEnded: ends || keys.isSealingOver(by: newest.first),
                causesProved: provesCauses || keys.areCausesProved(by: newest.first),
                audit: audit.first, before: before?.hash, signedBy: keys.current)
            try await transaction.commit([
                InsertLedgerStatement(StoredStatement(number: fencingToken, body: statement.json)),
                ReleaseLease(.state, fencingToken: fencingToken, dueAfterSeconds: dueAfterSeconds),
            ])
            return statement
        }
    }

    private static func text(_ time: PostgresTimestamp) -> String {
        Date(timeIntervalSince1970: Double(time.microsecondsSince1970 / 1_000_000)).ISO8601Format()
    }
}

/// Puts a user's accounts in the order of their currencies' bytes, which is the database's only where its
/// collation is.
private struct StatedTally {
    private(set) var tally = LedgerTally()
    private(set) var unsealed: Int64 = 0
    private var ofUser: [AccountToState] = []

    mutating func add(_ account: AccountToState) {
        if let uid = ofUser.first?.balance.uid, uid != account.balance.uid { finish() }
        ofUser.append(account)
    }

    mutating func finish() {
        for account in ofUser.sorted(by: { $0.balance.currency < $1.balance.currency }) {
            let balance = account.balance
            unsealed += balance.entries - balance.sealed
            guard balance.sealed > 0 else { continue }
            tally.add(
                balance.uid, balance.currency, sealed: balance.sealed, amount: account.sealedAmount,
                seal: balance.head)
        }
        ofUser = []
    }
}
