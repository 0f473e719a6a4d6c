internal import EventLoops
internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Store
internal import Values

/// Finds out which link an install came through, and lets each click be claimed once.
struct ClaimService {
    /// How long after a click an install may still be led back to it by its device.
    private static let windowSeconds: Int64 = 2 * 3600
    /// Of a device's newest clicks, those that are looked at for the claim's app.
    private static let guessClicksMax = 32
    /// How long a claim that comes again under its Idempotency-Key gets the same click.
    private static let keySeconds = SignUpBatch.keyLifetimeSeconds
    /// Claims of one device that meet, each taking another's click from under it.
    private static let attemptsMax = 8

    let pool: PostgresPool
    let profile: AppProfile
    let fingerprinter: Fingerprinter
    let loop: EventLoop

    /// What a claim comes to before it is taken.
    private enum Finding {
        case nothing
        /// There is a link or a click, claimed before or no longer good.
        case used
        case candidate(Candidate)
    }

    private struct Candidate {
        let match: Match
        let click: ClickRecord?
        /// Nil for a long link.
        let link: Link?
        let spec: LinkSpec
        /// By this claim, when it came before.
        var isTaken = false
    }

    /// A click that was claimed before matches nothing, but for the claim that took it, when that comes again
    /// under its key. A link without a click may be brought any number of times, unless it is good for one.
    ///
    /// What the claim names is looked for again before the device is asked: else a click that is being stored
    /// would come back as a mere guess.
    func claim(_ claim: LinkClaim, from address: PeerAddress) async throws(PostgresError) -> ClaimReply {
        let evidence = claim.evidence(in: profile)
        // Who names no click waits for the first pause alone: most installs came through no link.
        var pauses = ClickRecorder.storingMilliseconds.prefix(evidence?.namesClick == true ? .max : 1)
        for _ in 0..<Self.attemptsMax {
            let now = WallClock.now
            var finding = try await find(evidence, of: claim, from: address, at: now)
            if case .nothing = finding, evidence == nil || pauses.isEmpty {
                finding = try await guess(claim, from: address, at: now)
            }
            switch finding {
            case .nothing:
                guard let pause = pauses.popFirst() else { return .nothing }
                try? await loop.sleep(milliseconds: pause)
            case .used: return .nothing
            case .candidate(let candidate):
                guard try await take(candidate, for: claim, at: now) else { continue }
                return try await reply(candidate)
            }
        }
        return .nothing
    }

    /// What the claim names.
    private func find(
        _ evidence: LinkClaim.Evidence?, of claim: LinkClaim, from address: PeerAddress, at now: Timestamp
    ) async throws(PostgresError) -> Finding {
        switch evidence {
        case .click(let id): try await find(clickID: id, for: claim, at: now)
        case .shortLink(let code): try await find(code, for: claim, from: address, at: now)
        case .longLink(let parsed): find(parsed.spec)
        case nil: .nothing
        }
    }

    private func find(
        clickID: String, for claim: LinkClaim, at now: Timestamp
    ) async throws(PostgresError) -> Finding {
        guard let id = UUID(text: clickID), let click = try await pool.run(FindClick(id)).first else {
            return .nothing
        }
        return try await find(click, .unique, for: claim, at: now)
    }

    /// The link itself, and with it the click that brought it, where this device made one.
    private func find(
        _ code: LinkCode, for claim: LinkClaim, from address: PeerAddress, at now: Timestamp
    ) async throws(PostgresError) -> Finding {
        let since = now.adding(seconds: -Self.windowSeconds)
        let prints = fingerprinter.fingerprints(of: claim.device, from: address, since: since, at: now)
        // What this claim took when it came before comes last: it is seen, then, if the link is used up.
        let (links, clicks, taken, used) = try await pool.run(
            FindLinks([code]),
            FindDeviceClicks(prints.map(\.device), since: since, code: code, limit: 1),
            taken(by: claim, at: now),
            FindClaimedLink(code, under: claim.keyHash, since: now.adding(seconds: -Self.keySeconds)))
        if let click = taken.first(where: { $0.code == code }) {
            return try await find(click, .unique, for: claim, at: now)
        }
        guard let link = links.first else { return .nothing }
        if !used.isEmpty {
            return .candidate(
                Candidate(match: .unique, click: nil, link: link, spec: link.spec, isTaken: true))
        }
        guard link.isGood(at: now) else { return .used }
        return .candidate(Candidate(match: .unique, click: clicks.first, link: link, spec: link.spec))
    }

    /// What we would not make, we don't vouch for.
    private func find(_ spec: LinkSpec) -> Finding {
        guard profile.refusals(of: spec).isEmpty else { return .nothing }
        return .candidate(Candidate(match: .unique, click: nil, link: nil, spec: spec))
    }

    /// By the device: one click fits, or one of those that the same agent made, else several do.
    private func guess(
        _ claim: LinkClaim, from address: PeerAddress, at now: Timestamp
    ) async throws(PostgresError) -> Finding {
        let since = now.adding(seconds: -Self.windowSeconds)
        let prints = fingerprinter.fingerprints(of: claim.device, from: address, since: since, at: now)
        guard !prints.isEmpty else { return .nothing }
        if claim.keyHash != nil {
            let taken = try await pool.run(taken(by: claim, at: now))
            let astray = try await astray(taken, for: claim)
            if let click = taken.first(where: { !astray.contains($0.id) }) {
                return try await find(click, .default, for: claim, at: now)
            }
        }
        let (devices, agents, limit) = (prints.map(\.device), prints.map(\.agent), Self.guessClicksMax)
        var (clicks, ofAgent) = try await pool.run(
            FindDeviceClicks(devices, since: since, limit: limit),
            FindDeviceClicks(devices, since: since, agents: agents, limit: limit))
        // Of more than were looked at, nobody knows that only one fits.
        let (areAll, areAllOfAgent) = (clicks.count < limit, ofAgent.count < limit)
        let astray = try await astray(clicks + ofAgent, for: claim)
        clicks.removeAll { astray.contains($0.id) }
        ofAgent.removeAll { astray.contains($0.id) }
        guard let newest = clicks.first else { return .nothing }
        if areAll, clicks.count == 1 { return try await find(newest, .default, for: claim, at: now) }
        if areAllOfAgent, ofAgent.count == 1 {
            return try await find(ofAgent[0], .default, for: claim, at: now)
        }
        return try await find(newest, .weak, for: claim, at: now)
    }

    /// The clicks on links that name another app than the one that claims.
    private func astray(
        _ clicks: [ClickRecord], for claim: LinkClaim
    ) async throws(PostgresError) -> Set<UUID> {
        guard claim.bundleID != nil, !clicks.isEmpty else { return [] }
        let links: [Link] = try await pool.run(FindLinks(Array(Set(clicks.compactMap(\.code)))))
        let specs = Dictionary(uniqueKeysWithValues: links.map { ($0.code, $0.spec) })
        let astray = clicks.filter { click in
            let parsed = click.longLink.flatMap { try? LongLink.parse($0).spec }
            return (click.code.flatMap { specs[$0] } ?? parsed).map { !claim.mayCome(through: $0) } ?? false
        }
        return Set(astray.map(\.id))
    }

    private func find(
        _ click: ClickRecord, _ match: Match, for claim: LinkClaim, at now: Timestamp
    ) async throws(PostgresError) -> Finding {
        // In this order: a link that is used up was so by a click whose claim is seen, too.
        let (links, taken) = try await pool.run(
            FindLinks(click.code.map { [$0] } ?? []), taken(by: claim, at: now))
        let isTaken = taken.contains { $0.id == click.id }
        guard isTaken || click.claimedAt == nil else { return .used }
        let parsed = click.longLink.flatMap { try? LongLink.parse($0) }
        guard let spec = links.first?.spec ?? parsed?.spec,
            isTaken || links.allSatisfy({ $0.isGood(at: now) })
        else { return .used }
        return .candidate(
            Candidate(match: match, click: click, link: links.first, spec: spec, isTaken: isTaken))
    }

    /// The clicks that a claim took when it came before.
    private func taken(by claim: LinkClaim, at now: Timestamp) -> FindClaimedClicks {
        FindClaimedClicks(under: claim.keyHash, since: now.adding(seconds: -Self.keySeconds))
    }
}

extension ClaimService {
    /// False when another claim was quicker. A weak match takes nothing: it may not be this install's.
    private func take(
        _ candidate: Candidate, for claim: LinkClaim, at now: Timestamp
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
            try await transaction.commit(AddLinkEvent(install))
            return true
        }
    }

    /// The install, unless the app has told of it already.
    private func tally(of candidate: Candidate, for claim: LinkClaim, at now: Timestamp) -> LinkTally? {
        let told = candidate.click.map { $0.events & (LinkEvent.install.onceBit ?? 0) != 0 } ?? false
        guard let link = candidate.link, !told else { return nil }
        let platform = candidate.click?.platform.family ?? claim.device.platform
        return LinkTally(
            code: link.code, day: Fingerprinter.day(of: now), platform: platform, event: .install)
    }

    private func reply(_ candidate: Candidate) async throws(PostgresError) -> ClaimReply {
        let inviters = Inviters(pool: pool)
        return ClaimReply(
            match: candidate.match, spec: candidate.spec, code: candidate.link?.code,
            clickID: candidate.click?.id.lowercaseText,
            invitation: try await inviters.invitation(
                in: candidate.spec, of: candidate.link, showsInviter: candidate.match == .unique))
    }
}

extension LinkClaim.Evidence {
    /// Whether there may be such a click, though it isn't stored yet.
    fileprivate var namesClick: Bool {
        if case .click(let id) = self { UUID(text: id) != nil } else { false }
    }
}

extension ClaimReply {
    fileprivate static let nothing = ClaimReply(
        match: .none, spec: nil, code: nil, clickID: nil, invitation: nil)
}
