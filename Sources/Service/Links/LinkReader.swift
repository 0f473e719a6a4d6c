internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store

/// Finds links by code: from what this loop remembers, else in one query for all that are asked meanwhile.
final class LinkReader {
    private let cache: LinkCache
    private let reads: Coalescer<LinkCode, Link?>
    private let listener: PostgresListener?

    /// - Parameter isListening: false where links are off: no connection is held for them.
    init(_ context: ServiceContext, isListening: Bool, on loop: isolated EventLoop) throws {
        let cache = LinkCache()
        self.cache = cache
        reads = try context.coalescer("link_reads", on: loop) { codes throws(BatchError) in
            let load = cache.beginLoad()
            var links: [Link] = []
            defer { cache.end(load, with: links) }
            links = try await context.batch { () throws(PostgresError) in
                try await context.pool.run(FindLinks(Array(Set(codes))))
            }
            let byCode = Dictionary(uniqueKeysWithValues: links.map { ($0.code, $0) })
            return codes.map { .success(byCode[$0]) }
        }
        listener =
            isListening
            ? try PostgresListener(
                configuration: context.pool.configuration, channels: [Channels.links], on: loop,
                onConnected: { cache.forgetAll() },
                onNotification: { _, code in LinkCode(code).map(cache.forget) }) : nil
    }

    /// What is remembered is at most a second old where changes can't be heard of.
    func link(_ code: LinkCode) async throws(ServiceError) -> KnownLink? {
        if let link = cache.link(code, isTold: listener?.isFresh ?? false) { return link }
        return try await reads.submit(code).get().map { KnownLink($0) }
    }

    var queueDepth: Int { reads.queueDepth }

    func close(on loop: isolated EventLoop) async {
        reads.close()
        await listener?.close(on: loop)
    }
}
