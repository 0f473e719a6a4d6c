internal import Batching
package import Crypto
package import EventLoops
package import FoundationEssentials
internal import Ledger
package import Limits
internal import Postgres
internal import Store
internal import Values

/// Sessions of the console, of operators and of API keys, and invitations of operators.
///
/// Each call asks the database, so that the end of a session, of a key or of an operator counts at once in
/// all processes.
package final class ConsoleService {
    private static let microsecondsBetweenStamps: Int64 = 60_000_000

    let context: AccountsContext
    let vault: SecondFactorVault
    /// Tags tokens, and hashes recovery codes.
    let tokenKey: Subkey
    let passwords: PasswordService<ConsoleError>
    let authenticator: Authenticator
    let limits: RateLimits
    /// Writes what a caller doesn't wait for.
    private var writing: (InsertAuditEntries) -> Void = { _ in }

    package init(
        _ context: AccountsContext, root: RootSecret, passwords: PasswordWork, authenticator: Authenticator,
        limits: RateLimits, on loop: isolated EventLoop
    ) {
        self.context = context
        vault = SecondFactorVault(root: root)
        tokenKey = root.subkey(for: .consoleTokens)
        self.passwords = PasswordService(passwords)
        self.authenticator = authenticator
        self.limits = limits
        writing = { [context] entry in
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                _ = try? await context.pool.run(entry)
            }
        }
    }

    /// The user of a session's token; nil if the session has ended, or if its key or its operator may no
    /// longer sign in.
    package func user(of token: String) async throws(ConsoleError) -> ConsoleUser? {
        guard let token = ConsoleToken(token) else { return nil }
        let now = context.clock.now
        let (sessions, keys) = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.run(
                FindConsoleSession(token.hash, at: now), FindConsoleKey(ofSession: token.hash))
        }
        guard let found = sessions.first else { return nil }
        let session = found.session
        let subject = ConsoleToken.Subject(
            session: session.id, of: session.holder, until: session.expiresAt)
        guard token.isGenuine(for: subject, key: tokenKey),
            let user = user(of: session, found.holder, keys.first, at: now)
        else { return nil }
        await stamp(session, at: now)
        return user
    }

    private func user(
        of session: ConsoleSessionRecord, _ record: OperatorRecord?, _ key: APIKeyRecord?, at now: Timestamp
    ) -> ConsoleUser? {
        switch session.holder {
        case .operator(let id):
            guard let record, vault.secret(of: record) != nil, let role = OperatorRole(rawValue: record.role)
            else { return nil }
            return ConsoleUser(
                session: session.id, identity: .operator(id), name: record.email, role: role,
                expiresAt: session.expiresAt)
        case .apiKey(let id):
            guard let key, key.expiresAt.map({ $0 > now }) ?? true,
                context.causes.admits(.apiKey(key), key.mac),
                let role = APIKey.Scope(rawValue: key.scope).flatMap(OperatorRole.init)
            else { return nil }
            return ConsoleUser(
                session: session.id, identity: .apiKey(id), name: key.name, role: role,
                expiresAt: min(session.expiresAt, key.expiresAt ?? session.expiresAt))
        }
    }

    /// A failed write is repeated with the next page.
    private func stamp(_ session: ConsoleSessionRecord, at now: Timestamp) async {
        let elapsed = now.microsecondsSince1970 - session.seenAt.microsecondsSince1970
        guard elapsed >= Self.microsecondsBetweenStamps else { return }
        _ = try? await context.pool.run(StampConsoleSession(session.id, at: now))
    }

    /// The user's sessions that have not ended, newest first.
    package func sessions(of user: ConsoleUser) async throws(ConsoleError) -> [ConsoleSession] {
        let found = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.run(ListConsoleSessions(of: user.holder, at: context.clock.now))
        }
        return found.map(ConsoleSession.init)
    }

    /// Ends one of the user's sessions. Nothing happens if the user has none such.
    package func end(_ session: UUID, of user: ConsoleUser) async throws(ConsoleError) {
        let now = context.clock.now
        let audit = audit("operators.sign_out", of: session, by: user.actor, at: now)
        _ = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let ended = try await transaction.send(EndConsoleSession(session, of: user.holder, at: now))
                if !ended.isEmpty { try await transaction.commit(audit) }
            }
        }
    }

    /// All operators, by e-mail.
    package func operators() async throws(ConsoleError) -> [OperatorSummary] {
        let found = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.run(ListOperators())
        }
        return found.compactMap(OperatorSummary.init)
    }

    func audit(
        _ action: String, of session: UUID, by actor: String, at now: Timestamp
    ) -> InsertAuditEntries {
        let entry = AuditEntry(
            id: context.makeID(), actor: actor, action: action, uid: nil,
            detail: "session \(session.lowercaseText)", createdAt: now)
        return InsertAuditEntries([entry], by: context.ledgerKey)
    }

    /// Audits a wrong code after a right password. The reply doesn't wait for it: its time would tell that
    /// the password was right.
    func noteWrongCode(of found: OperatorRecord, at now: Timestamp) {
        let entry = AuditEntry(
            id: context.makeID(), actor: AuditActor.operator(found.id, email: found.email),
            action: "operators.code_refused", uid: nil, detail: "the password was right", createdAt: now)
        writing(InsertAuditEntries([entry], by: context.ledgerKey))
    }

    func open(
        _ holder: ConsoleHolder, from address: PeerAddress, userAgent: String, at now: Timestamp
    ) -> ConsoleOpening {
        ConsoleOpening(
            context.makeID(), of: holder, from: address, userAgent: userAgent, key: tokenKey, at: now)
    }
}
