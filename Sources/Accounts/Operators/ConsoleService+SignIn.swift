internal import Batching
internal import Crypto
package import EventLoops
internal import FoundationEssentials
internal import Ledger
internal import Limits
internal import Postgres
internal import Referrals
internal import Store
internal import Values

extension ConsoleService {
    /// Signs in with an API key of scope `admin` or `read`.
    ///
    /// - Returns: the session's token for the cookie, 43 characters of base64url.
    package func signIn(
        apiKey: String, from address: PeerAddress, userAgent: String
    ) async throws(ConsoleError) -> String {
        let (id, name) = try await keyHolder(apiKey, from: address)
        try limits.consoleSignIns.take(RateLimitKey(id), or: ConsoleError.tooManyAttempts)
        let now = context.clock.now
        let opening = open(.apiKey(id), from: address, userAgent: userAgent, at: now)
        let audit = audit(
            "operators.sign_in", of: opening.record.id, by: AuditActor.key(id, named: name), at: now)
        _ = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.runAll([InsertConsoleSession(opening.record), audit])
        }
        return opening.token.text
    }

    private func keyHolder(
        _ text: String, from address: PeerAddress
    ) async throws(ConsoleError) -> (id: UUID, name: String) {
        guard text.hasPrefix(APIKey.prefix) else {
            return try await counting(address) { () throws(ConsoleError) in throw .wrong }
        }
        let caller: Caller
        do throws(AuthenticationError) {
            caller = try await authenticator.caller(bearing: Array(text.utf8)[...], from: address)
        } catch {
            throw ConsoleError(error)
        }
        guard case .key(let id, let name, let scope) = caller, OperatorRole(scope) != nil else {
            throw .wrong
        }
        return (id, name)
    }

    /// Signs in with password and second factor. Whatever is wrong is one answer at one speed.
    ///
    /// - Parameter code: of the authenticator app, or a recovery code; each is accepted once.
    /// - Returns: the session's token for the cookie, 43 characters of base64url.
    package func signIn(
        email: String, password: String, code: String, from address: PeerAddress, userAgent: String
    ) async throws(ConsoleError) -> String {
        let email = EmailAddress(email)?.description ?? ""
        let attempt = try SignInAttempt(
            "operator \(email)", from: address, limits: limits, or: ConsoleError.tooManyAttempts)
        do throws(ConsoleError) {
            let found = try await find(email, from: address, attempt)
            let verification = try await passwords.verify(
                password.bounded, againstOwn: found?.passwordHash, for: attempt.fairnessKey)
            let opening = try await open(found, verification, code, from: address, userAgent: userAgent)
            attempt.forgive()
            return opening.token.text
        } catch {
            // An outage doesn't count as a failure.
            if error == .unavailable { attempt.forgive() }
            throw error
        }
    }

    /// - Throws: `.tooManyAttempts` for strangers, if the address or the account had too many.
    private func find(
        _ email: String, from address: PeerAddress, _ attempt: SignInAttempt
    ) async throws(ConsoleError) -> OperatorRecord? {
        let found = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.run(FindOperator(email)).first
        }
        guard let seconds = attempt.retryAfterSeconds else { return found }
        let known = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.run(FindConsoleAddress(address.description, of: found?.id ?? .zero))
        }
        guard known == [true] else { throw .tooManyAttempts(retryAfterSeconds: seconds) }
        return found
    }

    /// A wrong password has the same queries as a wrong code.
    private func open(
        _ found: OperatorRecord?, _ verification: PasswordService<ConsoleError>.Verification, _ code: String,
        from address: PeerAddress, userAgent: String
    ) async throws(ConsoleError) -> ConsoleOpening {
        let now = context.clock.now
        let code = found.flatMap { spent(code, of: $0, at: now) }
        if let found, verification != .wrong { try limitCodes(of: found, isRight: code != nil) }
        let isPlausible = verification != .wrong && code != nil
        let holder = found.flatMap { isPlausible ? $0 : nil }
        var stronger: String?
        if case .rightWithStrongerHash(let hash) = verification { stronger = hash }
        let opening = open(.operator(holder?.id ?? .zero), from: address, userAgent: userAgent, at: now)
        let spend = SpendOperatorCode(
            code ?? .step(0), of: holder?.id ?? .zero, passwordHash: holder?.passwordHash ?? "",
            strongerHash: stronger, at: now)
        let actor = AuditActor.operator(holder?.id ?? .zero, email: holder?.email ?? "")
        let audit = audit("operators.sign_in", of: opening.record.id, by: actor, at: now)
        let isOpen = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let (taken, opened) = try await transaction.send(
                    spend, FindConsoleSession(opening.token.hash, at: now))
                // The commit of an earlier attempt came through.
                if !opened.isEmpty { return true }
                guard !taken.isEmpty else { return false }
                try await transaction.commit(InsertConsoleSession(opening.record), audit)
                return true
            }
        }
        guard isOpen else {
            if let found, verification != .wrong { noteWrongCode(of: found, at: now) }
            throw .wrong
        }
        return opening
    }

    /// After a right password the code is all that is left to guess.
    private func limitCodes(of found: OperatorRecord, isRight: Bool) throws(ConsoleError) {
        let key = RateLimitKey(found.id)
        try limits.wrongCodesPerOperator.take(key, or: ConsoleError.tooManyAttempts)
        if isRight { limits.wrongCodesPerOperator.refund(key, at: .now) }
    }

    private func spent(_ code: String, of record: OperatorRecord, at now: Timestamp) -> SpentOperatorCode? {
        guard let code = SecondFactorCode(code), let secret = vault.secret(of: record) else { return nil }
        return code.spent(of: record, secret, key: tokenKey, at: now)
    }

    /// Counts guesses against their address, and refuses more of them.
    func counting<Value>(
        _ address: PeerAddress, _ body: () async throws(ConsoleError) -> Value
    ) async throws(ConsoleError) -> Value {
        let key = RateLimitKey(address)
        try limits.wrongTokensPerAddress.take(key, or: ConsoleError.tooManyAttempts)
        do throws(ConsoleError) {
            let value = try await body()
            limits.wrongTokensPerAddress.refund(key, at: .now)
            return value
        } catch {
            if !error.isGuess { limits.wrongTokensPerAddress.refund(key, at: .now) }
            throw error
        }
    }
}

extension String {
    /// No longer than is worth hashing: no password is.
    fileprivate var bounded: String {
        String(unicodeScalars.prefix(PasswordPolicy.lengths.upperBound + 1))
    }
}
