import Accounts
import Batching
import Crypto
import EventLoops
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.DuringOutages {
    /// PostgreSQL falls silent or goes away: every caller hears of it in time, and service resumes by itself.
    @Suite struct OutageTests {
        private struct Told: Sendable {
            let route: String
            let status: Int
            let retryAfter: String?
            let milliseconds: Int
        }

        @Test func `a frozen PostgreSQL is a 503 in time on every route that needs it`() async throws {
            try await withServerOfItsOwn { server, cluster in
                let calls = try await callsThatNeedTheDatabase(server)
                try await cluster.whileFrozen {
                    // At first nothing but the silence tells; later the silence is known.
                    for _ in 0..<2 {
                        let told = try await ask(calls, of: server)
                        for reply in told {
                            #expect(reply.status == 503, "\(reply.route)")
                            #expect(reply.retryAfter == "1", "\(reply.route)")
                            #expect(reply.milliseconds < 4_500, "\(reply.route): \(reply.milliseconds) ms")
                        }
                        #expect(try server.client.send("GET", "/health/live").status == 200)
                        // Once a second, as long as the outage lasts.
                        try await Task.sleep(for: .seconds(1))
                    }
                    #expect(try server.client.send("GET", "/health/ready").status == 503)
                }
                try await expectService(of: server)
            }
        }

        /// Their calls have more time where others vouch, whose keys may have to be fetched.
        @Test func `who signs in or leaves hears of it in time, though a connection is free`() async throws {
            let issuer = try TestIssuer(keys: "rsa-1")
            let token = JSONValue.string(try issuer.token(of: "anne"))
            try await withServerOfItsOwn(providers: [issuer.provider("google")]) { server, cluster in
                let user = try signUp(server.client)
                let path = "/v1/users/me/identities/google"
                let linking = Call("PUT", path, token: user.token, ["id_token": token])
                try server.client.insist(linking).required(200)
                let password = JSONMember("password", .string(TestClient.password))
                let calls = [
                    Call(
                        "POST", "/v1/sessions", token: "",
                        .object([JSONMember("email", "ben@example.com"), password])),
                    Call("DELETE", "/v1/users/me", token: user.token, .object([password])),
                    Call("POST", "/v1/sessions", token: "", ["provider": "google", "id_token": token]),
                    linking,
                ]
                try await cluster.whileFrozen {
                    for call in calls {
                        let reply = try await ask([call], of: server)[0]
                        #expect(reply.status == 503, "\(reply.route)")
                        #expect(reply.milliseconds < 4_500, "\(reply.route): \(reply.milliseconds) ms")
                    }
                }
            }
        }

        @Test func `a PostgreSQL that stops and starts again is served from again`() async throws {
            try await withServerOfItsOwn { server, cluster in
                for _ in 0..<3 {
                    try cluster.stop()
                    #expect(
                        try await eventually { try server.client.send("GET", "/health/ready").status == 503 })
                    let began = MonotonicInstant.now
                    #expect(try server.client.send("POST", "/v1/users", [:]).status == 503)
                    #expect(MonotonicInstant.now.milliseconds(since: began) < 4_500)
                    #expect(try server.client.send("GET", "/health/live").status == 200)
                    try cluster.start()
                    try await expectService(of: server)
                }
            }
        }

        /// A server with the limits that `serve` has, on a cluster that no other test needs.
        private func withServerOfItsOwn(
            providers: [IdentityProvider] = [], _ body: (TestServer, TestCluster) async throws -> Void
        ) async throws {
            var cluster = TestCluster.Options()
            cluster.isDurable = true
            let own = try TestCluster(cluster)
            let database = try await TestDatabase.make(on: own)
            try await TestServer.migrate(database.url)
            var options = TestServer.Options()
            options.providers = providers
            options.coalescer.waitMilliseconds = 900
            options.http.handlerTimeoutMilliseconds = 900
            options.isPatient = false
            // Who is told in time isn't told by a silence that was noticed.
            options.replyMilliseconds = 8_000
            let server = try await TestServer.start(on: database, options)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(server, own)) } catch { outcome = .failure(error) }
            await server.stop()
            try outcome.get()
        }

        private func signUp(_ client: TestClient) throws -> TestUser {
            TestUser(try client.insist(Call("POST", "/v1/users", token: "x", [:])))
        }

        private func callsThatNeedTheDatabase(_ server: TestServer) async throws -> [Call] {
            let user = try signUp(server.client)
            let uid = user.uid
            let (key, admin) = (try await server.key(.server), try await server.key(.admin))
            let admins = ["", "/balances", "/ledger", "/referrals", "/events", "/decisions"].map {
                Call("GET", "/v1/admin/users/\(uid)\($0)", token: admin)
            }
            let mine = ["", "/balances", "/ledger", "/referrals"].map {
                Call("GET", "/v1/users/me\($0)", token: user.token)
            }
            let credential: JSONValue = [
                "email": "ben@example.com", "password": .string(TestClient.password),
            ]
            let calls =
                mine + admins + [
                    levelCall(5, token: user.token, id: newID()),
                    Call(
                        "POST", "/v1/events/batch", token: key,
                        [
                            "events": [
                                [
                                    "id": .string(newID()), "type": "level_reached", "level": 5,
                                    "uid": .string(uid),
                                ]
                            ]
                        ]),
                    postingCall(5, of: uid, key: admin), postingCall(-5, of: uid, key: key),
                    Call("POST", "/v1/users", token: "", [:]),
                    Call("POST", "/v1/sessions", token: "", credential),
                    Call(
                        "POST", "/v1/sessions/refresh", token: "",
                        ["refresh_token": .string(user.refreshToken)]),
                    Call("PUT", "/v1/users/me/credential", token: user.token, credential),
                    Call(
                        "PUT", "/v1/users/me/referrer", token: user.token, ["referred_by": .string(newID())]),
                    Call("DELETE", "/v1/sessions/current", token: user.token),
                    Call("GET", "/v1/admin/users", token: admin),
                ]
            // The keys are known from now on, as they are on a server that has run for a while.
            for port in [server.port, server.port] {
                let client = try TestClient(port: port)
                _ = try client.insist(Call("GET", "/v1/admin/users", token: admin))
                _ = try client.insist(postingCall(-5, of: uid, key: key))
            }
            return calls
        }

        private func ask(_ calls: [Call], of server: TestServer) async throws -> [Told] {
            try await Crowd.run(calls.count) { number in
                let call = calls[number]
                let client = try TestClient(port: server.port)
                let began = MonotonicInstant.now
                let reply = try client.send(
                    call.method, call.path, token: call.token.isEmpty ? nil : call.token, call.body)
                // A batch is 200, and says of each event how it went.
                let isBatch = call.path.hasSuffix("batch") && reply.status == 200
                return Told(
                    route: "\(call.method) \(call.path)",
                    status: isBatch
                        ? Int(reply.json["results"]?[0]?["status"]?.integer ?? 0) : reply.status,
                    retryAfter: isBatch ? "1" : reply[header: "retry-after"],
                    milliseconds: MonotonicInstant.now.milliseconds(since: began))
            }
        }

        private func expectService(of server: TestServer) async throws {
            #expect(try await eventually { try server.client.send("GET", "/health/ready").status == 200 })
            let client = try server.client
            let anne = try signUp(client)
            let call = Call("POST", "/v1/users", token: "x", ["referred_by": .string(anne.code)])
            let ben = TestUser(try client.insist(call))
            #expect(try client.insist(levelCall(5, token: ben.token, id: newID())).status == 200)
            let balances = try client.insist(Call("GET", "/v1/users/me/balances", token: anne.token))
            #expect(balances.json["balances"]?["pieces_of_eight"] == 50)
        }

    }
}
