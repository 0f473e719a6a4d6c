internal import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Finds out which link an install came through, and lets each click be claimed once.
///
/// Looks for the link, waits for a click that is still being stored, takes what was found, and says who
/// invited.
struct ClaimService {
    /// Claims of one device that meet, each taking another's click from under it.
    private static let attemptsMax = 8

    let pool: PostgresPool
    let clock: DatabaseClock
    let profile: AppProfile
    let fingerprinter: Fingerprinter
    let receiptKey: Subkey
    let loop: EventLoop

    /// A click that was claimed before matches nothing, but for the claim that took it, when that comes again
    /// under its key. A link without a click may be brought any number of times, unless it is good for one.
    /// A claim that names something isn't guessed, whatever becomes of the name.
    func claim(_ claim: LinkClaim, from address: PeerAddress) async throws(PostgresError) -> ClaimReply {
        let brought = claim.brought(in: profile)
        let isGuess = brought.isEmpty && claim.namesNothing(in: profile)
        // A guess only waits for the first pause: most installs came without a link. Links are stored before
        // they are handed out, so that only clicks are worth waiting for.
        let namesClick = brought.contains { $0.evidence.namesClick }
        var patience = ClickPatience(on: loop, pausesMax: namesClick ? .max : isGuess ? 1 : 0)
        for _ in 0..<Self.attemptsMax {
            let search = ClaimSearch(
                pool: pool, profile: profile, fingerprinter: fingerprinter, claim: claim, address: address,
                now: clock.now)
            let (finding, means) =
                try await isGuess
                ? (search.guess(), .device) : look(for: brought, by: search, isLast: patience.isOver)
            switch finding {
            case .nothing:
                guard await patience.wait() else { return .nothing }
            case .used: return .spent
            case .candidate(let candidate):
                guard try await take(candidate, for: claim, at: search.now) else { continue }
                return try await reply(candidate, to: claim, foundBy: means, at: search.now)
            }
        }
        return .nothing
    }

    /// The named click is looked for again before the next one is tried: it may be still being stored.
    private func look(
        for brought: [(means: LinkClaim.Means, evidence: LinkClaim.Evidence)], by search: ClaimSearch,
        isLast: Bool
    ) async throws(PostgresError) -> (ClaimFinding, LinkClaim.Means) {
        for (means, evidence) in brought {
            let finding = try await search.follow(evidence)
            guard case .nothing = finding else { return (finding, means) }
            if evidence.namesClick, !isLast { return (.nothing, .none) }
        }
        return (.nothing, .none)
    }

    /// False when another claim was quicker. A weak match takes nothing: it may not be this install's.
    private func take(
        _ candidate: ClaimCandidate, for claim: LinkClaim, at now: Timestamp
    ) async throws(PostgresError) -> Bool {
        if candidate.isTaken { return true }
        let oneTime = candidate.spec.isOneTime ? candidate.link : nil
        guard candidate.match != .weak, candidate.click != nil || oneTime != nil else { return true }
        let install = tally(of: candidate, for: claim, at: now)
        return try await pool.transaction { transaction throws(PostgresError) in
            if let click = candidate.click {
                guard try await !transaction.send(TakeClick(click.id, at: now, under: claim.keyHash)).isEmpty
                else { return false }
            }
            if let oneTime {
                let taken: [LinkCode] = try await transaction.send(
                    TakeOneTimeLink(oneTime.code, at: now, under: claim.keyHash))
                guard !taken.isEmpty else { return false }
            }
            let news: [any Statement] = oneTime.map { [NotifyLinkChanged($0.code)] } ?? []
            try await transaction.commit(news + [AddLinkEvent(install)])
            return true
        }
    }

    /// The install, unless the app has already reported it.
    private func tally(of candidate: ClaimCandidate, for claim: LinkClaim, at now: Timestamp) -> LinkTally? {
        let told = candidate.click.map { $0.events & (LinkEvent.install.onceBit ?? 0) != 0 } ?? false
        guard let link = candidate.link, !told else { return nil }
        let platform = candidate.click?.platform.family ?? claim.device.platform
        return LinkTally(
            code: link.code, day: clock.zone.day(of: now), platform: platform, event: .install)
    }

    private func reply(
        _ candidate: ClaimCandidate, to claim: LinkClaim, foundBy means: LinkClaim.Means, at now: Timestamp
    ) async throws(PostgresError) -> ClaimReply {
        let inviters = Inviters(pool: pool, profile: profile)
        let invitation = try await inviters.invitation(
            in: candidate.spec, of: candidate.link, showsInviter: candidate.match == .unique)
        // A claim that comes again gets the same.
        let claimedAt = candidate.isTaken ? candidate.click?.claimedAt ?? now : now
        let receipt = candidate.match.confidence.map { confidence in
            ClaimReceipt(
                confidence, referrer: invitation?.uid, through: candidate.link?.code, of: candidate.onceKey,
                keyHash: claim.keyHash, at: claimedAt, key: receiptKey)
        }
        return ClaimReply(
            match: candidate.match, spec: candidate.spec, code: candidate.link?.code,
            clickID: candidate.click?.id.lowercaseText,
            invitation: invitation, means: candidate.isTaken ? nil : means, receipt: receipt?.text)
    }
}

extension ClaimCandidate {
    /// The one-time key of a receipt; nil if it may be used repeatedly. A weak match takes nothing: the
    /// click may be another device's.
    fileprivate var onceKey: [UInt8]? {
        guard match != .weak else { return nil }
        if let click { return click.id.bytes }
        return spec.isOneTime ? link.map { Array($0.code.description.utf8) } : nil
    }
}

extension Match {
    fileprivate var confidence: MatchConfidence? { MatchConfidence(rawValue: rawValue) }
}

extension LinkClaim.Evidence {
    /// Whether there may be such a click, though it isn't stored yet.
    fileprivate var namesClick: Bool {
        if case .click(let id) = self { UUID(text: id) != nil } else { false }
    }
}

extension ClaimReply {
    fileprivate static let nothing = ClaimReply(
        match: .none, spec: nil, code: nil, clickID: nil, invitation: nil, means: LinkClaim.Means.none,
        receipt: nil)

    fileprivate static let spent = {
        var reply = nothing
        reply.isSpent = true
        return reply
    }()
}
