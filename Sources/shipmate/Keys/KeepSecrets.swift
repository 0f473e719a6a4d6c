internal import Accounts
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Values

/// `shipmate keys rotate-signing`, `wrap` and `unwrap`: the signing keys and the root secret, as the owner.
struct KeepSecrets {
    enum Action {
        case rotateSigning
        case wrap
        case unwrap
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let configuration: Configuration
    let action: Action

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        let key = try configuration.rootKey(makesMissing: action == .wrap)
        try await configuration.withOwnerPool(urls, on: loop) { pool in
            let ledgerKey = try configuration.ledgerKeys(makesMissing: false)?.current
            let secrets = SecretService(pool: pool, rootKey: key, ledgerKey: ledgerKey)
            switch action {
            case .rotateSigning: try await rotateSigning(secrets)
            case .wrap: try await wrap(secrets, with: key)
            case .unwrap: try await unwrap(secrets)
            }
        }
    }

    private func rotateSigning(_ secrets: SecretService) async throws {
        let rotation = try await secrets.rotateSigningKey(actor: Operator.name).get()
        Console.print(rotation.keyID)
        tell(rotation)
    }

    private func wrap(_ secrets: SecretService, with key: RootKey?) async throws {
        guard let key else {
            throw Failure(
                description: "there is no root key: give every server the same SHIPMATE_ROOT_KEY "
                    + "(openssl rand -hex 32), restart them, then run this with it")
        }
        let rotation = try await secrets.wrap(with: key, actor: Operator.name).get()
        guard let rotation else {
            try await secrets.rewriteTables()
            return Console.report("the secrets are already wrapped")
        }
        Console.print(rotation.keyID)
        tell(rotation)
        Console.report("the secrets are wrapped. Keep the root key apart from backups")
        let end = text(rotation.retiresAt)
        for line in [
            "earlier backups and WAL contain the root secret, which never changes, and signing keys:",
            "- with them, a reader can guess the addresses, devices and mailboxes behind hashes",
            "- until \(end) a reader can make access tokens that the servers accept",
            "delete such backups, or protect them like the root key",
        ] { Console.report(line) }
        try await secrets.rewriteTables()
    }

    private func unwrap(_ secrets: SecretService) async throws {
        guard try await secrets.unwrap(actor: Operator.name).get() else {
            return Console.report("the secrets are not wrapped")
        }
        Console.report("the secrets are stored plain, as versions before 0.9 read them")
    }

    private func tell(_ rotation: SecretService.Rotation) {
        Console.report("every server signs with it within a second")
        for former in rotation.formerKeyIDs {
            Console.report("\(former) stays in /.well-known/jwks.json until \(text(rotation.retiresAt))")
        }
    }

    private func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.secondsSince1970)).ISO8601Format()
    }
}
