import FoundationEssentials
import Links
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

extension StatementTests {
    func checkLinks(_ pool: PostgresPool) async throws {
        let plain = Link(
            code: LinkCode("plain-1")!,
            spec: LinkSpec(link: try WebURL("https://example.com/a"), prefix: prefix),
            owner: nil, createdAt: Sample.now)
        let full = Link(
            code: LinkCode("Full_2")!, spec: try fullSpec(), owner: Sample.uid(1), createdAt: Sample.now)
        #expect(try await pool.run(InsertLinks([plain])) == [plain.code])
        // Only what was free comes back, and nothing else is touched.
        let other = Link(code: plain.code, spec: full.spec, owner: nil, createdAt: Sample.now)
        #expect(try await pool.run(InsertLinks([other, full])) == [full.code])
        let found = try await pool.run(FindLinks([plain.code, full.code, LinkCode("nobody")!]))
        #expect(found.sorted { $0.code < $1.code } == [full, plain])
        #expect(try await pool.run(TakeOneTimeLink(plain.code, at: Sample.now)) == [])
        #expect(try await pool.run(TakeOneTimeLink(full.code, at: Sample.now, under: [7, 8])) == [full.code])
        #expect(try await pool.run(TakeOneTimeLink(full.code, at: Sample.now)) == [])
        try await pool.run(NotifyLinkChanged(full.code))
        let before = Sample.now.adding(seconds: -1)
        let used: [([UInt8]?, Timestamp)] = [
            ([7, 8], before), ([7, 8], Sample.now), ([7], before), (nil, before),
        ]
        for (index, (key, since)) in used.enumerated() {
            let found = try await pool.run(FindClaimedLink(full.code, under: key, since: since))
            #expect(found == (index == 0 ? [full.code] : []))
        }
        #expect(try await pool.run(FindLinks([full.code])).first?.claimedAt == Sample.now)
        try await checkChanges(pool, plain, full)
        try await checkClicks(pool, plain.code)
        try await checkLinkCounts(pool, plain.code)
        try await checkProfiles(pool)
    }

    /// Both are of the same moment, so that their codes say which is listed first.
    private func checkChanges(_ pool: PostgresPool, _ plain: Link, _ full: Link) async throws {
        let later = Sample.now.adding(seconds: 60)
        let off = try await pool.run(SwitchLink(plain.code, offAt: later))
        #expect(off.first?.switchedOffAt == later && off.count == 1)
        #expect(try await pool.run(SwitchLink(plain.code, offAt: later)) == [])
        #expect(try await pool.run(SwitchLink(LinkCode("nobody")!, offAt: later)) == [])
        var filter = LinkFilter(limit: 10)
        #expect(try await listed(ListLinks(filter), pool) == ["plain-1", "Full_2"])
        #expect(try await listed(ListLinksOff(filter), pool) == ["plain-1"])
        #expect(try await listed(ListLinksOfCreator(filter, creator: Sample.uid(1)), pool) == ["Full_2"])
        filter.isOff = false
        #expect(try await listed(ListLinks(filter), pool) == ["Full_2"])
        (filter.text, filter.encodedText) = ("BACK\\SLASH", "BACK%5CSLASH")
        #expect(try await listed(ListLinks(filter), pool) == ["Full_2"])
        (filter.text, filter.encodedText) = ("%", "%25")
        #expect(try await listed(ListLinks(filter), pool) == ["Full_2"])
        (filter.text, filter.encodedText) = ("nothing", "nothing")
        #expect(try await listed(ListLinks(filter), pool) == [])
        filter = LinkFilter(limit: 10)
        filter.before = LinkPosition(createdAt: Sample.now, code: plain.code)
        #expect(try await listed(ListLinks(filter), pool) == ["Full_2"])
        #expect(try await pool.run(SwitchLink(plain.code, offAt: nil)) == [plain])
        #expect(try await pool.run(LockLink(plain.code)) == [plain])
        var changed = plain.spec
        changed.channel = "mail"
        changed.legacy = ["stage": "it's {a}", "type": "2"]
        #expect(try await pool.run(RewriteLink(plain.code, as: changed)).map(\.spec) == [changed])
        #expect(try await pool.run(RewriteLink(plain.code, as: plain.spec)) == [plain])
    }

    private func listed<Listing: Statement>(
        _ listing: Listing, _ pool: PostgresPool
    ) async throws -> [String] where Listing.Row == ListedLink {
        try await pool.run(listing).filter(\.isMatch).map(\.position.code.description)
    }

    private var prefix: LinkPrefix { LinkPrefix("https://go.example.com")! }

    /// With all that could go wrong on its way through text and arrays.
    private func fullSpec() throws -> LinkSpec {
        var spec = LinkSpec(link: try WebURL("https://example.com/a?b=%22c%22&d=e#f"), prefix: prefix)
        spec.android.packageName = "com.example.game"
        spec.ios.isForcedRedirect = true
        spec.social.title = "it's {a}, \"b\"\\c\n & ü"
        spec.analytics.utmSource = "news"
        spec.data = LinkData(
            json: #"{"$desktop_url":"https://example.com","a":[1,null,"\u0000"]}"#,
            directives: ["$desktop_url": "https://example.com/\"q\"", "$og_title": "{\\,NULL}"])
        spec.channel = "sms"
        spec.feature = "invite"
        spec.campaign = ""
        spec.tags = ["", "NULL", "a,b", "\"quoted\"", "back\\slash", "{}"]
        spec.isOneTime = true
        spec.expiresAt = Sample.now.adding(seconds: 1)
        spec.legacy = ["identity": "a \"b\" {c}", "type": "2"]
        return spec
    }

    private func checkClicks(_ pool: PostgresPool, _ code: LinkCode) async throws {
        let clicks = (1...4).map { number in
            Click(
                id: Sample.id(number), code: number == 4 ? nil : code,
                keptLink: number == 4 ? "https://go.example.com/?link=x" : nil,
                platform: number == 1 ? .desktop : .iphone, at: Sample.now.adding(seconds: Int64(number)),
                fingerprint: number == 1 ? nil : Fingerprint(device: -7, agent: Int64(number)),
                isRedirected: true)
        }
        try await pool.run(RelaxDurability(), InsertClicks(clicks))
        do {
            try await pool.run(InsertClicks([clicks[0]]))
            Issue.record("a click was recorded twice")
        } catch {
            #expect(error.isUniqueViolation())
        }
        let first = try #require(try await pool.run(FindClick(clicks[0].id)).first)
        #expect(first.code == code && first.platform == .desktop && first.claimedAt == nil)
        #expect(try await deviceClicks(pool) == [4, 3, 2])
        let ofLink = FindDeviceClicks(
            [-7, 8], since: Sample.now, firstID: Sample.id(1), code: code, limit: 10)
        #expect(try await pool.run(ofLink).map(\.id) == [Sample.id(3), Sample.id(2)])
        try await checkTaps(pool, code)
        #expect(try await pool.run(TakeClick(Sample.id(3), at: Sample.now, under: [7, 8])) == [Sample.id(3)])
        #expect(try await pool.run(TakeClick(Sample.id(3), at: Sample.now)) == [])
        #expect(try await deviceClicks(pool) == [4, 2])
        let bit = try #require(LinkEvent.firstOpen.onceBit)
        #expect(try await pool.run(MarkClick(Sample.id(3), bit)) == [Sample.id(3)])
        #expect(try await pool.run(MarkClick(Sample.id(3), bit)) == [])
        #expect(try await pool.run(MarkClick(Sample.id(3), 0)) == [Sample.id(3)])
        let taken = try #require(try await pool.run(FindClick(Sample.id(3))).first)
        #expect(taken.events == bit | (LinkEvent.install.onceBit ?? 0) && taken.claimedAt == Sample.now)
        let before = Sample.now.adding(seconds: -1)
        #expect(try await pool.run(FindClaimedClicks(under: [7, 8], since: before)) == [taken])
        for (key, since) in [([7, 8], Sample.now), ([7], before), (nil, before)] as [([UInt8]?, Timestamp)] {
            #expect(try await pool.run(FindClaimedClicks(under: key, since: since)) == [])
        }
        let last = try #require(try await pool.run(FindClick(clicks[3].id)).first)
        #expect(last.code == nil && last.keptLink == clicks[3].keptLink)
        let kept = try await pool.run(KeepClicks(retentionDays: 30, bytesMax: .max))
        #expect(kept.count == 1 && kept[0].bytes > 0 && kept[0].hasRoom)
        // The days that are not over stay, however little there may be.
        #expect(try await pool.run(KeepClicks(retentionDays: 1, bytesMax: 0)).first?.hasRoom == false)
        #expect(try await pool.run(FindClick(clicks[0].id)).count == 1)
    }

    private func deviceClicks(_ pool: PostgresPool) async throws -> [Int] {
        let found = try await pool.run(
            FindGuesses([-7, 8], since: Sample.now, firstID: Sample.id(1), limit: 10))
        return (1...4).filter { number in found.contains { $0.click.id == Sample.id(number) } }.reversed()
    }

    /// What buttons told stands with the clicks that can still be guessed, and goes with time.
    private func checkTaps(_ pool: PostgresPool, _ code: LinkCode) async throws {
        let tapped = try await pool.run(MarkTapped([1, 2, 4, 9].map(Sample.id), firstID: Sample.id(1))).sorted
        { $0.id < $1.id }
        #expect(tapped.map(\.id) == [1, 2, 4].map(Sample.id))
        #expect(tapped.map(\.isOpen) == [false, true, true] && tapped.map(\.code) == [code, code, nil])
        #expect(tapped.map(\.platform) == [.desktop, .iphone, .iphone])
        for id in [2, 3] {
            #expect(try await pool.run(MarkTapped([Sample.id(id)], firstID: Sample.id(id + 1))) == [])
        }
        #expect(try await pool.run(MarkTapped([Sample.id(2)], firstID: Sample.id(1))) == [])
        var traits = TraitHashes()
        traits.screenInPoints = -1
        traits.language = 7
        let tap = TapRecord(clickID: Sample.id(2), traits: traits, isCopied: true)
        try await pool.run(
            InsertTaps([tap, TapRecord(clickID: Sample.id(3), traits: TraitHashes(), isCopied: nil)]))
        try await pool.run(InsertTaps([TapRecord(clickID: Sample.id(2), traits: .init(), isCopied: nil)]))
        let found = try await pool.run(
            FindGuesses([-7], since: Sample.now, firstID: Sample.id(1), limit: 10))
        let guess = try #require(found.first { $0.click.id == Sample.id(2) })
        #expect(guess.traits == traits && guess.isCopied == true)
        #expect(guess.fingerprint == Fingerprint(device: -7, agent: 2))
        #expect(found.filter { $0.traits == TraitHashes() && $0.isCopied == nil }.count == 2)
        #expect(try await pool.run(DeleteExpiredTaps(before: Sample.id(3))).count == 1)
        #expect(try await pool.run(DeleteExpiredTaps(before: Sample.id(4))).count == 1)
    }

    private func checkLinkCounts(_ pool: PostgresPool, _ code: LinkCode) async throws {
        var clicks = [
            LinkClicks(code: code, day: 20_001, platform: .ios, clicks: .max / 2, redirects: 1),
            LinkClicks(code: code, day: 20_000, platform: .android, clicks: 2),
        ]
        try await pool.run(AddLinkClicks(clicks))
        clicks.removeFirst()
        try await pool.run(AddLinkClicks(clicks))
        for event in LinkEvent.allCases + [.install] {
            let tally = LinkTally(code: code, day: 20_001, platform: .android, event: event)
            try await pool.run(AddLinkEvent(tally))
        }
        try await pool.run(AddLinkEvent(nil))
        let counts = try await pool.run(ListLinkCounts(of: code, since: 20_000))
        let ofEvents = LinkEvent.allCases.sorted().map { event in
            LinkCount(day: 20_001, platform: .android, event: event, count: event == .install ? 2 : 1)
        }
        let first = LinkCount(day: 20_000, platform: .android, event: .click, count: 4)
        let last = [
            LinkCount(day: 20_001, platform: .ios, event: .click, count: .max / 2),
            LinkCount(day: 20_001, platform: .ios, event: .redirect, count: 1),
        ]
        #expect(counts == [first] + ofEvents + last)
        #expect(try await pool.run(ListLinkCounts(of: code, since: 20_001)) == ofEvents + last)
        try await checkClaimCounts(pool)
    }

    private func checkClaimCounts(_ pool: PostgresPool) async throws {
        var (ofLink, ofAll) = (
            ClaimSums(code: LinkCode("claimed"), day: 20_001, platform: .ios),
            ClaimSums(code: nil, day: 20_001, platform: .ios)
        )
        ofLink.counts = [.clipboard: 2]
        ofAll.counts = [.clipboard: 2, .none: 5]
        for _ in 0..<2 { try await pool.run(AddClaims([ofLink, ofAll])) }
        let counts = try await pool.run(ListLinkCounts(of: LinkCode("claimed")!, since: 20_001))
        #expect(
            counts == [LinkCount(day: 20_001, platform: .ios, event: .claimClipboard, count: 4)])
        let all = try await pool.run(ListClaimCounts(since: 20_001)).filter { $0.count > 0 }
        #expect(
            Dictionary(uniqueKeysWithValues: all.map { ($0.means, $0.count) }) == [.clipboard: 4, .none: 10])
        #expect(try await pool.run(ListClaimCounts(since: 20_002)).isEmpty as Bool)
    }

    private func checkProfiles(_ pool: PostgresPool) async throws {
        var profile = UserProfile(
            fullName: "Anne Bonny", shortName: "Anne", imageURL: try WebURL("https://example.com/a.png"))
        try await pool.run(SetUserProfile(profile, of: Sample.uid(1)))
        profile.shortName = nil
        try await pool.run(SetUserProfile(profile, of: Sample.uid(1)))
        let found = try await pool.run(FindUserProfiles([Sample.uid(1), Sample.uid(2)]))
        #expect(found.map(\.uid) == [Sample.uid(1)] && found.map(\.profile) == [profile])
    }

    /// Rewards that wait, and what becomes of them.
    func checkHeldRewards(_ pool: PostgresPool) async throws {
        let uid = Sample.uid(31)
        let rewards = (1...3).map { number in
            Reward(
                id: Sample.id(5_000 + number), rule: "level-5", beneficiary: uid, role: .referrer,
                subject: Sample.uid(40 + number), currency: .piecesOfEight, amount: 50,
                status: number == 1 ? .paid : .held, reason: "why", grantedAt: Sample.now)
        }
        try await pool.run(InsertRewards(rewards))
        #expect(try await pool.run(FindReward(rewards[0].id, of: uid)) == [rewards[0]])
        #expect(try await pool.run(FindReward(rewards[0].id, of: Sample.uid(1))) == [])
        try await checkRewardPages(pool, rewards)
        let all = try await pool.run(ListRewardsOfUser(of: uid, before: nil, limit: 9))
        let about = FindRewardsAbout([rewards[1].subject, rewards[2].subject], to: [uid])
        #expect(Set(try await pool.run(about).map(\.id)) == Set(rewards.dropFirst().map(\.id)))
        #expect(try await pool.run(FindDenyingEvents(of: [uid], limit: 9)).isEmpty)
        #expect(all == rewards.reversed())
        let last = RewardPosition(
            subject: rewards[2].subject, rule: rewards[2].rule, currency: rewards[2].currency)
        let rest = try await pool.run(
            ListUnpaidRewardsOfUser(of: uid, status: .held, before: last, limit: 9))
        #expect(rest == [rewards[1]])
        let updated = try await pool.run(UpdateHeldReward(rewards[1], as: .void))
        #expect(updated.map(\.status) == [.void])
        #expect(try await pool.run(UpdateHeldReward(rewards[1], as: .paid)) == [])
        #expect(try await pool.run(UpdateHeldReward(rewards[0], as: .paid)) == [])
        try await pool.run(ReverseReward(rewards[0], unrecovered: 20, at: rewards[0].grantedAt))
        let reversed = rewards[0].reversed(unrecovered: 20)
        #expect(try await pool.run(FindReward(rewards[0].id, of: uid)) == [reversed])
        try await pool.run(
            ReverseReward(rewards[0], unrecovered: 0, at: rewards[0].grantedAt),
            UncountRewardedReferee(reversed))
        #expect(try await pool.run(FindReward(rewards[0].id, of: uid)) == [reversed])
        try await checkUnrecovered(pool, reversed)
    }

    private func checkRewardPages(_ pool: PostgresPool, _ rewards: [Reward]) async throws {
        let first = RewardsPage(before: nil, limit: 1)
        #expect(try await pool.run(ListUnpaidRewards(.held, first)) == [rewards[2]])
        let next = RewardsPage(before: rewards[2].id, limit: 1)
        #expect(try await pool.run(ListUnpaidRewards(.held, next)) == [rewards[1]])
        #expect(try await pool.run(ListRewards(next)) == [rewards[1]])
        let rest = RewardsPage(before: rewards[1].id, limit: 1)
        #expect(try await pool.run(ListRewardsOfRule("level-5", rest)) == [rewards[0]])
        #expect(try await pool.run(ListRewardsOfRule("other", first)) == [])
        let ended = PageSpan(from: nil, until: Sample.now, firstID: nil, lastID: nil)
        #expect(try await pool.run(ListRewards(RewardsPage(before: nil, in: ended, limit: 1))) == [])
        let begun = PageSpan(
            from: Sample.now, until: nil, firstID: rewards[2].id, lastID: rewards[2].id)
        #expect(
            try await pool.run(ListRewards(RewardsPage(before: nil, in: begun, limit: 9))) == [rewards[2]])
    }
}
