import Foundation

/// The reply to a claim.
struct ClaimReply: Decodable, Sendable {
    struct Link: Decodable { let link: String }
    struct Sender: Decodable {
        let referralCode: String?
        let inviter: Invitation.Inviter?
    }

    let match: String
    let link: Link?
    let invitation: Sender?
    let receipt: String?

    var asInvitation: Invitation? {
        guard match != "none" else { return nil }
        return Invitation(
            match: match, referralCode: invitation?.referralCode, inviter: invitation?.inviter, link: link?.link)
    }
}

extension Client {
    private struct Claim: Encodable {
        var link: String?
        var linkClickId: String?
        var clipboard: String?
        let device: DeviceFacts
        let bundleId: String?
    }

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
        var wanted = try store.value(StoreKey.opening, as: Opening.self) ?? Opening()
        wanted.link = opening.link ?? wanted.link
        wanted.linkClickId = opening.linkClickId ?? wanted.linkClickId
        wanted.clipboard = opening.clipboard ?? wanted.clipboard
        guard !wanted.isEmpty || device != nil else { return }
        try store.put(StoreKey.opening, JSON.encode(wanted))
        do {
            let reply = try await claim(wanted, device, key: install)
            if let invitation = reply.asInvitation { try deliver(invitation) }
            if let receipt = reply.receipt { try store.put(StoreKey.claim, Data(receipt.utf8)) }
        } catch let problem as Problem where !problem.isTemporary { note(problem, "claim") }
        try store.delete(StoreKey.opening)
    }

    private func claim(_ opening: Opening, _ device: DeviceFacts?, key: String) async throws -> ClaimReply {
        let claim = Claim(
            link: opening.link, linkClickId: opening.linkClickId, clipboard: opening.clipboard,
            device: device ?? DeviceFacts(platform: Self.platform), bundleId: Bundle.main.bundleIdentifier)
        var call = try Call("POST", "/v1/links/claim", claim)
        call.idempotencyKey = key
        return try await caller.value(call, as: ClaimReply.self)
    }

    /// Claims a link that opened the app. A player who is anonymous and has no referrer gets this one.
    func open(_ url: URL) async throws -> Invitation? {
        if let starting, session == nil { _ = try? await shared(starting) }
        guard try await readable() != nil else {
            try store.put(StoreKey.opening, JSON.encode(Opening(link: url.absoluteString)))
            return nil
        }
        let reply = try await claim(Opening(link: url.absoluteString), nil, key: secret(bytes: 16))
        guard let invitation = reply.asInvitation else { return nil }
        try deliver(invitation)
        if let code = invitation.referralCode { try await refer(code) }
        return invitation
    }

    private struct Referrer: Encodable { let referredBy: String }

    private func refer(_ code: String) async throws {
        guard session?.kind == .anonymous else { return }
        let call = try Call("PUT", "/v1/users/me/referrer", Referrer(referredBy: code))
        do { try await authorized(call) { try await $0.done($1) } } catch let problem as Problem
        where !problem.isTemporary { note(problem, "referrer") }
    }

    private struct NewInvite: Encodable { let channel: String? }
    private struct InviteReply: Decodable {
        struct Link: Decodable { let shortLink: URL }
        struct Message: Decodable { let subject: String?, body: String? }
        let link: Link
        let message: Message
        let referralCode: String
    }

    func invite(channel: String?) async throws -> Invite {
        var call = try Call("POST", "/v1/invites", NewInvite(channel: channel))
        call.headers["Accept-Language"] = Self.languages
        let reply = try await authorized(call, as: InviteReply.self)
        return Invite(
            url: reply.link.shortLink, text: reply.message.body ?? reply.link.shortLink.absoluteString,
            subject: reply.message.subject, referralCode: reply.referralCode)
    }
}

extension Client {
    /// Stored until it was delivered, so that a kill in between loses nothing.
    private func deliver(_ invitation: Invitation) throws {
        try store.put(StoreKey.invitation, JSON.encode(invitation))
        let isHeard = !sequences.invitations.isEmpty
        sequences.invitations.send(invitation)
        if isHeard { deleteInvitation() }
    }

    func loadInvitation() {
        guard sequences.invitations.last == nil else { return }
        if let stored = try? store.value(StoreKey.invitation, as: Invitation.self) { sequences.invitations.send(stored) }
    }

    /// For the player that `start` returns.
    func takeInvitation() -> Invitation? {
        let stored = try? store.value(StoreKey.invitation, as: Invitation.self)
        guard let stored else { return nil }
        if sequences.invitations.last == nil { sequences.invitations.send(stored) }
        deleteInvitation()
        return stored
    }

    func deleteInvitation() {
        do { try store.delete(StoreKey.invitation) } catch { note(error, "invitation") }
    }
}
