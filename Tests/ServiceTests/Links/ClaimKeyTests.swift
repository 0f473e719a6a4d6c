import EventLoops
import Invitations
import Links
import Postgres
import TestSupport
import Testing
import Values

/// Claims that come again under their Idempotency-Key.
@Suite struct ClaimKeyTests {
    @Test func `a claim that comes again under its key gets what it got before`() async throws {
        try await LinkRig.with { rig, loop in
            let link = try await rig.make { $0.isOneTime = true }
            let id = try await rig.click(on: link)
            let (key, other) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
            let guesses = await together(8, on: loop) { _ in
                try? await rig.claim { $0.keyHash = key }
            }
            #expect(guesses.allSatisfy { $0?.match == .default && $0?.clickID == id.lowercaseText })
            for evidence in [\LinkClaim.clickID, \LinkClaim.link] {
                let text = evidence == \LinkClaim.link ? link.shortLink : id.lowercaseText
                let again = try await rig.claim {
                    $0[keyPath: evidence] = text
                    $0.keyHash = key
                }
                #expect(again.match == .unique && again.clickID == id.lowercaseText)
                let stranger = try await rig.claim {
                    $0[keyPath: evidence] = text
                    $0.keyHash = other
                }
                #expect(stranger.match == .none)
            }
            #expect(try await rig.claim().match == .none)
            #expect(try await rig.counts(link) == ["ios click 1", "ios install 1", "ios redirect 1"])
            try rig.database.psql("UPDATE clicks SET claimed_at = now() - interval '25 hours'")
            #expect(try await rig.claim { $0.keyHash = key }.match == .none)
        }
    }

    @Test func `a one-time link that no click brought is the same key's again`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make { $0.isOneTime = true }
            func match(_ key: UInt8?) async throws -> Match {
                try await rig.claim {
                    $0.link = link.shortLink
                    $0.keyHash = key.map { [UInt8](repeating: $0, count: 32) }
                }.match
            }
            for _ in 0..<2 { #expect(try await match(1) == .unique) }
            #expect(try await match(2) == .none)
            #expect(try await match(nil) == .none)
        }
    }

    @Test func `a key's click of another app is no guess`() async throws {
        try await LinkRig.with { rig, _ in
            let link = try await rig.make { $0.ios.bundleID = "com.example.game" }
            try await rig.click(on: link)
            for (bundle, match) in [
                ("com.example.game", Match.default), ("com.example.other", .none),
                ("com.example.game", .default),
            ] {
                let reply = try await rig.claim {
                    $0.bundleID = bundle
                    $0.keyHash = [UInt8](repeating: 1, count: 32)
                }
                #expect(reply.match == match)
            }
        }
    }

    @Test func `a key claims another click, too, when the app names it`() async throws {
        try await LinkRig.with { rig, _ in
            let (first, second) = (try await rig.make(), try await rig.make())
            let ids = [try await rig.click(on: first), try await rig.click(on: second)]
            for id in ids + ids {
                let reply = try await rig.claim {
                    $0.clickID = id.lowercaseText
                    $0.keyHash = [UInt8](repeating: 1, count: 32)
                }
                #expect(reply.match == .unique && reply.clickID == id.lowercaseText)
            }
        }
    }
}
