internal import Batching
internal import EventLoops
internal import Links
internal import Postgres
internal import Rewards
internal import Store

/// Finds links by code: from what this loop remembers, else in one query for all that are asked meanwhile.
final class LinkReader {
    private let cache: LinkCache
    private let reads: Coalescer<LinkCode, Link?, InfrastructureError>
    private let notifications: Notifications

    /// - Parameter isListening: false if links are off: then this loop needs no notifications.
    init(_ context: RewardsContext, isListening: Bool, on loop: isolated EventLoop) throws {
        let cache = LinkCache()
        self.cache = cache
        notifications = context.notifications
        reads = try context.coalescer("link_reads", on: loop) { codes, _ throws(PostgresError) in
            let load = cache.beginLoad()
            var links: [Link] = []
            defer { cache.end(load, with: links) }
            links = try await context.pool.run(FindLinks(Array(Set(codes))))
            let byCode = Dictionary(uniqueKeysWithValues: links.map { ($0.code, $0) })
            return codes.map { .success(byCode[$0]) }
        }
        guard isListening else { return }
        notifications.listen(to: Channels.links) { code in LinkCode(code).map(cache.forget) }
        notifications.onConnected { cache.forgetAll() }
    }

    /// Cached links are at most a second old if notifications don't arrive.
    func link(_ code: LinkCode) async throws(InfrastructureError) -> KnownLink? {
        if let link = cache.link(code, isTold: notifications.isFresh) { return link }
        return try await reads.submit(code).get().map { KnownLink($0) }
    }

    /// The targets of links may differ from now on.
    func forgetAll() {
        cache.forgetAll()
    }

    var queueDepth: Int { reads.queueDepth }

    func close() {
        reads.close()
    }
}
