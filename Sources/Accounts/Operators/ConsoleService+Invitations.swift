internal import Batching
internal import Crypto
package import EventLoops
internal import FoundationEssentials
internal import Ledger
internal import Limits
internal import Postgres
internal import Store
internal import Values

extension ConsoleService {
    /// An invitation that can be accepted, with its operator and secret.
    private struct Pending {
        let token: ConsoleToken
        let id: UUID
        let email: String
        let role: OperatorRole
        let secret: TOTP
    }

    /// The invitation of a link's token.
    ///
    /// - Throws: `.invitationGone`, `.tooManyAttempts`.
    package func invitation(
        _ token: String, from address: PeerAddress
    ) async throws(ConsoleError) -> OperatorInvitation {
        let pending = try await counting(address) { () throws(ConsoleError) in try await find(token) }
        return OperatorInvitation(email: pending.email, role: pending.role, secret: pending.secret)
    }

    /// Sets password and second factor at once, and signs in.
    ///
    /// - Parameter code: of the invitation's secret.
    /// - Returns: the session's token, and ten recovery codes that are shown this once.
    /// - Throws: `.invitationGone`, `.invalidPassword`, `.wrong` for the code, `.tooManyAttempts`.
    package func accept(
        _ token: String, password: String, code: String, from address: PeerAddress, userAgent: String
    ) async throws(ConsoleError) -> (token: String, recoveryCodes: [String]) {
        let (pending, step) = try await counting(address) {
            () throws(ConsoleError) -> (Pending, Int64) in
            let pending = try await find(token)
            return (pending, try self.step(of: code, pending, password))
        }
        let fairnessKey = FairnessKey(
            group: RateLimitKey(address).hash, member: RateLimitKey(pending.id).hash)
        let hash = try await passwords.hash(password, for: fairnessKey)
        let codes = SecondFactorCode.recoveryCodes()
        let credentials = credentials(of: pending, hash, step, codes)
        let opening = open(
            .operator(pending.id), from: address, userAgent: userAgent, at: context.clock.now)
        try await write(credentials, pending, opening)
        return (opening.token.text, codes)
    }

    private func find(_ text: String) async throws(ConsoleError) -> Pending {
        guard let token = ConsoleToken(text) else { throw .invitationGone }
        let found = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.run(FindOperatorInvitation(token.hash, at: context.clock.now)).first
        }
        guard let (row, email, role) = found else { throw .invitationGone }
        let subject = ConsoleToken.Subject(invitationOf: row.operatorID, until: row.expiresAt)
        guard token.isGenuine(for: subject, key: tokenKey), let known = OperatorRole(rawValue: role),
            let secret = vault.secret(row.totpSecret, of: row.operatorID, role, in: .invitation)
        else { throw .invitationGone }
        return Pending(token: token, id: row.operatorID, email: email, role: known, secret: secret)
    }

    private func step(
        of code: String, _ pending: Pending, _ password: String
    ) throws(ConsoleError) -> Int64 {
        if let violation = PasswordPolicy.check(password, email: pending.email) {
            throw .invalidPassword(violation)
        }
        guard case .app(let digits) = SecondFactorCode(code),
            let step = pending.secret.step(of: digits, at: context.clock.now.secondsSince1970)
        else { throw .wrong }
        return step
    }

    private func credentials(
        of pending: Pending, _ hash: String, _ step: Int64, _ codes: [String]
    ) -> SetOperatorCredentials {
        let hashes = codes.map { code in
            SecondFactorCode.hash(ofRecovery: code.replacing("-", with: ""), of: pending.id, key: tokenKey)
        }
        return SetOperatorCredentials(
            of: pending.id, passwordHash: hash,
            totpSecret: vault.encrypt(pending.secret, of: pending.id, pending.role, in: .operator),
            step: step, recoveryHashes: hashes, at: context.clock.now)
    }

    private func write(
        _ credentials: SetOperatorCredentials, _ pending: Pending, _ opening: ConsoleOpening
    ) async throws(ConsoleError) {
        let now = opening.record.createdAt
        let actor = AuditActor.operator(pending.id, email: pending.email)
        let audit = audit("operators.accept", of: opening.record.id, by: actor, at: now)
        let isAccepted = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let (used, opened) = try await transaction.send(
                    UseOperatorInvitation(pending.token.hash, at: now),
                    FindConsoleSession(opening.token.hash, at: now))
                // The commit of an earlier attempt came through.
                if !opened.isEmpty { return true }
                guard !used.isEmpty, try await !transaction.send(credentials).isEmpty else { return false }
                try await transaction.commit(InsertConsoleSession(opening.record), audit)
                return true
            }
        }
        guard isAccepted else { throw .invitationGone }
    }
}
