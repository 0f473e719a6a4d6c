import EventLoops
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// `Documentation/operating/Upgrade.md`, "To version 0.9": its steps, on what a server of b55d2af wrote.
    @Suite(.ofEmbeddedPostgres) struct VersionUpgradeTests {
        private static let former = 41
        /// Time passes between the former version and the upgrade, and what was issued is still good.
        private static let passing = """
            UPDATE sessions SET created_at = now() - interval '100 h', rotated_at = NULL,
                expires_at = now() + interval '90 d';
            UPDATE mail_tokens SET expires_at = now() + interval '1 h';
            UPDATE reservations SET expires_at = now() + interval '1 h';
            """

        /// A loaded machine is no fault of the code under test.
        private static let patience = [
            "SHIPMATE_HTTP_HANDLER_TIMEOUT_MILLISECONDS=10000", "SHIPMATE_DATABASE_WAIT_MILLISECONDS=8000",
        ]

        @Test func `an installation of b55d2af is upgraded step by step, and keeps all that it issued`()
            async throws
        {
            let database = try await TestDatabase.make()
            try await database.migrate(upTo: Self.former)
            try database.psql(try Self.fixture("data.sql") + Self.passing)
            let clients = try Clients(JSONParser.parse(Array(Self.fixture("clients.json").utf8)))
            let environment =
                database.environment + Self.patience + ["SHIPMATE_LEDGER_KEY=\(clients.ledgerKey)"]
            let install = try ServedInstall(environment: environment)
            defer { install.remove() }
            let statement = "/tmp/shipmate-before-\(UUID()).json"
            try clients.statement.write(toFile: statement, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: statement) }

            _ = try #require(install.output("migrate"))
            try await install.start()
            try expectIssued(clients, TestClient(port: install.port))
            let check = try #require(install.output("check"))
            #expect(check.ranges(of: "made before version 0.9").count == 2, "\(check)")
            #expect(check.contains("not wrapped: SHIPMATE_ROOT_KEY is not set"), "\(check)")
            _ = try install.key("admin")

            let verify = ["ledger", "verify", "--causes", "--statement", statement]
            #expect(install.output(verify)?.contains("shipmate ledger adopt") == true, "\(install.logText)")
            let listed = try #require(install.output("ledger", "adopt"))
            for row in ["held rewards: 1 (50 pieces_of_eight)", "reservations: 1 (30", "merged players: 1"] {
                #expect(listed.contains(row), "\(listed)")
            }
            #expect(listed.contains("admin key") && listed.contains("entries of the audit"))
            _ = try #require(install.output("ledger", "adopt", "--accept"))
            let proved = try #require(install.output(verify))
            #expect(!proved.contains("have no MAC"), "\(proved)")
            try settle(clients, TestClient(port: install.port))
            install.terminate()
            #expect(install.exit(within: 120_000)?.isSuccess == true)

            let rootKey = "SHIPMATE_ROOT_KEY=" + String(repeating: "3c", count: 32)
            let keyed = try ServedInstall(environment: environment + [rootKey])
            defer { keyed.remove() }
            try await keyed.start()
            #expect(keyed.logText.contains("run `shipmate keys wrap`"))
            _ = try #require(keyed.output("keys", "wrap"))
            keyed.terminate()
            #expect(keyed.exit(within: 120_000)?.isSuccess == true)
            #expect(install.output("check") == nil, "without the root key")
            try await keyed.start()
            let client = try TestClient(port: keyed.port)
            _ = try refresh(clients.anne.withLock { $0 }, client)
            _ = try #require(keyed.output(verify))
            for one in [install, keyed] { one.remove() }
            try await database.drop()
        }

        /// Sessions, API keys, passwords and mailed links.
        private func expectIssued(_ clients: Clients, _ client: TestClient) throws {
            let password = "another parrot named Sue"
            try ask(client, "POST", "/v1/password-resets/\(clients.reset)", ["password": .string(password)])
            try ask(
                client, "POST", "/v1/sessions",
                ["email": "ben@example.com", "password": .string(password)])
            let token = try refresh(clients.anne.withLock { $0 }, client)
            clients.anne.withLock { $0 = token.refresh }
            #expect(try client.balance(token: token.access) == 120)
            let carl = try ask(
                client, "POST", "/v1/sessions",
                ["email": "carl@example.com", "password": "a parrot named Sam"])
            #expect(try client.balance(token: TestUser(carl).token) == 7)
            let ledger = try ask(client, "GET", "/v1/admin/ledger/check", token: clients.admin)
            #expect(ledger.json["balanced"] == true)
        }

        /// The rows that were adopted do what they are for.
        private func settle(_ clients: Clients, _ client: TestClient) throws {
            let anne = "users/\(clients.uid)"
            let capture = "/v1/\(anne)/redemptions/\(clients.redemption)/capture"
            try ask(client, "POST", capture, token: clients.server)
            let release = "/v1/admin/\(anne)/rewards/\(clients.held)/release"
            try ask(client, "POST", release, token: clients.admin, ["reason": "They are friends"])
        }

        private func refresh(
            _ token: String, _ client: TestClient
        ) throws -> (access: String, refresh: String) {
            let reply = try ask(client, "POST", "/v1/sessions/refresh", ["refresh_token": .string(token)])
            let user = TestUser(reply)
            return (user.token, user.refreshToken)
        }

        /// Sends a call again after a 503, as an app does.
        @discardableResult
        private func ask(
            _ client: TestClient, _ method: String, _ path: String, token: String = "",
            _ body: JSONValue? = nil
        ) throws -> TestClient.Reply {
            try client.insist(Call(method, path, token: token, body)).required(200)
        }

        private static func fixture(_ name: String) throws -> String {
            let parts = #filePath.split(separator: "/").prefix { $0 != "PromiseTests" }
            let path = "/" + parts.joined(separator: "/") + "/Fixtures/b55d2af/\(name)"
            return try String(contentsOfFile: path, encoding: .utf8)
        }
    }
}

/// What clients of the former version hold.
private struct Clients {
    let admin, server, redemption, held, reset, statement, ledgerKey, uid: String
    /// Her refresh token.
    let anne: Locked<String>

    init(_ json: JSONValue) {
        func text(_ name: String) -> String { json[name]?.string ?? "" }
        (admin, server, redemption) = (text("admin"), text("server"), text("redemption"))
        (held, reset, statement) = (text("held"), text("reset"), text("statement"))
        ledgerKey = text("ledger_key")
        uid = json["anne"]?["uid"]?.string ?? ""
        anne = Locked(json["anne"]?["refresh_token"]?.string ?? "")
    }
}
