import Crypto
import EventLoops
import FoundationEssentials
import Links
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Invitations

/// Links as one loop serves them, on a database of the schema.
struct LinkRig {
    let service: ServiceRig
    let links: LinkService
    let loop: EventLoop

    let profile = AppProfile.test
    var database: TestDatabase { service.database }

    static func with<Value: Sendable>(
        _ body: @escaping @Sendable (LinkRig, isolated EventLoop) async throws -> Value
    ) async throws -> Value {
        try await ServiceRig.with { service, loop in
            let links = try LinkService(
                service.context, profile: .test, root: RootSecret(bytes: [UInt8](repeating: 7, count: 32))!,
                storage: ClickStorage(), on: loop)
            let notifications = service.context.notifications
            try notifications.start(
                service.pool.configuration, setting: service.context.clock, on: loop)
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(
                    try await body(LinkRig(service: service, links: links, loop: loop), loop))
            } catch {
                outcome = .failure(error)
            }
            await links.close(on: loop)
            await notifications.close(on: loop)
            return try outcome.get()
        }
    }
}

extension LinkRig {
    static let iphone = Visitor(platform: .iphone, osVersion: "17.4.1")
    static let home = PeerAddress("192.0.2.1")

    func spec(_ path: String = "/play", _ change: (inout LinkSpec) -> Void = { _ in }) throws -> LinkSpec {
        var spec = LinkSpec(link: try WebURL("https://example.com\(path)"), prefix: profile.prefixes[0])
        change(&spec)
        return spec
    }

    @discardableResult
    func make(
        _ code: NewLink.Code = .random(.unguessable), by owner: User? = nil,
        _ change: (inout LinkSpec) -> Void = { _ in }
    ) async throws -> Link {
        try await links.make(
            NewLink(spec: try spec("/play", change), code: code, owner: owner?.uid)
        ).link
    }

    /// A click that is stored when this returns.
    @discardableResult
    func click(
        on link: Link?, by visitor: Visitor = iphone, from address: PeerAddress = home,
        longLink: String? = nil, at time: Timestamp? = nil
    ) async throws -> UUID {
        let click = links.click(
            links.makeClickID(), on: link?.code, longLink: try longLink.map { try LongLink.parse($0).spec },
            by: visitor, from: address, at: WallClock.now, isRedirected: true)
        links.record(click)
        #expect(
            try await eventually {
                try database.psql("SELECT count(*) FROM clicks WHERE id = '\(click.id)'") == "1"
            })
        return click.id
    }

    func claim(
        from address: PeerAddress = home, osVersion: String? = "17.4",
        _ change: (inout LinkClaim) -> Void = { _ in }
    ) async throws -> ClaimReply {
        var claim = LinkClaim(device: .init(platform: .ios))
        claim.device.osVersion = osVersion
        claim.device.model = "iPhone15,2"
        change(&claim)
        return try await links.claim(claim, from: address)
    }

    /// What happened to a link but for claims, which are counted behind their replies' back.
    func counts(_ link: Link) async throws -> [String] {
        try await allCounts(link).filter { !$0.contains("claim_") }
    }

    func allCounts(_ link: Link) async throws -> [String] {
        try await links.statistics(of: link.code, days: 1).map {
            "\($0.platform.rawValue) \($0.event.rawValue) \($0.count)"
        }
    }
}
