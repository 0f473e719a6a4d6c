internal import Accounts
internal import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Values
internal import WebClient

/// A command that calls a server's API as an administrator.
struct ServerCall {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let configuration: Configuration
    let access: ServerAccess
    let scope: APIKey.Scope
    /// Of a key that the command creates: it is left if the command is killed.
    let keySeconds: Int64

    /// Without a key the command creates one, in the database of this configuration, and revokes it.
    func run(
        _ body: @Sendable (AdminClient, WebClient, isolated EventLoop) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        try await run(body, on: group.loops[0])
    }

    private func run(
        _ body: @Sendable (AdminClient, WebClient, isolated EventLoop) async throws -> Void,
        on loop: isolated EventLoop
    ) async throws {
        let url = access.url ?? LiveCheck(configuration.http).url
        let web = WebClient(on: loop)
        if let key = access.key {
            return try await body(try AdminClient(url, key: key, through: web), web, loop)
        }
        guard AdminClient.isOfThisMachine(url) else {
            throw Failure(
                description: "\(url) needs an API key: --key, or \(Configuration.apiKeyVariable)")
        }
        let key = try await makeKey(on: loop)
        do {
            try await body(try AdminClient(url, key: key, through: web), web, loop)
        } catch {
            await revoke(key, on: loop)
            throw error
        }
        await revoke(key, on: loop)
    }

    private func makeKey(on loop: isolated EventLoop) async throws -> String {
        try await configuration.withDatabase(makesMissing: false, report: Console.report) { urls in
            let ledgerKeys = try configuration.ledgerKeys(makesMissing: false)
            let rootKey = try configuration.rootKey(makesMissing: false)
            return try await configuration.withOwnerPool(urls, on: loop) { pool in
                let keys = KeyService(pool: pool, ledgerKeys: ledgerKeys, rootKey: rootKey)
                if let refusal = try await keys.refusal() { throw Failure(description: "\(refusal)") }
                return try await keys.create(
                    scope, name: "a command", lifetimeSeconds: keySeconds, actor: Operator.name
                ).get()
            }
        }
    }

    private func revoke(_ key: String, on loop: isolated EventLoop) async {
        do {
            try await configuration.withDatabase(makesMissing: false, report: { _ in }) { urls in
                let ledgerKeys = try configuration.ledgerKeys(makesMissing: false)
                try await configuration.withOwnerPool(urls, on: loop) { pool in
                    let keys = KeyService(pool: pool, ledgerKeys: ledgerKeys)
                    if let id = APIKey(key)?.id { _ = try await keys.revoke(id, actor: Operator.name) }
                }
            }
        } catch {
            Console.report("the command's API key could not be revoked; it expires by itself: \(error)")
        }
    }
}
