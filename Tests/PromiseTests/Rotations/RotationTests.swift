import EventLoops
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

@testable import shipmate

extension Promises.UnderLoad {
    /// Another signing key ends nothing that was issued, and nobody notices when it comes.
    @Suite struct RotationTests {
        private static let clients = 4
        private static let callsBetween = 60

        @Test
        func `rotations and wrapping under load, two processes: no request fails, all issued is good`()
            async throws
        {
            let database = try await TestDatabase.make(template: "shipmate", prepare: TestServer.migrate)
            let rootKey = "SHIPMATE_ROOT_KEY=" + String(repeating: "7b", count: 32)
            let servers = try (0..<2).map { _ in
                try ServedInstall(environment: database.environment + [rootKey])
            }
            defer { for server in servers { server.remove() } }
            for server in servers { try await server.start() }
            for server in servers { try await server.waitUntilReady() }
            // As an installation from before root keys.
            _ = try #require(servers[0].output("keys", "unwrap"))
            #expect(try storedBytes(in: database) == "32")
            let ports = servers.map(\.port)
            let issued = try Issued(on: ports[0], readKey: try servers[0].key("read"))
            let load = TokenLoad(ports)
            var keyIDs = [try keyID(of: issued.user.token)]
            try await load.during(clients: Self.clients) {
                for action in ["rotate-signing", "wrap", "rotate-signing"] {
                    try await load.waitForCalls(Self.callsBetween)
                    let keyID = try #require(servers[0].output("keys", action))
                    keyIDs.insert(String(keyID.prefix { $0 != "\n" }), at: 0)
                    let newest = keyIDs[0]
                    let isUsed = try await soon {
                        try ports.allSatisfy {
                            try self.keyID(of: TestClient(port: $0).signUp().token) == newest
                        }
                    }
                    #expect(isUsed, "within a second")
                }
                try await load.waitForCalls(Self.callsBetween)
            }
            #expect(load.odd == [])
            #expect(try storedBytes(in: database) == "72")
            for port in ports {
                #expect(try keySet(on: port) == keyIDs)
                try issued.expectGood(on: port)
            }
            try await expectRetirement(of: issued, leaving: keyIDs[0], on: ports, in: database)
            _ = try #require(servers[0].output("keys", "unwrap"))
            for port in ports { try issued.expectGood(on: port, isTokenGood: false) }
            for server in servers { server.remove() }
            try await database.drop()
        }

        /// How long each stored secret is.
        private func storedBytes(in database: TestDatabase) throws -> String {
            try database.psql(
                """
                SELECT string_agg(DISTINCT length::text, ',') FROM (SELECT octet_length(secret) AS length
                    FROM root_secret UNION ALL SELECT octet_length(seed) FROM signing_keys) AS stored
                """)
        }

        /// When the former keys' time is over they are in no key set, and what they signed is refused; what
        /// doesn't depend on them goes on.
        private func expectRetirement(
            of issued: Issued, leaving keyID: String, on ports: [UInt16], in database: TestDatabase
        ) async throws {
            try database.psql(
                "UPDATE signing_keys SET retires_at = clock_timestamp() WHERE retires_at IS NOT NULL")
            for port in ports {
                // Each loop hears of it by itself.
                let isRefused = try await eventually {
                    try keySet(on: port) == [keyID]
                        && (0..<ServedInstall.loops).allSatisfy { _ in
                            let client = try TestClient(port: port)
                            return try client.send("GET", "/v1/users/me", token: issued.user.token).status
                                == 401
                        }
                }
                #expect(isRefused)
                try issued.expectGood(on: port, isTokenGood: false)
            }
        }

        private func keySet(on port: UInt16) throws -> [String] {
            let keys = try TestClient(port: port).send("GET", "/.well-known/jwks.json").json["keys"]
            return (keys?.array ?? []).compactMap { $0["kid"]?.string }
        }

        private func keyID(of token: String) throws -> String {
            let header = String(token.prefix { $0 != "." })
            let standard = header.replacing("-", with: "+").replacing("_", with: "/")
            let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
            let bytes = try #require(Data(base64Encoded: standard + padding))
            return try #require(try JSONParser.parse([UInt8](bytes))["kid"]?.string)
        }
    }
}

/// What somebody had before the rotations.
private final class Issued: Sendable {
    private static let key = "before-the-rotations"

    let user: TestUser
    private let readKey: String
    private let inviteCode: String
    private let refreshToken: Locked<String>

    init(on port: UInt16, readKey: String) throws {
        let client = try TestClient(port: port)
        let headers = ["Idempotency-Key": Self.key]
        user = TestUser(try client.send("POST", "/v1/users", headers: headers, [:]).required(201))
        self.readKey = readKey
        inviteCode = try client.invite(token: user.token).required(201).code
        refreshToken = Locked(user.refreshToken)
    }

    func expectGood(on port: UInt16, isTokenGood: Bool = true) throws {
        let client = try TestClient(port: port)
        try client.send("GET", "/v1/users/me", token: user.token).required(isTokenGood ? 200 : 401)
        try client.send("GET", "/v1/admin/stats", token: readKey).required(200)
        let headers = ["Idempotency-Key": Self.key]
        let again = TestUser(try client.send("POST", "/v1/users", headers: headers, [:]).required(201))
        #expect(again.uid == user.uid)
        let old = refreshToken.withLock { $0 }
        let session = try client.send(
            "POST", "/v1/sessions/refresh", ["refresh_token": .string(old)]
        ).required(200).json["session"]
        refreshToken.withLock { $0 = session?["refresh_token"]?.string ?? "" }
        let token = session?["access_token"]?.string ?? ""
        #expect(try client.invite(token: token).required(200).code == inviteCode)
    }
}

/// Clients that take each token, as soon as they have it, to the process that didn't make it.
private final class TokenLoad: Sendable {
    private let ports: [UInt16]
    private let isStopping = Locked(false)
    private let calls = Locked(0)
    private let oddities = Locked<[String]>([])

    init(_ ports: [UInt16]) {
        self.ports = ports
    }

    /// Answers that no client should ever see.
    var odd: [String] { oddities.withLock { $0 } }

    /// Runs clients meanwhile, and ends when `body` has and they have.
    func during(clients: Int, _ body: () async throws -> Void) async throws {
        async let running: [Void] = Crowd.run(clients) { try self.play($0) }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        isStopping.withLock { $0 = true }
        _ = try await running
        try outcome.get()
    }

    func waitForCalls(_ count: Int) async throws {
        let target = calls.withLock { $0 } + count
        try #require(
            await eventually(seconds: 180) { calls.withLock { $0 } >= target }, "no progress under load")
    }

    private func play(_ number: Int) throws {
        let here = try TestClient(port: ports[number % 2])
        let there = try TestClient(port: ports[(number + 1) % 2])
        while !isStopping.withLock({ $0 }) {
            let user = TestUser(note(try here.send("POST", "/v1/users", [:]), 201))
            note(try there.send("GET", "/v1/users/me", token: user.token), 200)
            let call = levelCall(5, token: user.token, id: newID())
            note(try there.send(call.method, call.path, token: call.token, call.body), 200)
            let refresh: JSONValue = ["refresh_token": .string(user.refreshToken)]
            let reply = note(try there.send("POST", "/v1/sessions/refresh", refresh), 200)
            let token = reply.json["session"]?["access_token"]?.string ?? ""
            note(try here.send("GET", "/v1/users/me", token: token), 200)
        }
    }

    @discardableResult
    private func note(_ reply: TestClient.Reply, _ status: Int) -> TestClient.Reply {
        if reply.status == status {
            calls.withLock { $0 += 1 }
        } else {
            oddities.withLock { $0.append("\(reply.status) \(reply.text)") }
        }
        return reply
    }
}
