import Accounts
import EventLoops
import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// Files of accounts, beside a server that they are imported into.
struct AccountFiles {
    static let hashConfig = """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
          base64_salt_separator: Bw==,
          rounds: 8,
          mem_cost: 14,
        }
        """
    /// The line of Firebase's own description: https://github.com/firebase/scrypt.
    static let firebaseLine =
        "kYi4EvWQlQTKSfnJ3dRSP6IH3ed2,user1@test.com,false,"
        + "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==,"
        + "42xEC+ixf3L2lw==,Test User 1,,,,,,,,,,,,,,,,,,1508893925000,1508893925000,,"

    let server: TestServer
    let path: String

    static func with(
        _ text: String, providers: [IdentityProvider] = [], mails: TestMailServer? = nil,
        _ body: (AccountFiles) async throws -> Void
    ) async throws {
        var options = TestServer.Options()
        options.providers = providers
        options.mailServer = mails
        try await TestServer.with(options) { server in
            let path = "/tmp/\(server.database.name).accounts"
            try write(text, to: path)
            try write(hashConfig, to: path + ".config")
            defer { for end in ["", ".config", ".refused.csv"] { unlink(path + end) } }
            try await body(AccountFiles(server: server, path: path))
        }
    }

    static func write(_ text: String, to path: String) throws {
        let descriptor = try Files.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        Files.writeAll(descriptor, text)
        close(descriptor)
    }

    /// Runs the command; what it failed with, or nil.
    func run(
        _ origin: Command.Origin = .firebase, hasConfig: Bool = true, isDryRun: Bool = false,
        settings: [String: String] = [:]
    ) async throws -> String? {
        let url = server.database.url
        let environment = settings.merging(["DATABASE_URL": url]) { $1 }
        let run = ImportUsers(
            configuration: try Configuration(environment: environment), path: path, origin: origin,
            hashConfigPath: origin == .firebase && hasConfig ? path + ".config" : nil, isDryRun: isDryRun)
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        do {
            if isDryRun {
                try await run.dryRun()
            } else {
                try await run.run(DatabaseURLs(service: url, owner: url), on: group.loops[0])
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Keys of different kinds lie on different shards.
    private static let overShards = TestEngine.isCitus ? "SET citus.enable_repartition_joins = on;\n" : ""

    /// Whose identities are kept, both ways.
    func identities() throws -> [String] {
        try server.database.psql(
            Self.overShards
                + """
                SELECT concat_ws(' ', u.external_id, i.provider, i.subject, i.email)
                FROM users AS u JOIN user_identities AS i ON i.uid = u.uid
                JOIN identities AS k ON k.identity = i.provider || ':' || i.subject AND k.uid = u.uid
                ORDER BY u.external_id, i.provider
                """
        ).split(separator: "\n").map(String.init)
    }

    /// Everybody who is there, by external id.
    func users() throws -> [String] {
        try server.database.psql(
            Self.overShards
                + """
                SELECT concat_ws(' ', u.external_id, u.email, u.signed_up_at IS NOT NULL,
                    CASE WHEN u.email_verified_at = u.created_at THEN 'verified' END,
                    (extract(epoch FROM u.created_at) * 1000)::bigint,
                    (extract(epoch FROM u.last_signin_at) * 1000)::bigint)
                FROM users AS u JOIN external_ids AS e ON e.external_id = u.external_id AND e.uid = u.uid
                JOIN referral_codes AS r ON r.code = u.referral_code AND r.uid = u.uid ORDER BY u.external_id
                """
        ).split(separator: "\n").map(String.init)
    }

    var refused: String? { Files.read(path + ".refused.csv") }

    func signIn(_ email: String, _ password: String) throws -> TestClient.Reply {
        try server.client.send(
            "POST", "/v1/sessions", ["email": .string(email), "password": .string(password)])
    }
}
