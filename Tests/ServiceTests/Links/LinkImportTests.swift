import FoundationEssentials
import Links
import Postgres
import TestSupport
import Testing

@testable import Invitations

@Suite struct LinkImportTests {
    @Test func `old codes live on; a repeat changes nothing, another link's code is told`() async throws {
        try await LinkRig.with { rig, _ in
            let taken = try await rig.make(.alias(LinkCode("taken")!))
            var links: [Link] = []
            for number in 0..<1_100 {
                let spec = try rig.spec("/old/\(number)")
                links.append(
                    Link(
                        code: LinkCode("old\(number)")!, spec: spec, owner: nil, createdAt: rig.service.now))
            }
            let other = Link(
                code: taken.code, spec: try rig.spec("/other"), owner: nil, createdAt: rig.service.now)
            let importer = LinkImport(pool: rig.service.pool)
            let first = try await importer.add(links + [other, links[1_099]])
            #expect(first == links.map { _ in .added } + [.conflict, .repeated])
            let again = try await importer.add(links)
            #expect(again == links.map { _ in .repeated })
            #expect(try await rig.links.link(links[700].code) == links[700])
            #expect(try await rig.links.link(taken.code) == taken)
        }
    }
}
