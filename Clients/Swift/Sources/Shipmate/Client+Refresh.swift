import Foundation

extension Client {
    /// Calls with the session's token. A 401 causes one refresh, and the call once more.
    @discardableResult
    func authorized(_ call: Call) async throws -> JSON {
        var call = call
        let first = try await freshSession()
        call.token = first.accessToken
        do { return try await caller.value(call) } catch let problem as Problem
            where problem.status == 401 && problem.type == .unauthenticated
        {
            call.token = try await refreshed(first).accessToken
            return try await caller.value(call)
        } catch let problem as Problem where problem.type == .merged {
            throw try signInNeeded(first.uid)
        }
    }

    /// A session whose access token is valid by this device's clock.
    func freshSession() async throws -> Session {
        if try await followed() == nil, let starting { _ = try? await shared(starting) }
        guard let current = try await followed() else {
            if state == .signedOut { throw ShipmateError.signedOut }
            throw try store.data(StoreKey.ended) == nil ? ShipmateError.notStarted : ShipmateError.signedOut
        }
        return current.expires(within: 5, of: now) ? try await refreshed(current) : current
    }

    /// The stored session: another process may have refreshed it, or signed in or out.
    private func followed() async throws -> Session? {
        guard let stored = try await readable() else {
            if session != nil { leave() }
            return nil
        }
        let isOther = session != nil && session?.uid != stored.uid
        use(stored)
        if isOther { followAnew() }
        return stored
    }

    /// The session after `stale`. Callers at the same time share one refresh.
    func refreshed(_ stale: Session) async throws -> Session {
        if let session, session.accessToken != stale.accessToken { return session }
        if let refreshing { return try await shared(refreshing) }
        let task = Task {
            defer { refreshing = nil }
            return try await refresh(stale)
        }
        refreshing = task
        return try await shared(task)
    }

    private func refresh(_ stale: Session) async throws -> Session {
        guard let (sent, bytes) = try await readyToSend(stale) else { return try current() }
        let call = try Call(
            "POST", "/v1/sessions/refresh",
            JSON(members: ["refresh_token": sent.refreshToken, "attempt": sent.attempt]))
        do {
            let new = try Session(await caller.value(call), uid: sent.uid, kind: sent.kind, now: now)
            return try await commit(new, after: sent, bytes)
        } catch let problem as Problem where problem.status == 401 && problem.type == .unauthenticated {
            return try await ended(sent, bytes)
        } catch let problem as Problem where problem.type == .merged {
            throw try signInNeeded(sent.uid)
        } catch {
            if let newer = try await readable(), newer.refreshToken != sent.refreshToken { return use(newer) }
            throw error
        }
    }

    /// Stores `attempt` beside the token before it is sent. `nil`: another process has refreshed, or signed out.
    private func readyToSend(_ stale: Session) async throws -> (Session, Data)? {
        while let data = try await readableData() {
            let stored = try Session(stored: data)
            if stored.accessToken != stale.accessToken {
                use(stored)
                return nil
            }
            if stored.attempt != nil { return (stored, data) }
            let marked = stored.with(attempt: secret(bytes: 16))
            let new = try marked.data
            if try store.compareAndPut(StoreKey.session, expected: data, new) { return (marked, new) }
        }
        leave()
        return nil
    }

    /// Writes only over the token that was sent. Otherwise the stored session is a newer one.
    private func commit(_ new: Session, after sent: Session, _ bytes: Data) async throws -> Session {
        var expected = bytes
        while true {
            if try store.compareAndPut(StoreKey.session, expected: expected, new.data) { return use(new) }
            guard let data = try await readableData() else {
                leave()
                throw ShipmateError.signedOut
            }
            let stored = try Session(stored: data)
            guard stored.refreshToken == sent.refreshToken else { return use(stored) }
            expected = data
        }
    }

    /// The server ended the session. An anonymous player returns by the install's secret, an account signs in.
    private func ended(_ sent: Session, _ bytes: Data) async throws -> Session {
        if let newer = try await readable(), newer.refreshToken != sent.refreshToken { return use(newer) }
        options.log("session: ended by the server")
        guard sent.kind == .anonymous else { throw try signInNeeded(sent.uid) }
        if isErasing { throw ShipmateError.signedOut }
        if let linking, let account = try await signedInAfterLostReply(linking, sent.uid) {
            return use(account)
        }
        // The e-mail may have been linked before a kill: the install's secret would make another user then.
        let isMarked = try store.data(StoreKey.linking) == Data(sent.uid.utf8)
        if isMarked && linking == nil { throw try signInNeeded(sent.uid) }
        return use(try await signedUpAgain(replacing: bytes))
    }

    /// Deletes the session of an account, and remembers that there was one.
    func signInNeeded(_ uid: String) throws -> ShipmateError {
        try store.put(StoreKey.ended, Data(uid.utf8))
        try store.delete(StoreKey.session)
        leave()
        return .signedOut
    }

    private func readableData() async throws -> Data? {
        guard try await readable() != nil else { return nil }
        return try store.data(StoreKey.session)
    }

    private func current() throws -> Session {
        guard let session else { throw ShipmateError.signedOut }
        return session
    }

    @discardableResult
    private func use(_ new: Session) -> Session {
        session = new
        return new
    }

    /// There is no session any more.
    func leave() {
        session = nil
        followAnew()
        move(to: .signedOut)
    }
}
