import EventLoops
import FoundationEssentials
import Links
import Postgres
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Invitations

@Suite struct LinkCacheTests {
    private func link(_ number: Int) throws -> Link {
        Link(
            code: LinkCode("c\(number)")!,
            spec: LinkSpec(
                link: try WebURL("https://example.com/\(number)"), prefix: AppProfile.test.prefixes[0]),
            owner: nil, createdAt: Timestamp(microsecondsSince1970: 0))
    }

    private func load(_ links: [Link], into cache: LinkCache) {
        cache.end(cache.beginLoad(), with: links)
    }

    @Test func `keeps no more than it may, and what is asked for stays`() throws {
        let cache = LinkCache(linksMax: 8)
        let popular = try link(0)
        load([popular], into: cache)
        for number in 1...100 {
            load([try link(number)], into: cache)
            #expect(cache.link(popular.code, isTold: true)?.link == popular)
            #expect(cache.count <= 8)
        }
        #expect(cache.link(try link(1).code, isTold: true) == nil)
        #expect(cache.link(try link(100).code, isTold: true) != nil)
    }

    @Test func `a change is forgotten, and so is what was read while it came`() throws {
        let cache = LinkCache()
        let (first, second) = (try link(1), try link(2))
        let load = cache.beginLoad()
        cache.forget(first.code)
        cache.end(load, with: [first, second])
        #expect(cache.link(first.code, isTold: true) == nil)
        #expect(cache.link(second.code, isTold: true)?.link == second)
        cache.forget(second.code)
        #expect(cache.link(second.code, isTold: true) == nil)
        let late = cache.beginLoad()
        cache.forgetAll()
        cache.end(late, with: [first])
        #expect(cache.count == 0)
    }

    @Test func `a link that was used up, or changed by hand, is read again within a second`() async throws {
        try await LinkRig.with { rig, _ in
            let made = try await rig.make(.alias(LinkCode("once")!)) { $0.isOneTime = true }
            // Until the listener listens nothing is believed for long.
            #expect(await eventually { rig.service.context.notifications.isFresh })
            #expect(try await rig.links.link(made.code)?.claimedAt == nil)
            #expect(try await rig.claim { $0.link = made.shortLink }.match == .unique)
            #expect(try await soon { try await rig.links.link(made.code)?.claimedAt != nil })
            let ending = "DELETE FROM links WHERE code = 'once'; SELECT pg_notify('shipmate_links', 'once')"
            try rig.database.psql(ending)
            #expect(try await eventually { try await rig.links.link(made.code) == nil })
        }
    }

    @Test func `what is remembered costs no query`() async throws {
        try await LinkRig.with { rig, loop in
            let made = try await rig.make()
            func reads() -> Int? {
                rig.service.context.metrics.snapshot.batches["link_reads"]?.commands
            }
            // What was remembered before the listener listens is forgotten when it does.
            let isRemembered = try await eventually {
                _ = try await rig.links.link(made.code)
                let before = reads()
                for _ in 0..<100 { #expect(try await rig.links.link(made.code) == made) }
                return reads() == before
            }
            #expect(isRemembered)
        }
    }
}
