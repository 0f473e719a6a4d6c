import EventLoops
import FoundationEssentials
import Links
import Postgres
import TestSupport
import Testing
import Values

@testable import Invitations

/// Guesses by the device, where what the page's button told is weighed beside address and agent.
@Suite struct GuessTests {
    private static let anne = DeviceTraits(
        screen: "393x852", scale: 3, timeZone: "Europe/Berlin", languages: ["de-DE"])

    /// Presses the button of a click's page; what it told is stored when this returns.
    private func tap(
        _ rig: LinkRig, _ click: UUID, _ traits: DeviceTraits = anne, isCopied: Bool? = nil
    ) async throws {
        rig.links.record(Tap(clickID: click, traits: traits, isCopied: isCopied))
        let stored = "SELECT count(*) FROM click_taps WHERE click_id = '\(click)'"
        #expect(try await eventually { try rig.database.psql(stored) == "1" })
    }

    /// A claim of a device like Anne's.
    private func claim(
        _ rig: LinkRig, from address: PeerAddress = LinkRig.home,
        _ change: (inout LinkClaim) -> Void = { _ in }
    ) async throws -> ClaimReply {
        try await rig.claim(from: address) { claim in
            claim.device.screen = "1179x2556"
            claim.device.scale = "3"
            claim.device.timezone = "Europe/Berlin"
            claim.device.language = "de_DE"
            change(&claim)
        }
    }

    @Test(arguments: ["screen", "scale", "timezone", "language"])
    func `one who differs in one thing that both know never gets the other's invite`(trait: String)
        async throws
    {
        let others = [
            "screen": "1170x2532", "scale": "2", "timezone": "Europe/London", "language": "fr-FR",
        ]
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            try await tap(rig, try await rig.click(on: link))
            let other = try await claim(rig) { Self.set(trait, to: others[trait], in: &$0.device) }
            #expect(other.match == .none)
            // What it doesn't say can't differ.
            let reply = try await claim(rig) { Self.set(trait, to: nil, in: &$0.device) }
            #expect(reply.match == .default && reply.code == link.code)
        }
    }

    private static func set(_ trait: String, to value: String?, in device: inout LinkClaim.Device) {
        switch trait {
        case "screen": device.screen = value
        case "scale": device.scale = value
        case "timezone": device.timezone = value
        default: device.language = value
        }
    }

    @Test func `a carrier's NAT: two people with one model each get their own invite, or nobody's surely`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let (annes, bens) = (try await rig.make(), try await rig.make())
            try await tap(rig, try await rig.click(on: annes))
            let french = DeviceTraits(
                screen: "393x852", scale: 3, timeZone: "Europe/Berlin", languages: ["fr"])
            try await tap(rig, try await rig.click(on: bens), french)
            let italian = try await claim(rig) { $0.device.language = "it" }
            #expect(italian.match == .none)
            #expect(try await claim(rig).code == annes.code)
            let ben = try await claim(rig) { $0.device.language = "fr-CA" }
            #expect(ben.match == .default && ben.code == bens.code, "\(ben)")
            let rest = try await claim(rig) { $0.device.language = nil }
            #expect(rest.match == .none, "\(rest)")
            // Alike in all: nobody is told for sure, and nothing is taken.
            for link in [annes, bens] { try await tap(rig, try await rig.click(on: link)) }
            for _ in 0..<2 { #expect(try await claim(rig).match == .weak) }
        }
    }

    @Test func `Private Relay: who browses from elsewhere is not guessed, and brings the invite along`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let relay = PeerAddress("172.224.226.1")
            let (annes, bens) = (try await rig.make(), try await rig.make())
            let clicks = [
                try await rig.click(on: annes, from: relay), try await rig.click(on: bens, from: relay),
            ]
            for click in clicks { try await tap(rig, click, isCopied: true) }
            #expect(try await claim(rig).match == .none)
            let reply = try await claim(rig) {
                $0.clipboard = "\(bens.shortLink)?link_click_id=\(clicks[1].lowercaseText)"
            }
            #expect(reply.match == .unique && reply.code == bens.code)
            // Of the other's click, which is the only one left there, it gets nothing.
            let neighbour = try await claim(rig, from: relay) { $0.clipboard = "" }
            #expect(neighbour.match == .none)
        }
    }

    @Test func `an app that looked and found nothing is not the one whose invite was copied`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            try await tap(rig, try await rig.click(on: link), isCopied: true)
            for text in ["", "milk, eggs"] {
                let other = try await claim(rig) { $0.clipboard = text }
                #expect(other.match == .none)
            }
            #expect(try await claim(rig).match == .default)
            try await tap(rig, try await rig.click(on: link), isCopied: false)
            let looked = try await claim(rig) { $0.clipboard = "" }
            #expect(looked.match == .default)
        }
    }

    @Test func `what buttons tell is kept as hashes, once, of clicks that there are`()
        async throws
    {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            let click = try await rig.click(on: link)
            let desk = try await rig.click(on: link, by: Visitor(platform: .desktop))
            for id in [rig.links.makeClickID(), desk] {
                rig.links.record(Tap(clickID: id, traits: Self.anne, isCopied: nil))
            }
            try await tap(rig, click)
            rig.links.record(Tap(clickID: click, traits: Self.anne, isCopied: true))
            #expect(
                try await eventually { try await rig.counts(link).contains("desktop redirect 2") })
            let rows = try rig.database.psql(
                "SELECT screen_points, screen_pixels, scale, time_zone, language FROM click_taps")
            #expect(rows.split(separator: "\n").count == 1)
            #expect(rows.split(separator: "|").allSatisfy { Int64($0).map { abs($0) > 10_000 } == true })
            // Each press counts as one redirect; these clicks had one each already.
            #expect(try await rig.counts(link).contains("ios redirect 2"))
        }
    }

    @Test func `claims are counted by what they found, by link and over all`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            let click = try await rig.click(on: link)
            let key = [UInt8](repeating: 1, count: 32)
            for _ in 0..<2 {
                _ = try await rig.claim {
                    $0.clipboard = "\(link.shortLink)?link_click_id=\(click.lowercaseText)"
                    $0.keyHash = key
                }
            }
            _ = try await rig.claim { $0.link = link.shortLink }
            try await rig.click(on: link)
            _ = try await rig.claim()
            _ = try await rig.claim()
            let wanted = ["ios claim_clipboard 1", "ios claim_device 1", "ios claim_link 1"]
            #expect(
                try await eventually {
                    try await rig.allCounts(link).filter { $0.contains("claim_") } == wanted
                })
            let all =
                "SELECT claim_clipboard, claim_link, claim_device, claim_none FROM link_stats WHERE code = ''"
            #expect(try await eventually { try rig.database.psql(all) == "1|1|1|1" })
        }
    }

    /// A click may be forgotten, or never have been stored; the link that it was on stays.
    @Test func `a link is found by its code where nobody knows the click`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make()
            let id = rig.links.makeClickID().lowercaseText
            let reply = try await rig.claim { $0.clipboard = "\(link.shortLink)?link_click_id=\(id)" }
            #expect(reply.match == .unique && reply.code == link.code && reply.clickID == nil)
        }
    }
}
