import FoundationEssentials
import Links
import Postgres
import TestSupport
import Testing
import Values

@testable import Invitations

@Suite struct LinkMakingTests {
    @Test func `a link comes back as it was made`() async throws {
        try await LinkRig.with { rig, _ in
            let owner = try await rig.service.signUp()
            let made = try await rig.make(by: owner) { spec in
                spec.social.title = "Ahoy & welcome"
                spec.tags = ["a", "b"]
                spec.data = LinkData(json: #"{"a":1}"#, directives: ["$desktop_url": "https://example.com/d"])
                spec.expiresAt = rig.service.now.adding(seconds: 60)
            }
            #expect(made.code.description.utf8.count == 17)
            #expect(try await rig.links.link(made.code) == made)
            #expect(try await rig.links.link(LinkCode("unknown")!) == nil)
        }
    }

    @Test func `short codes begin at four characters and get longer where they are taken`() async throws {
        try await LinkRig.with { rig, _ in
            let short = try await rig.make(.random(.short))
            #expect(short.code.description.utf8.count == 4)
            let codes = LinkCodes(profile: .test)
            for _ in 0..<4 { codes.noteShort(isTaken: true) }
            #expect(codes.make(.short).description.utf8.count == 5)
        }
    }

    @Test func `the same alias and content again is the same link, other content is refused`() async throws {
        try await LinkRig.with { rig, _ in
            let (anne, ben) = (try await rig.service.signUp(), try await rig.service.signUp())
            let alias = NewLink.Code.alias(LinkCode("Summer")!)
            let made = try await rig.make(alias, by: anne)
            let again = try await rig.make(alias, by: anne)
            #expect(again == made)
            await #expect(throws: LinkError.aliasInUse) {
                try await rig.make(alias, by: anne) { $0.social.title = "other" }
            }
            await #expect(throws: LinkError.aliasInUse) { try await rig.make(alias, by: ben) }
            let other = try await rig.make(.alias(LinkCode("summer")!), by: ben)
            #expect(other != made)
        }
    }

    @Test func `of many who want one alias at once, each content has one winner`() async throws {
        try await LinkRig.with { rig, loop in
            let alias = NewLink.Code.alias(LinkCode("rush")!)
            let outcomes = await together(40, on: loop) { number in
                try? await rig.make(alias) { $0.social.title = "\(number % 2)" }
            }
            let winners = outcomes.compactMap(\.self)
            #expect(winners.count == 20 && Set(winners.map(\.spec.social.title)).count == 1)
        }
    }
}
