package import Batching
package import Crypto
package import EventLoops
package import FoundationEssentials
package import Links
internal import Postgres
internal import Referrals
package import Rewards
internal import Store
package import Values

/// Makes links, opens them, and finds out which one an install came through.
package final class LinkService {
    /// The app that links stand on; nil where the installation has none, and links are off.
    package private(set) var profile: AppProfile?
    let context: RewardsContext
    private let makes: Coalescer<NewLink, MadeLink, LinkError>
    private let codes: LinkCodes
    private let reader: LinkReader
    private let recorder: ClickRecorder
    private let taps: TapRecorder
    private let fingerprinter: Fingerprinter
    let inviteKey: Subkey
    let cardKey: Subkey
    private let receiptKey: Subkey
    private let loop: EventLoop

    package init(
        _ context: RewardsContext, profile: AppProfile?, root: RootSecret, storage: ClickStorage,
        on loop: isolated EventLoop
    ) throws {
        self.profile = profile
        self.context = context
        self.loop = loop
        receiptKey = root.subkey(for: .claimReceipts)
        let codes = LinkCodes(profile: profile)
        self.codes = codes
        makes = try context.coalescer("links", on: loop) { requests, _ throws(PostgresError) in
            try await LinkBatch(pool: context.pool, codes: codes, now: context.clock.now).make(requests)
        }
        reader = try LinkReader(context, isListening: profile != nil, on: loop)
        recorder = try ClickRecorder(
            pool: context.pool, storage: storage, zone: context.clock.zone, log: context.log, on: loop)
        taps = try TapRecorder(
            pool: context.pool, clock: context.clock, storage: storage, log: context.log, on: loop)
        fingerprinter = Fingerprinter(key: root.subkey(for: .fingerprints))
        inviteKey = root.subkey(for: .inviteCodes)
        cardKey = root.subkey(for: .longLinkCards)
    }

    /// Goes on with the app as it is now. Where links were off at the start they stay so.
    package func replace(_ profile: AppProfile) {
        guard self.profile != nil else { return }
        self.profile = profile
        codes.profile = profile
        reader.forgetAll()
    }

    /// Makes a link of a spec that the profile has checked.
    ///
    /// An alias returns the existing link only to its owner, so that other users can't take over its
    /// statistics.
    ///
    /// - Throws: `.aliasInUse` when the alias has other content.
    package func make(_ request: NewLink) async throws(LinkError) -> MadeLink {
        try await makes.submit(request).get()
    }

    /// Makes links together, in one batch; each is made, or fails, alone.
    package func make(_ requests: [NewLink]) async -> [Result<MadeLink, LinkError>] {
        await makes.submit(requests)
    }

    /// Makes the caller's own invite: the same input gives the same link.
    package func invite(_ request: NewInvite) async throws(LinkError) -> Invite {
        guard let profile else { throw .linksOff }
        let (inviter, shown) = try await inviter(request.inviter)
        let invites = InviteMaker(profile: profile, key: inviteKey)
        guard let new = invites.link(for: request, by: inviter) else { throw .linksOff }
        let made = try await make(new)
        return invites.invite(made, channel: request.channel, by: inviter, showing: shown)
    }

    private func inviter(_ uid: UserID) async throws(LinkError) -> (User, UserProfile) {
        let (users, profiles) = try await context.call(LinkError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]), FindUserProfiles([uid]))
        }
        guard let user = users.first else { throw .userNotFound }
        return (user, profiles.first?.profile ?? UserProfile())
    }

    /// From this loop's cache, else from the database together with whatever else is asked meanwhile.
    package func link(_ code: LinkCode) async throws(InfrastructureError) -> Link? {
        try await reader.link(code)?.link
    }

    /// The same, for visitors.
    package func known(_ code: LinkCode) async throws(InfrastructureError) -> KnownLink? {
        try await reader.link(code)
    }

    /// By which links expire.
    package var now: Timestamp { context.clock.now }

    /// An id for a click, before it is known where it leads.
    package func makeClickID() -> UUID {
        context.makeID()
    }

    /// A click of `visitor` from `address`, to be recorded when the reply is known.
    ///
    /// - Parameters:
    ///   - id: of `makeClickID`, which the opening carries as text.
    ///   - spec: of what was opened, for a link without a code.
    package func click(
        _ id: UUID, on code: LinkCode?, longLink spec: LinkSpec? = nil, by visitor: Visitor,
        from address: PeerAddress, at now: Timestamp, isRedirected: Bool
    ) -> Click {
        Click(
            id: id, code: code, keptLink: spec.flatMap(LongLink.kept), platform: visitor.platform, at: now,
            fingerprint: fingerprinter.fingerprint(of: visitor, from: address, at: now),
            isRedirected: isRedirected)
    }

    /// Queues the click and returns at once.
    ///
    /// - Parameter mayStore: false for one too many, which is in statistics alone.
    package func record(_ click: Click, mayStore: Bool = true) {
        recorder.record(click, mayStore: mayStore)
    }

    /// Which link an install came through. A click is claimed once.
    package func claim(
        _ claim: LinkClaim, from address: PeerAddress
    ) async throws(LinkError) -> ClaimReply {
        guard let profile else { throw .linksOff }
        let claims = ClaimService(
            pool: context.pool, clock: context.clock, profile: profile, fingerprinter: fingerprinter,
            receiptKey: receiptKey, loop: loop)
        let reply = try await context.call(LinkError.self) { () throws(PostgresError) in
            try await claims.claim(claim, from: address)
        }
        if let means = reply.means { count(claim, foundBy: means, code: reply.code) }
        return reply
    }

    private func count(_ claim: LinkClaim, foundBy means: LinkClaim.Means, code: LinkCode?) {
        var sums = ClaimSums(code: code, day: context.clock.today, platform: claim.device.platform)
        sums.counts[means] = 1
        taps.count(sums)
    }

    /// Keeps what a page's button told, behind the reply's back.
    package func record(_ tap: Tap) {
        let hashes = fingerprinter.hashes(of: tap.traits, on: tap.clickID)
        taps.record(TapRecord(clickID: tap.clickID, traits: hashes, isCopied: tap.isCopied))
    }

    /// Counts what an app did with a link it was opened through: what can happen once, once a click.
    ///
    /// The channel is for those who share again; statistics don't tell channels apart.
    ///
    /// - Throws: `.clickNotFound`.
    package func count(_ event: LinkEvent, clickID: String, channel: String?) async throws(LinkError) {
        guard let id = UUID(text: clickID) else { throw .clickNotFound }
        let isFound = try await context.call(LinkError.self) { () throws(PostgresError) in
            var patience = ClickPatience(on: loop)
            repeat {
                if try await count(event, ofClick: id) { return true }
            } while await patience.wait()
            return false
        }
        guard isFound else { throw .clickNotFound }
    }

    /// Whether there is such a click.
    private func count(_ event: LinkEvent, ofClick id: UUID) async throws(PostgresError) -> Bool {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let click: [ClickRecord] = try await transaction.send(FindClick(id))
            guard let click = click.first else { return false }
            let isNew = try await transaction.send(MarkClick(id, event.onceBit ?? 0))
            try await transaction.commit(AddLinkEvent(isNew.isEmpty ? nil : tally(event, click)))
            return true
        }
    }

    private func tally(_ event: LinkEvent, _ click: ClickRecord) -> LinkTally? {
        guard let code = click.code else { return nil }
        return LinkTally(
            code: code, day: context.clock.today, platform: click.platform.family, event: event)
    }

    /// A link's events in the last `days`, today included; empty for none.
    package func statistics(
        of code: LinkCode, days: Int
    ) async throws(InfrastructureError) -> [LinkCount] {
        let today = context.clock.today
        return try await context.call { () throws(PostgresError) in
            try await context.pool.run(ListLinkCounts(of: code, since: today - Int32(clamping: days) + 1))
        }
    }

    package var queueDepths: [String: Int] {
        ["links": makes.queueDepth, "link_reads": reader.queueDepth, "clicks": recorder.queueDepth]
    }

    package var clicks: ClickRecorder.Counts { recorder.counts }

    /// Records the clicks that still wait, and ends.
    package func close(on loop: isolated EventLoop) async {
        makes.close()
        reader.close()
        await recorder.close(on: loop)
        await taps.close(on: loop)
    }
}
