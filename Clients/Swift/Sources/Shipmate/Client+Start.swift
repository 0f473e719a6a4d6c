import Foundation

extension Client {
    /// Resumes the stored session, or claims and signs up. A player who exists opens what was given.
    func start(_ given: Opening, clipboard: Clipboard, device: DeviceFacts?) async throws -> Player {
        do { try keepOfStart(given) } catch { note(error, "start") }
        let player = try await startOnce(
            {
                var opening = given
                opening.clipboard = await clipboard.text()
                return opening
            }, device: device)
        guard let invitation = await openSoon() else { return player }
        return Player(
            uid: player.uid, state: player.state, isAnonymous: player.isAnonymous, invitation: invitation)
    }

    /// One run at a time.
    private func startOnce(_ opening: @escaping @Sendable () async -> Opening, device: DeviceFacts?)
        async throws -> Player
    {
        if let starting { return try await shared(starting) }
        let task = Task {
            defer { starting = nil }
            do { return try await begin(opening, device) } catch {
                note(error, "start")
                throw error
            }
        }
        starting = task
        return try await shared(task)
    }

    private func begin(_ opening: @Sendable () async -> Opening, _ device: DeviceFacts?) async throws
        -> Player
    {
        if let player = try await resumed() { return player }
        if try store.data(StoreKey.ended) != nil {
            move(to: .signedOut)
            throw ShipmateError.signedOut
        }
        let install = try installSecret()
        try await claimOnce(await opening(), device, install: install)
        session = try await signedUp(install: install, replacing: nil)
        move(to: .confirmed)
        kick()
        followAnew()
        return player(invitation: takeInvitation() ?? sequences.invitations.last)
    }

    private func resumed() async throws -> Player? {
        guard let stored = try await readable() else { return nil }
        let isKnown = session?.uid == stored.uid && state == .confirmed
        let isOther = session?.uid != stored.uid
        session = stored
        if !isKnown {
            move(to: .cached)
            run(.confirm) { await $0.confirm() }
        }
        if isOther { followAnew() }
        follow()
        return player(invitation: takeInvitation())
    }

    func player(invitation: Invitation?) -> Player {
        Player(
            uid: session?.uid ?? "", state: state, isAnonymous: session?.kind != .account,
            invitation: invitation)
    }

    /// The stored session. Waits while the store can't be read, however long: to sign up then would lose the player.
    func readable() async throws -> Session? {
        while true {
            switch try store.get(StoreKey.session) {
            case .absent: return nil
            case .present(let data):
                return try Session(stored: data)
            case .notReadableYet: try await Task.sleep(seconds: 0.25)
            }
        }
    }

    /// Made and stored before the first call. The same install gets the same user by it.
    private func installSecret() throws -> String {
        let new = Data(secret(bytes: 32).utf8)
        guard try store.compareAndPut(StoreKey.install, expected: nil, new) else {
            guard let stored = try store.data(StoreKey.install) else { throw StoreError("install: absent") }
            return String(decoding: stored, as: UTF8.self)
        }
        return String(decoding: new, as: UTF8.self)
    }

    /// A new session of this install's user. Another process may have been faster: then its session stays.
    private func signedUp(install: String, replacing old: Data?) async throws -> Session {
        let receipt = try store.data(StoreKey.claim).map { String(decoding: $0, as: UTF8.self) }
        var call = try Call("POST", "/v1/users", JSON(members: ["claim": receipt]))
        call.idempotencyKey = install
        let made = try Session(await caller.value(call), now: now)
        let isStored = try store.compareAndPut(StoreKey.session, expected: old, made.data)
        try store.delete(StoreKey.claim)
        guard !isStored, let stored = try await readable() else { return made }
        return stored
    }

    /// After the server ended the session of an anonymous player: another session of the same user.
    func signedUpAgain(replacing old: Data) async throws -> Session {
        try await signedUp(install: installSecret(), replacing: old)
    }

    /// Asks the server until it has replied.
    private func confirm() async {
        for attempt in 1... {
            do {
                if let session, session.expires(within: 60, of: now) { _ = try await refreshed(session) }
                try confirmed(try await user())
                return
            } catch ShipmateError.signedOut { return } catch {
                note(error, "confirm")
                if case .problem(let problem) = ShipmateError(error), !problem.isTemporary { return }
                guard
                    (try? await Task.sleep(seconds: caller.backoffSeconds(attempt, base: 1, most: 60))) != nil
                else { return }
            }
        }
    }

    private func confirmed(_ user: User) throws {
        if let current = session, current.uid == user.uid, !user.isAnonymous, current.kind == .anonymous,
            let bytes = try store.data(StoreKey.session)
        {
            let account = try Session(stored: bytes).with(kind: .account)
            if try store.compareAndPut(StoreKey.session, expected: bytes, account.data) { session = account }
        }
        // The server has no e-mail of the player: the link of an earlier run was not carried out.
        if user.isAnonymous, !hasLinked, try store.data(StoreKey.linking) != nil {
            try store.delete(StoreKey.linking)
        }
        move(to: .confirmed)
        kick()
    }
}
