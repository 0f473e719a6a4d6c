internal import Batching
package import EventLoops
package import WebClient

/// The published keys of providers, for all loops of a process: they are fetched once for all callers.
package final class IssuerKeyCache: Sendable {
    private let client: WebClient
    private let loop: EventLoop
    private let cache = LoopLocal<LoopKeyCache>()
    private let hearers = LoopLocal<Hearer>()
    private let hearingLoops = Locked<[EventLoop]>([])

    typealias Hearer = (_ provider: String, _ page: KeySetResponse) -> Void

    /// - Parameter loop: keeps the books.
    package init(fetchingBy client: WebClient, on loop: EventLoop) {
        self.client = client
        self.loop = loop
    }

    /// Nil while the issuer is away and none of its keys are good any more.
    ///
    /// - Parameter id: the key that a token names.
    func page(
        of provider: String, at request: WebRequest, for id: String?,
        log: @escaping @Sendable (LogLine) -> Void
    ) async -> KeySetResponse? {
        await page(of: provider, at: request, for: id, log, on: loop)
    }

    private func page(
        of provider: String, at request: WebRequest, for id: String?,
        _ log: @escaping @Sendable (LogLine) -> Void, on loop: isolated EventLoop
    ) async -> KeySetResponse? {
        let cache =
            self.cache.value(on: loop) ?? LoopKeyCache(client: client) { [weak self] in self?.tell($0, $1) }
        self.cache.set(cache, on: loop)
        return await cache.page(of: provider, at: request, for: id, log, on: loop)
    }

    /// Has a loop hear of keys that a provider has replaced.
    func listen(on loop: isolated EventLoop, _ hearer: @escaping Hearer) {
        hearers.set(hearer, on: loop)
        hearingLoops.withLock { $0.append(loop) }
    }

    private func tell(_ provider: String, _ page: KeySetResponse) {
        for loop in hearingLoops.withLock({ $0 }) {
            Task.immediate(priority: EventLoop.taskPriority) { await tell(provider, page, on: loop) }
        }
    }

    private func tell(_ provider: String, _ page: KeySetResponse, on loop: isolated EventLoop) {
        hearers.value(on: loop)?(provider, page)
    }
}
