import Crypto
import EventLoops
import FoundationEssentials
import Links
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching
@testable import Invitations

@Suite struct ClaimTests {
    @Test func `of many claims of one click at once, exactly one wins`() async throws {
        try await LinkRig.with { rig, loop in
            let link = try await rig.make()
            let id = try await rig.click(on: link)
            let replies = await together(30, on: loop) { number in
                try? await rig.claim { if number % 2 == 0 { $0.clickID = id.lowercaseText } }
            }
            let matches = replies.compactMap { $0?.match }
            #expect(matches.count == 30)
            #expect(matches.filter { $0 != .none }.count == 1)
            #expect(try await rig.counts(link) == ["ios click 1", "ios install 1", "ios redirect 1"])
        }
    }

    @Test func `a click id is unique, and good for one claim`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make { $0.data = LinkData(json: #"{"level":3}"#) }
            let id = try await rig.click(on: link)
            let reply = try await rig.claim(from: PeerAddress("203.0.113.9")) {
                $0.clickID = id.lowercaseText
            }
            #expect(reply.match == .unique && reply.code == link.code && reply.spec == link.spec)
            #expect(reply.clickID == id.lowercaseText)
            let again = try await rig.claim { $0.clickID = id.lowercaseText }
            #expect(again.match == .none && again.spec == nil)
        }
    }

    @Test func `a click that is still being stored is waited for, and no other guessed meanwhile`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let (first, second) = (try await rig.make(), try await rig.make())
            try await rig.click(on: first)
            let click = rig.links.click(
                rig.links.makeClickID(), on: second.code, by: LinkRig.iphone, from: LinkRig.home,
                at: WallClock.now, isRedirected: true)
            rig.links.record(click)
            let reply = try await rig.claim { $0.clickID = click.id.lowercaseText }
            #expect(reply.match == .unique && reply.code == second.code)
            #expect(try await rig.claim().code == first.code)
        }
    }

    @Test func `one click of the device is the default, several are weak unless the agent tells`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let (first, second) = (try await rig.make(), try await rig.make())
            try await rig.click(on: first)
            #expect(try await rig.claim(from: PeerAddress("192.0.2.2")).match == .none)
            let other = try await rig.claim(osVersion: "16.0")
            #expect(other.match == .none)
            let reply = try await rig.claim(osVersion: nil)
            #expect(reply.match == .default && reply.code == first.code)
            // A household behind one address: two phones of one version, one of another.
            try await rig.click(on: first)
            try await rig.click(on: first, by: Visitor(platform: .iphone, osVersion: "16.5"))
            try await rig.click(on: second)
            let weak = try await rig.claim()
            #expect(weak.match == .weak && weak.code == second.code)
            let told = try await rig.claim(osVersion: "16.5.1")
            #expect(told.match == .default && told.code == first.code)
        }
    }

    @Test func `a guess passes over the links of another app, and what is brought counts for any`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let ours = try await rig.make { $0.ios.bundleID = "com.example.game" }
            let theirs = try await rig.make { $0.ios.bundleID = "com.example.other" }
            let long = "https://go.example.com/?link=https://example.com/play&ibi=com.example.other"
            try await rig.click(on: ours)
            for _ in 0..<3 { try await rig.click(on: theirs) }
            try await rig.click(on: nil, longLink: long)
            #expect(try await rig.claim().match == .weak)
            #expect(try await rig.claim { $0.bundleID = "com.example.third" }.match == .none)
            let reply = try await rig.claim { $0.bundleID = "com.example.game" }
            #expect(reply.match == .default && reply.code == ours.code)
            #expect(try await rig.claim { $0.bundleID = "com.example.game" }.match == .none)
            let brought = try await rig.claim {
                $0.bundleID = "com.example.game"
                $0.link = theirs.shortLink
            }
            #expect(brought.match == .unique && brought.code == theirs.code)
            // A link that names no app fits every one.
            let any = try await rig.make()
            try await rig.click(on: any)
            #expect(try await rig.claim { $0.bundleID = "com.example.third" }.code == any.code)
        }
    }

    @Test func `where a device has more clicks than are looked at, none of them is the only one that fits`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let ours = try await rig.make { $0.ios.bundleID = "com.example.game" }
            let theirs = try await rig.make { $0.ios.bundleID = "com.example.other" }
            for _ in 0..<2 { try await rig.click(on: ours) }
            for _ in 0..<31 { try await rig.click(on: theirs) }
            #expect(try await rig.claim { $0.bundleID = "com.example.game" }.match == .weak)
        }
    }

    @Test func `desktops and bots leave no fingerprint, and a device is forgotten after two hours`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            try await rig.click(on: link, by: Visitor(platform: .desktop))
            try await rig.click(on: link, by: Visitor(platform: .iphone, bot: .facebook))
            #expect(try rig.database.psql("SELECT count(*) FROM clicks WHERE device_hash IS NOT NULL") == "0")
            try await rig.click(on: link)
            try rig.database.psql("UPDATE clicks SET clicked_at = now() - interval '121 min'")
            #expect(try await rig.claim().match == .none)
        }
    }

    @Test func `a one-time link is claimed once over all, an expired one not at all`() async throws {
        try await LinkRig.with { rig, loop in
            let once = try await rig.make { $0.isOneTime = true }
            let ids = [try await rig.click(on: once), try await rig.click(on: once)]
            let replies = await together(10, on: loop) { number in
                try? await rig.claim {
                    if number < 8 {
                        $0.clickID = ids[number % 2].lowercaseText
                    } else {
                        $0.link = once.shortLink
                    }
                }
            }
            #expect(replies.compactMap { $0?.match }.filter { $0 != .none }.count == 1)
            let expired = try await rig.make { $0.expiresAt = rig.service.now.adding(seconds: -1) }
            let id = try await rig.click(on: expired)
            #expect(try await rig.claim { $0.clickID = id.lowercaseText }.match == .none)
            #expect(try await rig.claim { $0.link = expired.shortLink }.match == .none)
        }
    }

    @Test func `the link itself is unique, and takes the click that brought it`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            let id = try await rig.click(on: link)
            let other = try await rig.make()
            try await rig.click(on: other)
            let reply = try await rig.claim { $0.clipboard = link.shortLink }
            #expect(reply.match == .unique && reply.clickID == id.lowercaseText)
            let again = try await rig.claim { $0.link = link.shortLink }
            #expect(again.match == .unique && again.clickID == nil && again.code == link.code)
        }
    }

    @Test func `who invited is told, and shown for what is unique alone`() async throws {
        try await LinkRig.with { rig, _ in
            let anne = try await rig.service.signUp()
            let shown = UserProfile(fullName: "Anne Bonny")
            try await ProfileService(rig.service.context).set(shown, of: anne.uid)
            let payload = try WebURL("https://example.com/join?invitedby=\(anne.referralCode)")
            let link = try await rig.make { $0.link = payload }
            let id = try await rig.click(on: link)
            let unique = try await rig.claim { $0.clickID = id.lowercaseText }
            #expect(
                unique.invitation?.referralCode == anne.referralCode && unique.invitation?.inviter == shown)
            try await rig.click(on: link)
            let fallback = try await rig.claim()
            #expect(fallback.match == .default && fallback.invitation?.inviter == nil)
            #expect(fallback.invitation?.referralCode == anne.referralCode)
        }
    }

    @Test func `what an app tells of a click is counted once, opening again each time`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            let id = try await rig.click(on: link).lowercaseText
            for event in [LinkEvent.install, .install, .firstOpen, .firstOpen, .reOpen, .reOpen] {
                try await rig.links.count(event, clickID: id, channel: nil)
            }
            _ = try await rig.claim { $0.clickID = id }
            #expect(
                try await rig.counts(link) == [
                    "ios click 1", "ios first_open 1", "ios install 1", "ios re_open 2", "ios redirect 1",
                ])
            for unknown in ["", "x", rig.links.makeClickID().lowercaseText] {
                await #expect(throws: LinkError.clickNotFound) {
                    try await rig.links.count(.reOpen, clickID: unknown, channel: nil)
                }
            }
        }
    }

    @Test func `what an app tells of a click that is still being stored is counted`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            let click = rig.links.click(
                rig.links.makeClickID(), on: link.code, by: LinkRig.iphone, from: LinkRig.home,
                at: WallClock.now, isRedirected: true)
            rig.links.record(click)
            try await rig.links.count(.firstOpen, clickID: click.id.lowercaseText, channel: nil)
            #expect(
                try await rig.counts(link) == ["ios click 1", "ios first_open 1", "ios redirect 1"])
        }
    }

    @Test func `a fingerprint changes with the day, the address and the key`() {
        let prints = [UInt8(1), 2].flatMap { seed in
            let key = RootSecret(bytes: [UInt8](repeating: seed, count: 32))!.subkey(for: .fingerprints)
            return [0, 86_400].flatMap { second in
                ["192.0.2.1", "192.0.2.2"].map { address in
                    Fingerprinter(key: key).fingerprint(
                        of: LinkRig.iphone, from: PeerAddress(address),
                        at: Timestamp(microsecondsSince1970: (1_760_000_000 + Int64(second)) * 1_000_000))
                }
            }
        }
        #expect(Set(prints.map { $0?.device }).count == 8 && Set(prints.map { $0?.agent }).count == 8)
    }

    @Test func `a claim after midnight finds a click from before it`() {
        let prints = Fingerprinter(key: RootSecret().subkey(for: .fingerprints))
        let midnight = Timestamp(microsecondsSince1970: 20_000 * 86_400 * 1_000_000)
        var device = LinkClaim.Device(platform: .ios)
        device.osVersion = "17.4"
        device.model = "iPhone15,2"
        let click = prints.fingerprint(
            of: LinkRig.iphone, from: LinkRig.home, at: midnight.adding(seconds: -1))
        let claimed = prints.fingerprints(
            of: device, from: LinkRig.home, since: midnight.adding(seconds: -7_000),
            at: midnight.adding(seconds: 200))
        #expect(claimed.count == 2 && claimed.contains { $0 == click })
    }
}
