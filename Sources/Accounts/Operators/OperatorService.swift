package import Batching
package import Crypto
internal import FoundationEssentials
package import Ledger
package import Postgres
package import Referrals
internal import Store
internal import Values

/// Operators, added and removed by the owner of the database.
package struct OperatorService {
    /// Why nothing was changed.
    package enum Refusal: Error, Equatable, CustomStringConvertible {
        case alreadyAdded(EmailAddress)
        case unknown(EmailAddress)
        case rootKey(RootKeyRefusal)

        package var description: String {
            switch self {
            case .alreadyAdded(let email):
                "\(email) is an operator already; `shipmate operators role` changes the role, and "
                    + "`shipmate operators reset` makes a new link"
            case .unknown(let email): "\(email) is no operator; `shipmate operators list` shows them"
            case .rootKey(let refusal): refusal.description
            }
        }
    }

    private let pool: PostgresPool
    private let ledgerKeys: LedgerKeys?
    private let rootKey: RootKey?

    /// - Parameters:
    ///   - pool: of connections as the owner.
    ///   - ledgerKeys: prove entries of the audit.
    ///   - rootKey: opens the root secret if it is wrapped.
    package init(pool: PostgresPool, ledgerKeys: LedgerKeys? = nil, rootKey: RootKey? = nil) {
        self.pool = pool
        self.ledgerKeys = ledgerKeys
        self.rootKey = rootKey
    }

    /// Why nothing can be changed with these ledger keys.
    package func refusal() async throws(DatabaseError) -> LedgerKeyRefusal? {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await LedgerKeyCheck(keys: ledgerKeys, takesNew: false).run(through: pool)
        }
    }

    package func list() async throws(DatabaseError) -> [OperatorSummary] {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.run(ListOperators()).compactMap(OperatorSummary.init)
        }
    }

    /// Adds an operator.
    ///
    /// - Returns: the token of the one-time link, valid for 24 hours.
    package func add(
        _ email: EmailAddress, as role: OperatorRole, actor: String
    ) async throws(DatabaseError) -> Result<String, Refusal> {
        try await withSecrets { root, now throws(PostgresError) in
            let id = UUIDv7Generator().next(atMicroseconds: now.microsecondsSince1970)
            let record = OperatorRecord(
                id: id, email: email.description, role: role.rawValue, createdAt: now)
            let invited = OperatorInviting(root: root).invite(record.id, as: role, at: now)
            return try await pool.transaction { transaction throws(PostgresError) in
                guard try await !transaction.send(InsertOperator(record)).isEmpty else {
                    return .failure(.alreadyAdded(email))
                }
                let audit = audit("operators.add", record, " as \(role.rawValue)", by: actor, at: now)
                try await transaction.commit(InsertOperatorInvitation(invited.record), audit)
                return .success(invited.token.text)
            }
        }
    }

    /// Makes password, second factor and recovery codes void, and ends the operator's sessions.
    ///
    /// - Returns: the token of a new one-time link, valid for 24 hours.
    package func reset(
        _ email: EmailAddress, actor: String
    ) async throws(DatabaseError) -> Result<String, Refusal> {
        try await withSecrets { root, now throws(PostgresError) in
            try await pool.transaction { transaction throws(PostgresError) in
                guard let found = try await transaction.send(LockOperator(email.description)).first,
                    let role = OperatorRole(rawValue: found.role)
                else { return .failure(.unknown(email)) }
                let invited = OperatorInviting(root: root).invite(found.id, as: role, at: now)
                try await transaction.commit(
                    ResetOperator(found.id), EndConsoleSessions(of: found.id, at: now),
                    DeleteOperatorInvitations(of: found.id), InsertOperatorInvitation(invited.record),
                    audit("operators.reset", found, by: actor, at: now))
                return .success(invited.token.text)
            }
        }
    }

    /// Removes an operator and ends its sessions.
    package func remove(
        _ email: EmailAddress, actor: String
    ) async throws(DatabaseError) -> Result<Void, Refusal> {
        let now = try await now()
        return try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.transaction { transaction throws(PostgresError) in
                guard let found = try await transaction.send(LockOperator(email.description)).first else {
                    return .failure(.unknown(email))
                }
                try await transaction.commit(
                    RemoveOperator(found.id, at: now), EndConsoleSessions(of: found.id, at: now),
                    DeleteOperatorInvitations(of: found.id),
                    audit("operators.remove", found, by: actor, at: now))
                return .success(())
            }
        }
    }

    /// Changes an operator's role at once, also for its sessions.
    package func setRole(
        of email: EmailAddress, to role: OperatorRole, actor: String
    ) async throws(DatabaseError) -> Result<Void, Refusal> {
        try await withSecrets { root, now throws(PostgresError) in
            try await pool.transaction { transaction throws(PostgresError) in
                guard let found = try await transaction.send(LockOperator(email.description)).first else {
                    return .failure(.unknown(email))
                }
                let pending = try await transaction.send(ListOperatorInvitations(of: found.id))
                let changes = OperatorInviting(root: root).rewrapping(found, pending, as: role)
                let audit = audit("operators.role", found, " as \(role.rawValue)", by: actor, at: now)
                try await transaction.commit(changes + [audit])
                return .success(())
            }
        }
    }

    /// Limits the actions on players that each operator with a role may take on a day of the programme's
    /// time zone.
    ///
    /// - Parameter actions: nil for no limit.
    package func setLimit(
        of role: OperatorRole, to actions: Int32?, actor: String
    ) async throws(DatabaseError) {
        let now = try await now()
        let detail = "\(role.rawValue): \(actions.map(String.init) ?? "no limit")"
        let entry = AuditEntry(ofCommand: "operators.limit", by: actor, detail, at: now)
        let change: any Statement =
            actions.map { SetRoleLimit(of: role.rawValue, to: $0) } ?? DeleteRoleLimit(of: role.rawValue)
        try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.runAll([change, InsertAuditEntries([entry], by: ledgerKeys?.current)])
        }
    }

    private func withSecrets<Value>(
        _ body: (RootSecret, Timestamp) async throws(PostgresError) -> Result<Value, Refusal>
    ) async throws(DatabaseError) -> Result<Value, Refusal> {
        let now = try await now()
        return try await DatabaseError.telling { () throws(PostgresError) in
            switch try await Secrets.load(through: pool, with: rootKey) {
            case .success(let secrets): try await body(secrets.root, now)
            case .failure(let refusal): .failure(.rootKey(refusal))
            }
        }
    }

    /// The time, shared by all servers.
    private func now() async throws(DatabaseError) -> Timestamp {
        let reading = try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.readClock()
        }
        return Timestamp(microsecondsSince1970: reading.time.microsecondsSince1970)
    }

    private func audit(
        _ action: String, _ record: OperatorRecord, _ end: String = "", by actor: String, at now: Timestamp
    ) -> InsertAuditEntries {
        let name = AuditActor.operator(record.id, email: record.email)
        let entry = AuditEntry(ofCommand: action, by: actor, name + end, at: now)
        return InsertAuditEntries([entry], by: ledgerKeys?.current)
    }
}
