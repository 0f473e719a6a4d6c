import Crypto
import EventLoops
import FoundationEssentials
import HTTP
import JSON
import Referrals
import Reporting
import TestSupport
import Testing
import Values

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate users erase` and `users export`, beside a server.
struct EraseUsersTests {
    @Test func `nobody is erased unless it is said that it is meant, and then at once`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com").required(200)
            let name = UserLookup.Name.email(EmailAddress("ben@example.com")!)
            #expect(try await erase(name, isDryRun: true, server) == nil)
            #expect(
                try await erase(name, server) == "nothing was erased: an erasure is permanent, so add --yes")
            #expect(try client.send("GET", "/v1/users/me", token: ben.token).status == 200)
            #expect(try await erase(name, isSure: true, server) == nil)
            let row =
                "SELECT u.email IS NULL AND e.erased_at IS NOT NULL FROM users AS u JOIN erasures AS e USING (uid)"
            #expect(try server.database.psql(row) == "t")
            let audited =
                "SELECT actor LIKE 'command as uid %' FROM audit_entries WHERE action = 'user.erase'"
            #expect(try server.database.psql(audited) == "t")
            #expect(
                try await erase(name, isSure: true, server) == "no user has the e-mail ben@example.com")
        }
    }

    @Test func `the command's file is the one that the app gets`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com").required(200)
            try client.send(
                "PUT", "/v1/admin/users/\(ben.uid)/external-id", token: try await server.key(.server),
                ["external_id": "own-1"]
            ).required(200)
            let uid = try #require(UUID(text: ben.uid).map(UserID.init))
            let names = [
                UserLookup.Name.uid(uid), .email(EmailAddress("ben@example.com")!),
                .externalID(ExternalID("own-1")!),
            ]
            for name in names {
                let file = Locked<[UInt8]>([])
                let failure = try await run(on: server) { configuration, urls, loop in
                    let export = ExportUsers(configuration: configuration, name: name) { piece in
                        file.withLock { $0 += piece }
                        return true
                    }
                    try await export.run(urls, on: loop)
                }
                #expect(failure == nil)
                let theirs = try JSONParser.parse(file.withLock { $0 })
                let mine = try client.send("GET", "/v1/users/me/export", token: ben.token)
                for table in ["uid", "users", "credentials", "events"] {
                    #expect(theirs[table] == mine.json[table], "\(table)")
                }
            }
        }
    }

    private func erase(
        _ name: UserLookup.Name, isDryRun: Bool = false, isSure: Bool = false, _ server: TestServer
    ) async throws -> String? {
        try await run(on: server) { configuration, urls, loop in
            let erase = EraseUsers(
                configuration: configuration, name: name, isDryRun: isDryRun, isSure: isSure)
            try await erase.run(urls, on: loop)
        }
    }

    /// What a command failed with, or nil.
    private func run(
        on server: TestServer,
        _ command: (Configuration, DatabaseURLs, isolated EventLoop) async throws -> Void
    ) async throws -> String? {
        let url = server.database.url
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        do {
            try await command(
                try Configuration(environment: ["DATABASE_URL": url]),
                DatabaseURLs(service: url, owner: url), group.loops[0])
            return nil
        } catch {
            return "\(error)"
        }
    }
}
