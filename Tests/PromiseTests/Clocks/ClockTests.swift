import Accounts
import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// Servers whose machines' clocks are wrong: `libfaketime` sets them, as in `make faults`.
    @Suite struct ClockTests {
        @Test func `servers a day and 30 s apart: sessions go on, and what was rotated stays refused`()
            async throws
        {
            let library = try #require(Self.library, "the package faketime is missing: make packages-test")
            let database = try await TestDatabase.make(template: "shipmate", prepare: TestServer.migrate)
            let servers = try ["+0", "+30s", "-30s", "+1d", "-1d"].map { offset in
                try ServedInstall(
                    environment: database.environment + [
                        "LD_PRELOAD=\(library)", "FAKETIME=\(offset)", "FAKETIME_DONT_FAKE_MONOTONIC=1",
                    ])
            }
            defer { for server in servers { server.remove() } }
            for server in servers { try await server.start() }
            for server in servers { try await server.waitUntilReady() }
            let clients = try servers.map { try TestClient(port: $0.port) }
            for first in clients { try expectSession(from: first, to: clients) }
            for server in servers { server.remove() }
            try await database.drop()
        }

        /// A session begun on one server, carried on by each; its first token is refused by all then.
        private func expectSession(from first: TestClient, to clients: [TestClient]) throws {
            let user = try first.signUp()
            var (access, refresh) = (user.token, user.refreshToken)
            for client in clients {
                #expect(try status(client, access) == 200)
                let session = try refreshed(refresh, client)
                // The reply was lost, and another server is asked.
                #expect(try refreshed(refresh, first)?.refresh == session?.refresh)
                (access, refresh) = (session?.access ?? "", session?.refresh ?? "")
            }
            for client in clients { #expect(try status(client, access) == 200) }
            for client in clients { #expect(try refreshed(user.refreshToken, client) == nil) }
        }

        private func status(_ client: TestClient, _ token: String) throws -> Int {
            try client.send("GET", "/v1/users/me", headers: ["authorization": "Bearer \(token)"]).status
        }

        private func refreshed(
            _ token: String, _ client: TestClient
        ) throws -> (access: String, refresh: String)? {
            let reply = try client.send("POST", "/v1/sessions/refresh", ["refresh_token": .string(token)])
            guard let session = reply.json["session"] else { return nil }
            return (session["access_token"]?.string ?? "", session["refresh_token"]?.string ?? "")
        }

        private static var library: String? {
            Files.names(in: "/usr/lib").map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }
                .first { Files.status($0) != nil }
        }
    }
}
