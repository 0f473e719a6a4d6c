internal import Batching
internal import Crypto
internal import EventLoops
internal import WebClient

/// The keys of providers: fetched when a token needs them first, and again when they are old, or lack the
/// one that a token names.
final class LoopKeyCache {
    private struct Entry {
        var page: KeySetResponse?
        var failedAt: MonotonicInstant?
        var lookedAgainAt: MonotonicInstant?
        var isFetching = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let client: WebClient
    private let onKeyGone: IssuerKeyCache.Hearer
    private var entries: [String: Entry] = [:]

    /// - Parameter onKeyGone: called when keys were removed.
    init(client: WebClient, onKeyGone: @escaping IssuerKeyCache.Hearer) {
        self.client = client
        self.onKeyGone = onKeyGone
    }

    /// One request serves all who come meanwhile, and goes on when they have gone.
    func page(
        of provider: String, at request: WebRequest, for id: String?,
        _ log: @escaping @Sendable (LogLine) -> Void, on loop: isolated EventLoop
    ) async -> KeySetResponse? {
        if isDue(provider, for: id, at: .now), entries[provider]?.isFetching != true {
            entries[provider, default: Entry()].isFetching = true
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await fetch(request, for: provider, log)
            }
        }
        if entries[provider]?.isFetching == true {
            await withCheckedContinuation { caller in
                // It may have ended meanwhile.
                guard entries[provider]?.isFetching == true else { return caller.resume() }
                entries[provider]?.waiting.append(caller)
            }
        }
        guard let page = entries[provider]?.page, page.lifetime.isGood(at: .now) else { return nil }
        return page
    }

    private func isDue(_ provider: String, for id: String?, at now: MonotonicInstant) -> Bool {
        guard let entry = entries[provider] else { return true }
        if let failedAt = entry.failedAt, !KeyLifetime.mayRetry(since: failedAt, at: now) { return false }
        guard let page = entry.page, page.lifetime.isFresh(at: now) else { return true }
        guard let id, !page.keys.has(id), KeyLifetime.mayLookAgain(since: entry.lookedAgainAt, at: now) else {
            return false
        }
        entries[provider]?.lookedAgainAt = now
        return true
    }

    private func fetch(
        _ request: WebRequest, for provider: String, _ log: @escaping @Sendable (LogLine) -> Void
    ) async {
        do throws(Trouble) {
            // Before the entry is written to: other callers change it meanwhile.
            let page = try await read(request)
            let last = entries[provider]?.page
            entries[provider]?.page = page
            entries[provider]?.failedAt = nil
            if let last, !page.keys.hasAll(of: last.keys) { onKeyGone(provider, page) }
        } catch {
            entries[provider]?.failedAt = .now
            let fields = ["provider": provider, "reason": error.reason]
            log(LogLine(.warning, "a provider's keys can't be read", fields))
        }
        let waiting = entries[provider]?.waiting ?? []
        entries[provider]?.waiting = []
        entries[provider]?.isFetching = false
        for one in waiting { one.resume() }
    }

    private struct Trouble: Error {
        let reason: String
    }

    private func read(_ request: WebRequest) async throws(Trouble) -> KeySetResponse {
        let response: WebResponse
        do throws(WebError) {
            response = try await client.send(request)
        } catch {
            throw Trouble(reason: "\(error)")
        }
        guard response.status == 200 else { throw Trouble(reason: "status \(response.status)") }
        guard let keys = KeySet(json: response.body) else { throw Trouble(reason: "not a key set") }
        let lifetime = KeyLifetime(readAt: .now, cacheControl: response.header("cache-control"))
        return KeySetResponse(keys: keys, lifetime: lifetime)
    }
}
