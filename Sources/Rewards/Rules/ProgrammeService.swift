package import Batching
internal import Crypto
internal import FoundationEssentials
package import Ledger
package import Postgres
package import Referrals
internal import Store
internal import Values

/// The whole programme as a file has it: for a command, beside the servers.
package struct ProgrammeService {
    /// Less than a statement may take.
    private static let othersMilliseconds = RuleService.changeMilliseconds - 5_000

    private let pool: PostgresPool
    private let ledgerKey: LedgerKey?

    /// - Parameter ledgerKey: proves entries of the audit.
    package init(pool: PostgresPool, ledgerKey: LedgerKey?) {
        self.pool = pool
        self.ledgerKey = ledgerKey
    }

    /// Why a programme was not applied.
    package enum Failure: Error {
        /// With the rule of the file that it is about.
        case refused(RuleError, RuleName?)
        /// Other callers kept changing rules.
        case underWay
        case database(DatabaseError)
    }

    /// All rules but archived ones.
    package func rules() async throws(DatabaseError) -> [StoredRule] {
        try await DatabaseError.telling { () throws(PostgresError) in
            let rules: [StoredRule] = try await pool.run(ListRules())
            return rules.filter { $0.state != .archived }
        }
    }

    package func trust() async throws(DatabaseError) -> StoredTrust? {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.run(FindTrust()).first
        }
    }

    /// Makes the rules these, in one transaction; every server goes by it within a second.
    ///
    /// - Parameter show: gets the difference, before anything is changed.
    package func apply(
        _ programme: ProgrammeDraft, by actor: String, isDryRun: Bool, show: (ProgrammeDifference) -> Void
    ) async throws(Failure) {
        var current: RuleName?
        let result: Result<Void, RuleError>
        do throws(DatabaseError) {
            result = try await DatabaseError.telling { () throws(PostgresError) in
                try await change(to: programme, by: actor, isDryRun, at: &current, show)
            }
        } catch {
            throw error.isLocked ? .underWay : .database(error)
        }
        if case .failure(let refusal) = result { throw .refused(refusal, current) }
    }

    private func change(
        to programme: ProgrammeDraft, by actor: String, _ isDryRun: Bool, at current: inout RuleName?,
        _ show: (ProgrammeDifference) -> Void
    ) async throws(PostgresError) -> Result<Void, RuleError> {
        let now = Timestamp(microsecondsSince1970: try await pool.readClock().time.microsecondsSince1970)
        let ids = UUIDv7Generator()
        let change = RuleChange(
            pool: pool, code: RuleBook.inSwift, now: now, actor: actor,
            makeID: { ids.next(atMicroseconds: now.microsecondsSince1970) }, ledgerKey: ledgerKey,
            changes: ChangeRecorder(ofCommandAt: now, ids: ids),
            patience: TransactionPatience(lockMilliseconds: Self.othersMilliseconds))
        return try await change.run(within: RuleService.changeMilliseconds) { edit throws(RuleError) in
            if isDryRun {
                var copy = edit
                show(try copy.apply(programme, at: &current))
            } else {
                show(try edit.apply(programme, at: &current))
            }
        }
    }
}
