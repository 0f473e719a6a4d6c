internal import Accounts
internal import Basics
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Values

/// `shipmate keys`: makes, lists and revokes API keys, as the owner.
struct KeepKeys {
    enum Action {
        case create(Command.KeyScope, name: String, Lifetime?)
        case list
        case revoke(id: String)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let configuration: Configuration
    let action: Action

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        try await configuration.withOwnerPool(urls, on: loop) { pool in
            try await perform(try await service(pool))
        }
    }

    /// An API key gets a MAC by the ledger's key, and a tag by the root secret.
    private func service(_ pool: PostgresPool) async throws -> KeyService {
        guard case .create = action else {
            return KeyService(pool: pool, ledgerKeys: try configuration.ledgerKeys(makesMissing: false))
        }
        let keys = KeyService(
            pool: pool, ledgerKeys: try configuration.ledgerKeys(makesMissing: true),
            rootKey: try configuration.rootKey(makesMissing: true))
        if let refusal = try await keys.refusal() { throw Failure(description: "\(refusal)") }
        return keys
    }

    private func perform(_ keys: KeyService) async throws {
        switch action {
        case .create(let scope, let name, let lifetime):
            guard (1...100).contains(name.count), !name.unicodeScalars.contains(where: { $0.value < 32 })
            else {
                throw Failure(description: "a key's name has 1 to 100 printable characters")
            }
            guard let scope = APIKey.Scope(rawValue: scope.rawValue) else { return }
            // The key alone: it can be caught by a script.
            Console.print(
                try await keys.create(
                    scope, name: name, lifetimeSeconds: lifetime?.seconds, actor: Operator.name
                ).get())
        case .list: try await list(keys)
        case .revoke(let text):
            guard let id = UUID(uuidString: text) else {
                throw Failure(description: "\(text) is not a key's ID; `shipmate keys list` shows them")
            }
            guard try await keys.revoke(id, actor: Operator.name) else {
                throw Failure(description: "no valid key has the ID \(text); `shipmate keys list` shows them")
            }
            Console.report("revoked; every server refuses it within a second")
        }
    }

    private func list(_ keys: KeyService) async throws {
        let table = TextTable(
            ["ID", "SCOPE", "NAME", "CREATED", "LAST USED", "EXPIRES", "REVOKED"],
            rows: try await keys.list().map { key in
                [
                    key.id.uuidString.lowercased(), key.scope, key.name, day(key.createdAt.secondsSince1970),
                    minute(key.lastUsedAt), minute(key.expiresAt),
                    key.revokedAt.map { day($0.secondsSince1970) } ?? "",
                ]
            })
        Console.print(table.description)
    }

    /// To the minute, in UTC; nothing for never.
    private func minute(_ time: Timestamp?) -> String {
        time.map { text($0).prefix(16) + "Z" } ?? ""
    }

    private func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.secondsSince1970)).ISO8601Format()
    }

    private func day(_ seconds: Int64) -> String {
        CivilDate(secondsSince1970: seconds).description
    }
}
