import Foundation

extension Client {
    private static var platform: String {
        #if os(iOS)
            "ios"
        #elseif os(Android)
            "android"
        #else
            "desktop"
        #endif
    }

    /// Claims once for an install. The opening is stored until then, since the app gets it only once.
    func claimOnce(_ opening: Opening, _ device: DeviceFacts?, install: String) async throws {
        guard try store.data(StoreKey.claim) == nil else { return }
        var wanted = Opening(try store.json(StoreKey.opening) ?? .null)
        wanted.link = opening.link ?? wanted.link
        wanted.linkClickID = opening.linkClickID ?? wanted.linkClickID
        wanted.clipboard = opening.clipboard ?? wanted.clipboard
        guard !wanted.isEmpty || device != nil else { return }
        let stored = try keep(wanted)
        do {
            let reply = try await claim(wanted, device, key: install)
            if let invitation = Invitation(claim: reply) { try deliver(invitation) }
            if let receipt = reply["receipt"].text { try store.put(StoreKey.claim, Data(receipt.utf8)) }
        } catch let problem as Problem where !problem.isTemporary { note(problem, "claim") }
        // A link that opened the app meanwhile waits on.
        _ = try forget(stored)
    }

    func claim(_ opening: Opening, _ device: DeviceFacts?, key: String) async throws -> JSON {
        var claim = opening.members
        claim["device"] = (device ?? DeviceFacts(platform: Self.platform)).json
        claim["bundle_id"] = Bundle.main.bundleIdentifier.map(JSON.text)
        var call = try Call("POST", "/v1/links/claim", .object(claim))
        call.idempotencyKey = key
        return try await caller.value(call)
    }

    func invite(channel: String?) async throws -> Invite {
        var call = try Call("POST", "/v1/invites", JSON(members: ["channel": channel]))
        call.headers["Accept-Language"] = Self.languages
        let reply = try await authorized(call)
        let link = try reply["link"].required("short_link")
        guard let url = URL(string: link) else { throw ShipmateError.offline }
        return Invite(
            url: url, text: reply["message"]["body"].text ?? link, subject: reply["message"]["subject"].text,
            referralCode: try reply.required("referral_code"))
    }
}

extension Client {
    /// Stored until it was delivered and there is a player, so that a kill in between loses nothing.
    func deliver(_ invitation: Invitation) throws {
        try store.put(StoreKey.invitation, invitation.json.data)
        let isHeard = !sequences.invitations.isEmpty
        sequences.invitations.send(invitation)
        if isHeard && session != nil { deleteInvitation() }
    }

    func loadInvitation() {
        guard sequences.invitations.last == nil else { return }
        if let stored = storedInvitation { sequences.invitations.send(stored) }
    }

    /// For the player that `start` returns.
    func takeInvitation() -> Invitation? {
        guard let stored = storedInvitation else { return nil }
        if sequences.invitations.last == nil { sequences.invitations.send(stored) }
        deleteInvitation()
        return stored
    }

    private var storedInvitation: Invitation? {
        (try? store.json(StoreKey.invitation)).flatMap { Invitation($0) }
    }

    func deleteInvitation() {
        do { try store.delete(StoreKey.invitation) } catch { note(error, "invitation") }
    }
}
