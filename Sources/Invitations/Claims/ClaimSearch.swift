internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Store
internal import Values

/// One look for the link that an install came through: by what its claim names, or by its device.
package struct ClaimSearch {
    /// How long after a click an install may still be led back to it by its device.
    package static let windowSeconds: Int64 = 2 * 3600
    /// How long a claim that comes again under its Idempotency-Key gets the same click.
    private static let keySeconds = IdempotencyKey.lifetimeSeconds

    let pool: PostgresPool
    let profile: AppProfile
    let fingerprinter: Fingerprinter
    let claim: LinkClaim
    let address: PeerAddress
    let now: Timestamp

    /// The links that the claim names.
    func follow(_ evidence: LinkClaim.Evidence) async throws(PostgresError) -> ClaimFinding {
        switch evidence {
        case .click(let id): try await followClickID(id)
        case .shortLink(let code): try await followShortLink(code)
        case .longLink, .payload:
            // A link that we wouldn't make isn't trusted.
            found(profile.spec(of: evidence).flatMap { profile.refusals(of: $0).isEmpty ? $0 : nil })
        case .referral: found(profile.spec(of: evidence))
        }
    }

    private func followClickID(_ text: String) async throws(PostgresError) -> ClaimFinding {
        guard let id = UUID(text: text), let click = try await pool.run(FindClick(id)).first else {
            return .nothing
        }
        return try await weigh(click, .unique)
    }

    /// The link itself, and its click if this device made exactly one. Of several, another device may send
    /// its click's id later.
    private func followShortLink(_ code: LinkCode) async throws(PostgresError) -> ClaimFinding {
        // The earlier result of this claim comes last: it is visible then, even if the link is used up.
        let (links, clicks, taken, used) = try await pool.run(
            FindLinks([code]),
            FindDeviceClicks(
                fingerprints.map(\.device), since: windowStart, firstID: firstID, code: code, limit: 2),
            FindClaimedClicks(under: claim.keyHash, since: keyStart),
            FindClaimedLink(code, under: claim.keyHash, since: keyStart))
        if let click = taken.first(where: { $0.code == code }) { return try await weigh(click, .unique) }
        guard let link = links.first else { return .nothing }
        let isTaken = !used.isEmpty
        guard isTaken || link.isGood(at: now) else { return .used }
        return .candidate(
            ClaimCandidate(
                match: .unique, click: isTaken || clicks.count > 1 ? nil : clicks.first, link: link,
                spec: link.spec,
                isTaken: isTaken))
    }

    private func found(_ spec: LinkSpec?) -> ClaimFinding {
        spec.map { .candidate(ClaimCandidate(match: .unique, click: nil, link: nil, spec: $0)) } ?? .nothing
    }

    /// Whether a click that was found may be taken, with the link that it led to.
    func weigh(_ click: ClickRecord, _ match: Match) async throws(PostgresError) -> ClaimFinding {
        // In this order: a link that is used up was so by a click whose claim is seen, too.
        let (links, taken) = try await pool.run(
            FindLinks(click.code.map { [$0] } ?? []),
            FindClaimedClicks(under: claim.keyHash, since: keyStart))
        let isTaken = taken.contains { $0.id == click.id }
        guard isTaken || click.claimedAt == nil else { return .used }
        let parsed = click.keptLink.flatMap { try? LongLink.parse($0) }
        guard let spec = links.first?.spec ?? parsed?.spec,
            isTaken || links.allSatisfy({ $0.isGood(at: now) })
        else { return .used }
        return .candidate(
            ClaimCandidate(match: match, click: click, link: links.first, spec: spec, isTaken: isTaken))
    }

    /// The clicks that the device may have made while the window was open.
    var fingerprints: [Fingerprint] {
        fingerprinter.fingerprints(of: claim.device, from: address, since: windowStart, at: now)
    }

    var windowStart: Timestamp { now.adding(seconds: -Self.windowSeconds) }

    /// No click since `windowStart` has an id below this: an id is made a moment before its click's time is
    /// taken.
    var firstID: UUID { UUID(firstAt: windowStart.adding(seconds: -60)) }

    var keyStart: Timestamp { now.adding(seconds: -Self.keySeconds) }
}
