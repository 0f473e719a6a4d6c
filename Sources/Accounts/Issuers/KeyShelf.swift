internal import Batching
internal import Crypto
internal import EventLoops
internal import WebClient

/// The keys of providers: fetched when a token needs them first, and again when they are old, or lack the
/// one that a token names.
final class KeyShelf {
    private struct Place {
        var page: KeyPage?
        var failedAt: MonotonicInstant?
        var lookedAgainAt: MonotonicInstant?
        var isFetching = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let client: WebClient
    private let onKeyGone: KeyStore.Hearer
    private var places: [String: Place] = [:]

    /// - Parameter onKeyGone: called when keys were removed.
    init(client: WebClient, onKeyGone: @escaping KeyStore.Hearer) {
        self.client = client
        self.onKeyGone = onKeyGone
    }

    /// One request serves all who come meanwhile, and goes on when they have gone.
    func page(
        of provider: String, at request: WebRequest, for id: String?,
        _ log: @escaping @Sendable (LogLine) -> Void, on loop: isolated EventLoop
    ) async -> KeyPage? {
        if isDue(provider, for: id, at: .now), places[provider]?.isFetching != true {
            places[provider, default: Place()].isFetching = true
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await fetch(request, for: provider, log)
            }
        }
        if places[provider]?.isFetching == true {
            await withCheckedContinuation { caller in
                // It may have ended meanwhile.
                guard places[provider]?.isFetching == true else { return caller.resume() }
                places[provider]?.waiting.append(caller)
            }
        }
        guard let page = places[provider]?.page, page.lifetime.isGood(at: .now) else { return nil }
        return page
    }

    private func isDue(_ provider: String, for id: String?, at now: MonotonicInstant) -> Bool {
        guard let place = places[provider] else { return true }
        if let failedAt = place.failedAt, !KeyLifetime.mayRetry(since: failedAt, at: now) { return false }
        guard let page = place.page, page.lifetime.isFresh(at: now) else { return true }
        guard let id, !page.keys.has(id), KeyLifetime.mayLookAgain(since: place.lookedAgainAt, at: now) else {
            return false
        }
        places[provider]?.lookedAgainAt = now
        return true
    }

    private func fetch(
        _ request: WebRequest, for provider: String, _ log: @escaping @Sendable (LogLine) -> Void
    ) async {
        do throws(Trouble) {
            // Before the place is written to: others come into it meanwhile.
            let page = try await read(request)
            let last = places[provider]?.page
            places[provider]?.page = page
            places[provider]?.failedAt = nil
            if let last, !page.keys.hasAll(of: last.keys) { onKeyGone(provider, page) }
        } catch {
            places[provider]?.failedAt = .now
            let fields = ["provider": provider, "reason": error.reason]
            log(LogLine(.warning, "a provider's keys can't be read", fields))
        }
        let waiting = places[provider]?.waiting ?? []
        places[provider]?.waiting = []
        places[provider]?.isFetching = false
        for one in waiting { one.resume() }
    }

    private struct Trouble: Error {
        let reason: String
    }

    private func read(_ request: WebRequest) async throws(Trouble) -> KeyPage {
        let response: WebResponse
        do throws(WebError) {
            response = try await client.send(request)
        } catch {
            throw Trouble(reason: "\(error)")
        }
        guard response.status == 200 else { throw Trouble(reason: "status \(response.status)") }
        guard let keys = KeySet(json: response.body) else { throw Trouble(reason: "not a key set") }
        let lifetime = KeyLifetime(readAt: .now, cacheControl: response.header("cache-control"))
        return KeyPage(keys: keys, lifetime: lifetime)
    }
}
