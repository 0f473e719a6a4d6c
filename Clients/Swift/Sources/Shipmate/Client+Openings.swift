import Foundation

/// Links that opened the app. Each is stored before the first call: a new player claims it with the sign-up, and one who
/// exists opens it, also after a kill.
extension Client {
    /// Stores what a start was given, once.
    func keepOfStart(_ given: Opening) throws {
        guard given.names, given != startedBy else { return }
        try keep(given)
        startedBy = given
    }

    /// Stores an opening with the key of its claim, and returns what is stored. A newer one takes the place of one that
    /// waits.
    @discardableResult
    func keep(_ opening: Opening) throws -> Data {
        if let known = try store.data(StoreKey.opening), try Opening(JSON(known)) == opening { return known }
        var members = opening.members
        members["key"] = .text(secret(bytes: 16))
        let data = try JSON.object(members).data
        try store.put(StoreKey.opening, data)
        return data
    }

    /// A URL that opened the app. `nil` if there is no player: the start claims it.
    func open(_ url: URL) async throws -> Invitation? {
        let stored = try keep(Opening(link: url.absoluteString))
        if let starting, session == nil { _ = try? await shared(starting) }
        guard try await readable() != nil else { return nil }
        do {
            while try store.data(StoreKey.opening) == stored { _ = try await openStored() }
        } catch {
            openWaiting()
            throw error
        }
        return opened?.stored == stored ? opened?.invitation : nil
    }

    /// Opens what waits in the background, until the server was reached.
    func openWaiting() {
        run(.open, again: true) { await $0.openUntilReached() }
    }

    /// A start doesn't wait long: the sequence has a later invitation.
    func openSoon() async -> Invitation? {
        guard let stored = try? store.data(StoreKey.opening), session != nil else { return nil }
        openWaiting()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await self.openStored() }
            group.addTask { try? await Task.sleep(seconds: 2) }
            await group.next()
            group.cancelAll()
        }
        return opened?.stored == stored ? opened?.invitation : nil
    }

    private func openUntilReached() async {
        for attempt in 1... {
            do {
                guard try store.data(StoreKey.opening) != nil, try await readable() != nil else { return }
                _ = try await openStored()
                continue
            } catch ShipmateError.signedOut { return } catch { note(error, "open") }
            let pause = max(1, caller.backoffSeconds(attempt, base: 1, most: 60))
            guard (try? await Task.sleep(seconds: pause)) != nil else { return }
        }
    }

    /// One try for what is stored. One run at a time.
    private func openStored() async throws -> Invitation? {
        if let opening { return try await shared(opening) }
        let task = Task {
            defer { opening = nil }
            return try await openOnce()
        }
        opening = task
        return try await shared(task)
    }

    private func openOnce() async throws -> Invitation? {
        guard let stored = try store.data(StoreKey.opening) else { return nil }
        do {
            let invitation = try await invitation(of: (try? JSON(stored)) ?? .null)
            opened = (stored, invitation)
            if try forget(stored), let invitation { try deliver(invitation) }
            return invitation
        } catch let problem as Problem where !problem.isTemporary {
            opened = (stored, nil)
            _ = try forget(stored)
            throw problem
        }
    }

    /// A player who is anonymous and has no referrer gets the one of the link.
    private func invitation(of stored: JSON) async throws -> Invitation? {
        var opening = Opening(stored)
        guard opening.names else { return nil }
        // A link that the server doesn't know is no match. As a clipboard's text, it would allow a guess.
        if opening.link == nil, opening.linkClickID == nil {
            (opening.link, opening.clipboard) = (opening.clipboard, nil)
        }
        let reply = try await claim(opening, nil, key: stored["key"].text ?? secret(bytes: 16))
        guard let invitation = Invitation(claim: reply) else { return nil }
        if let code = invitation.referralCode { try await refer(code, receipt: reply["receipt"].text) }
        return invitation
    }

    /// False where another process has opened it meanwhile.
    func forget(_ stored: Data) throws -> Bool {
        let now = try store.data(StoreKey.opening)
        if now == stored { try store.delete(StoreKey.opening) }
        return now != nil
    }

    /// The receipt of the claim says where the referral came from.
    private func refer(_ code: String, receipt: String?) async throws {
        guard session?.kind == .anonymous else { return }
        let body = receipt.map { JSON(members: ["claim": $0]) } ?? JSON(members: ["referred_by": code])
        let call = try Call("PUT", "/v1/users/me/referrer", body)
        do { try await authorized(call) } catch let problem as Problem
            where !problem.isTemporary
        { note(problem, "referrer") }
    }
}
