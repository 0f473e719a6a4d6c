internal import EventLoops
internal import FoundationEssentials
internal import Invitations
internal import Links
internal import Referrals
internal import Service
internal import Values

/// Invites of the demo's players, and who opens them.
final class DemoLinks {
    struct Key: Hashable {
        let inviter: UserID
        let channel: String
        let campaign: String?
    }

    /// A player at this index opens this invite before it installs the app.
    struct Opening {
        let index: Int
        let invite: Key
    }

    private static let phones = [
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 "
            + "Safari/604.1",
    ]

    /// The clicks of players who come in the next step, by their indices.
    private var clicks: [Int: UUID] = [:]
    private var codes: [Key: LinkCode] = [:]
    private var random: SplitMix

    init(_ random: SplitMix) {
        self.random = random
    }

    func takeClick(of index: Int) -> UUID? { clicks.removeValue(forKey: index) }

    /// Some share an invite that no friend opens.
    func share(by inviters: [UserID], on stage: DemoStage) async throws {
        let sharing = inviters.filter { _ in random.happens(percent: 30) }
        let invites = sharing.map { inviter in
            Key(
                inviter: inviter, channel: random.pick(DemoPlan.channels),
                campaign: random.pick(DemoPlan.campaigns))
        }
        try await make(Array(Set(invites).subtracting(codes.keys)), on: stage)
    }

    /// Others open the same invites and never come; some invites are shared elsewhere, too.
    func open(_ openings: [Opening], on stage: DemoStage) async throws {
        let others = openings.filter { _ in random.happens(percent: 35) }.map { opening in
            Key(
                inviter: opening.invite.inviter, channel: random.pick(DemoPlan.channels),
                campaign: random.pick(DemoPlan.campaigns))
        }
        try await make(Array(Set(openings.map(\.invite) + others).subtracting(codes.keys)), on: stage)
        for opening in openings {
            guard let code = codes[opening.invite] else { continue }
            clicks[opening.index] = click(on: code, on: stage)
            for _ in 0..<random.number(0...3) { _ = click(on: code, on: stage) }
        }
        for code in others.compactMap({ codes[$0] }) where random.happens(percent: 60) {
            _ = click(on: code, on: stage)
        }
    }

    private func make(_ invites: [Key], on stage: DemoStage) async throws {
        let made = try await stage.together(invites) { key in
            try await stage.services.links.invite(
                NewInvite(inviter: key.inviter, channel: key.channel, campaign: key.campaign))
        }
        for (key, invite) in zip(invites, made) { codes[key] = invite.link.code }
    }

    /// The receipt for the sign-up; nil where the click isn't found.
    func claim(_ click: UUID, from address: String, on stage: DemoStage) async throws -> String? {
        var claim = LinkClaim(device: LinkClaim.Device(platform: .android))
        claim.clickID = click.lowercaseText
        return try await stage.services.links.claim(claim, from: PeerAddress(address)).receipt
    }

    private func click(on code: LinkCode, on stage: DemoStage) -> UUID {
        let (links, id) = (stage.services.links, stage.makeID())
        let address = "\(random.number(11...95)).\(random.number(0...255)).7.\(random.number(1...254))"
        links.record(
            links.click(
                id, on: code, by: Visitor(userAgent: random.pick(Self.phones)), from: PeerAddress(address),
                at: links.now, isRedirected: true))
        return id
    }
}
