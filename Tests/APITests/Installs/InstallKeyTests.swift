import JSON
import TestSupport
import Testing

/// Sessions that are bound to the key of an install.
struct InstallKeyTests {
    private func with(
        _ body: (TestServer, TestClient, TestInstall, TestInstall) async throws -> Void
    ) async throws {
        let installs = try TestInstall.make(2)
        try await TestServer.with { server in
            try await body(server, try server.client, installs[0], installs[1])
        }
    }

    @Test func `a refresh needs a proof, and a refused one changes nothing`() async throws {
        try await with { _, client, install, other in
            let user = try client.signUp(with: install)
            let token = user.refreshToken
            let path = "/v1/sessions/refresh"
            func problem(_ proof: String?) throws -> String? {
                let reply = try client.refresh(token, proof: proof)
                #expect(reply.status == 401)
                return reply.problem
            }
            #expect(try problem(nil) == "install-proof-required")
            var elsewhere = TestInstall.Claims()
            elsewhere.host = "relay.example"
            for proof in [
                try other.proof("POST", path, of: token), try install.proof("PUT", path, of: token),
                try install.proof("POST", "/v1/sessions", of: token),
                try install.proof("POST", path, of: user.token), try install.proof("POST", path, of: nil),
                try install.proof("POST", path, of: token, elsewhere), "a.b.c",
            ] {
                #expect(try problem(proof) == "install-proof-wrong")
            }
            let good = try install.proof("POST", path, of: token)
            expect(try client.refresh(token, proof: good), 200)
            #expect(try problem(good) == "install-proof-wrong")
        }
    }

    @Test func `a wrong clock gets the time, and a nonce that counts in its place`() async throws {
        try await with { _, client, install, _ in
            let token = try client.signUp(with: install).refreshToken
            var claims = TestInstall.Claims()
            for seconds in [-3_600, 3_600] as [Int64] {
                claims.secondsAhead = seconds
                claims.nonce = nil
                let path = "/v1/sessions/refresh"
                let reply = try client.refresh(token, proof: install.proof("POST", path, of: token, claims))
                expectProblem(reply, 401, "install-proof-time")
                #expect(reply.json["server_time"]?.string?.isEmpty == false)
                claims.nonce = reply.json["nonce"]?.string
                claims.id += "-again"
                expect(try client.refresh(token, proof: install.proof("POST", path, of: token, claims)), 200)
                claims.nonce = "AAAA"
                claims.id += "-invented"
                let invented = try client.refresh(
                    token, proof: install.proof("POST", path, of: token, claims))
                #expect(invented.problem == "install-proof-time")
            }
        }
    }

    @Test func `any token of the session gets a successor, however old and seen`() async throws {
        try await with { server, client, install, _ in
            let user = try client.signUp(with: install)
            var tokens = [user.refreshToken]
            for _ in 0..<3 {
                let reply = try client.refresh(tokens.last ?? "", by: install).required(200)
                tokens.append(reply.json["session"]?["refresh_token"]?.string ?? "")
                let access = reply.json["session"]?["access_token"]?.string
                expect(try client.get("/v1/users/me", token: access), 200)
            }
            try server.database.psql("UPDATE sessions SET rotated_at = now() - interval '30 d'")
            // As after a restored backup; and the reply is lost once.
            let first = try client.refresh(tokens[0], by: install).required(200)
            let again = try client.refresh(tokens[0], by: install).required(200)
            #expect(first.json["session"]?["refresh_token"] == again.json["session"]?["refresh_token"])
            expect(
                try client.refresh(again.json["session"]?["refresh_token"]?.string ?? "", by: install), 200)
        }
    }

    @Test func `a known key returns its anonymous user, and leaves an account`() async throws {
        try await with { server, client, install, _ in
            let user = try client.signUp(with: install)
            let again = try client.signUp(with: install)
            #expect(again.uid == user.uid)
            expectProblem(try client.refresh(again.refreshToken), 401, "install-proof-required")
            let reply = try client.link(user, by: install, email: "ben@example.com").required(200)
            #expect(reply.json["user"]?["uid"]?.string == user.uid)
            // The new session is bound too.
            let session = TestUser(reply)
            expectProblem(try client.refresh(session.refreshToken), 401, "install-proof-required")
            expect(try client.refresh(session.refreshToken, by: install), 200)
            let second = try client.signUp(with: install)
            #expect(second.uid != user.uid)
            #expect(try client.signUp(with: install).uid == second.uid)
            #expect(try server.database.psql("SELECT count(*) FROM install_keys") == "1")
        }
    }

    @Test func `concurrent sign-ups with one key make one user`() async throws {
        try await with { server, _, install, _ in
            let clients = try (0..<6).map { _ in try server.client }
            for client in clients { try client.post("POST", "/v1/users", ["install_key": install.key]) }
            let users = try clients.map { TestUser(try $0.reply().required(201)) }
            #expect(Set(users.map(\.uid)).count == 1)
        }
    }

    @Test func `an Idempotency-Key binds to its user's key, and takes no other`() async throws {
        try await with { _, client, install, other in
            let headers = ["Idempotency-Key": "an-install-secret-of-32-letters"]
            let plain = TestUser(try client.send("POST", "/v1/users", headers: headers, [:]).required(201))
            let bound = try client.send("POST", "/v1/users", headers: headers, ["install_key": install.key])
            #expect(TestUser(try bound.required(201)).uid == plain.uid)
            // Sessions from before are bound, too.
            expectProblem(try client.refresh(plain.refreshToken), 401, "install-proof-required")
            expect(try client.refresh(plain.refreshToken, by: install), 200)
            let without = TestUser(try client.send("POST", "/v1/users", headers: headers, [:]).required(201))
            #expect(without.uid == plain.uid)
            expectProblem(try client.refresh(without.refreshToken), 401, "install-proof-required")
            expect(try client.refresh(without.refreshToken, by: install), 200)
            let foreign = try client.send("POST", "/v1/users", headers: headers, ["install_key": other.key])
            expectProblem(foreign, 409, "install-key-mismatch")
        }
    }

    @Test func `an anonymous user proves its first credential, a merge and its deletion`() async throws {
        try await with { _, client, install, other in
            let user = try client.signUp(with: install)
            let credential = "/v1/users/me/credential"
            for (proof, problem) in [
                (nil, "proof-required"),
                (try other.proof("PUT", credential, of: user.token), "proof-wrong"),
                (try install.proof("PUT", credential, of: user.refreshToken), "proof-wrong"),
            ] {
                let reply = try client.link(user, proof: proof, email: "ben@example.com")
                expectProblem(reply, 403, problem)
            }
            expect(try client.link(user, by: install, email: "ben@example.com"), 200)

            let player = try client.signUp(with: install)
            func merge(_ proof: String?) throws -> TestClient.Reply {
                try client.send(
                    "POST", "/v1/sessions",
                    [
                        "email": "ben@example.com", "password": .string(TestClient.password),
                        "merge": .string(player.token),
                        "install_proof": proof.map { .string($0) } ?? .null,
                    ])
            }
            #expect(try merge(nil).problem == "proof-required")
            let proof = try install.proof("POST", "/v1/sessions", of: player.token)
            #expect(try merge(proof).required(200).json["user"]?["uid"]?.string == user.uid)

            let third = try client.signUp(with: install)
            #expect(third.uid != player.uid)
            let me = "/v1/users/me"
            #expect(try client.send("DELETE", me, token: third.token).problem == "proof-required")
            let leave = try install.proof("DELETE", me, of: third.token)
            expect(try client.send("DELETE", me, token: third.token, ["install_proof": .string(leave)]), 202)
            // From the reply on, before the user is erased.
            #expect(try client.signUp(with: install).uid != third.uid)
        }
    }

    @Test func `a sign-in binds its session; sign-out ends it, and not an anonymous user's key`() async throws
    {
        try await with { _, client, install, _ in
            var account = try client.signUp()
            try client.link(&account, email: "anne@example.com").required(200)
            let signIn = try client.send(
                "POST", "/v1/sessions",
                [
                    "email": "anne@example.com", "password": .string(TestClient.password),
                    "install_key": install.key,
                ])
            let session = TestUser(try signIn.required(200))
            expectProblem(try client.refresh(session.refreshToken), 401, "install-proof-required")
            expect(try client.refresh(session.refreshToken, by: install), 200)

            let player = try client.signUp(with: install)
            expect(try client.send("DELETE", "/v1/users/me/sessions", token: player.token), 204)
            let refused = try client.refresh(player.refreshToken, by: install)
            expectProblem(refused, 401, "unauthenticated")
            #expect(try client.signUp(with: install).uid == player.uid)
        }
    }

    @Test func `a proof at sign-up is optional, and never wrong`() async throws {
        try await with { _, client, install, other in
            func signUp(_ proof: String) throws -> TestClient.Reply {
                try client.send(
                    "POST", "/v1/users", ["install_key": install.key, "install_proof": .string(proof)])
            }
            let good = try install.proof("POST", "/v1/users", of: nil)
            expect(try signUp(good), 201)
            expectProblem(try signUp(good), 403, "proof-wrong")
            expectProblem(try signUp(try other.proof("POST", "/v1/users", of: nil)), 403, "proof-wrong")
        }
    }

    @Test func `no other kind of key is taken`() async throws {
        try await with { _, client, install, _ in
            let x = install.key["x"] ?? .null
            for (key, mistake) in [
                (["kty": "EC", "crv": "P-256", "x": x, "y": x], "/install_key invalid"),
                (["kty": "RSA", "crv": "P-256", "x": x, "y": x], "/install_key/kty invalid"),
                (["kty": "EC", "crv": "P-384", "x": x, "y": x], "/install_key/crv invalid"),
                (["kty": "EC", "crv": "P-256", "x": x], "/install_key/y required"),
                (["kty": "EC", "crv": "P-256", "x": x, "y": x, "d": x], "/install_key/d unknown_field"),
            ] as [(JSONValue, String)] {
                let reply = try client.send("POST", "/v1/users", ["install_key": key])
                expectProblem(reply, 422, "validation")
                #expect(reply.mistakes.contains(mistake), "\(reply.mistakes)")
            }
        }
    }
}

extension TestClient {
    fileprivate func signUp(with install: TestInstall) throws -> TestUser {
        TestUser(try send("POST", "/v1/users", ["install_key": install.key]).required(201))
    }

    fileprivate func refresh(_ token: String, proof: String? = nil) throws -> Reply {
        try send(
            "POST", "/v1/sessions/refresh",
            ["refresh_token": .string(token), "install_proof": proof.map { .string($0) } ?? .null])
    }

    fileprivate func refresh(_ token: String, by install: TestInstall) throws -> Reply {
        try refresh(token, proof: install.proof("POST", "/v1/sessions/refresh", of: token))
    }

    fileprivate func link(_ user: TestUser, proof: String?, email: String) throws -> Reply {
        try send(
            "PUT", "/v1/users/me/credential", token: user.token,
            [
                "email": .string(email), "password": .string(Self.password),
                "install_proof": proof.map { .string($0) } ?? .null,
            ])
    }

    fileprivate func link(_ user: TestUser, by install: TestInstall, email: String) throws -> Reply {
        try link(
            user, proof: install.proof("PUT", "/v1/users/me/credential", of: user.token), email: email)
    }
}
