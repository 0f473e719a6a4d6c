import Foundation

/// An offer to continue as the account that has the e-mail. The anonymous player's money, friends and progress move.
public struct MergeOffer: Sendable, CustomStringConvertible, CustomReflectable {
    let client: Client
    let credential: Credential

    /// Signs in to the account and merges the anonymous player into it.
    @discardableResult
    public func accept() async throws(ShipmateError) -> Player {
        do { return try await client.signIn(credential, merging: true) } catch { throw ShipmateError(error) }
    }

    public var description: String { "MergeOffer" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

struct Credential: Sendable {
    let email: String
    let password: String
    var merge: String?

    var json: JSON { JSON(members: ["email": email, "password": password, "merge": merge]) }
}

extension Client {
    func user() async throws -> User {
        try User(await authorized(Call("GET", "/v1/users/me"))["user"])
    }

    func link(_ credential: Credential) async throws -> Player {
        let uid = try await freshSession().uid
        try store.put(StoreKey.linking, Data(uid.utf8))
        (linking, hasLinked) = (credential, true)
        defer { linking = nil }
        var call = try Call("PUT", "/v1/users/me/credential", credential.json)
        call.headers["Accept-Language"] = Self.languages
        do {
            return try adopt(Session(await authorized(call), now: now))
        } catch let problem as Problem {
            if !problem.isTemporary { try store.delete(StoreKey.linking) }
            guard problem.type == .emailAlreadyInUse else { throw problem }
            throw ShipmateError.emailInUse(MergeOffer(client: self, credential: credential))
        }
    }

    /// The first e-mail ends the player's sessions. If its reply was lost, the credential opens a new one. `nil` where
    /// it is of another user, or of none.
    func signedInAfterLostReply(_ credential: Credential, _ uid: String) async throws -> Session? {
        do {
            let account = try await signedIn(credential)
            return account.uid == uid ? try replace(account) : nil
        } catch let problem as Problem where !problem.isTemporary { return nil }
    }

    func signIn(_ credential: Credential, merging: Bool) async throws -> Player {
        var credential = credential
        if merging { credential.merge = try await freshSession().accessToken }
        let session: Session
        do { session = try await signedIn(credential) } catch let problem as Problem
            where merging && problem.type == .unauthenticated
        {
            credential.merge = try await refreshed(freshSession()).accessToken
            session = try await signedIn(credential)
        }
        let ended = try store.data(StoreKey.ended).map { String(decoding: $0, as: UTF8.self) }
        let old = self.session?.uid ?? ended
        if !merging, let old, old != session.uid { try await setUnsentAside() }
        return try adopt(session)
    }

    private func signedIn(_ credential: Credential) async throws -> Session {
        try Session(await caller.value(Call("POST", "/v1/sessions", credential.json)), now: now)
    }

    /// Replaces the stored session, whichever it is: the player has just said who they are.
    private func adopt(_ new: Session) throws -> Player {
        if session?.uid != new.uid { forgetBalances() }
        session = try replace(new)
        move(to: .confirmed)
        followAnew()
        kick()
        openWaiting()
        return player(invitation: nil)
    }

    private func replace(_ new: Session) throws -> Session {
        try store.put(StoreKey.session, new.data)
        for key in [StoreKey.ended, StoreKey.linking] { try store.delete(key) }
        return new
    }

    /// Ends the session here, and on the server if it can be reached.
    func signOut() async throws {
        try await setUnsentAside()
        if let session {
            var call = Call("DELETE", "/v1/sessions/current")
            (call.token, call.tries) = (session.accessToken, 2)
            do { try await caller.value(call) } catch { note(error, "sign out") }
        }
        try forgetPlayer()
    }

    /// An anonymous user is erased at once. An account sends its password, and is erased some days later.
    func deleteUser(password: String?) async throws {
        // Where the session had ended before, an anonymous player comes back first.
        isErasing = try await user().isAnonymous
        defer { isErasing = false }
        var call = try Call("DELETE", "/v1/users/me", JSON(members: ["password": password]))
        call.headers["Accept-Language"] = Self.languages
        // The session of an anonymous player ends with it: then only the reply was lost.
        do { try await authorized(call) } catch ShipmateError.signedOut where isErasing {}
        try await setUnsentAside(sending: false)
        try forgetPlayer()
        try store.delete(StoreKey.install)
    }

    private func forgetPlayer() throws {
        let keys = [
            StoreKey.session, StoreKey.ended, StoreKey.linking, StoreKey.claim, StoreKey.opening,
            StoreKey.invitation,
        ]
        for key in keys { try store.delete(key) }
        sequences.invitations.forgetLast()
        forgetBalances()
        stop(.confirm)
        leave()
    }

    static var languages: String { Locale.preferredLanguages.prefix(5).joined(separator: ", ") }
}
