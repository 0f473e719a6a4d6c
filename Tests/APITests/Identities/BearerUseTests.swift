import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// The hours in which an issuer's tokens are used are recorded: recovery goes by them.
struct BearerUseTests {
    private func hour(_ database: TestDatabase) throws -> String {
        try database.psql("SELECT extract(epoch FROM used_at)::bigint FROM external_id_uses")
    }

    @Test func `a sign-up records the id, and further calls within the hour write nothing`() async throws {
        try await IdentityCast.with(isBearer: true) { cast in
            let token = try cast.issuer.token(of: "ben")
            try cast.make(token).required(201)
            let database = cast.server.database
            let row = try database.psql("SELECT xmin, e.* FROM external_id_uses AS e")
            #expect(row.contains("|ben|"))
            for _ in 0..<8 {
                let other = try cast.issuer.token(of: "ben", #","jti":"\#(newID())""#)
                expect(try cast.server.client.get("/v1/users/me", token: other), 200)
            }
            #expect(try database.psql("SELECT xmin, e.* FROM external_id_uses AS e") == row)
        }
    }

    @Test func `an account that its back end makes has none, until a token is accepted`() async throws {
        try await IdentityCast.with(isBearer: true) { cast in
            let key = try await cast.server.key(.server)
            try cast.client.send("POST", "/v1/users", token: key, ["external_id": "ben"]).required(201)
            #expect(try hour(cast.server.database) == "")
            expect(try cast.me(try cast.issuer.token(of: "ben")), 200)
            #expect(try hour(cast.server.database) != "")
        }
    }

    @Test func `a cached token's later hour is written behind the reply`() async throws {
        try await moveToBlockingThread()
        let issuer = try TestIssuer(keys: "rsa-1")
        try await TestDatabase.withSchema { database in
            try database.makeClockMovable()
            var options = TestServer.Options()
            options.providers = [issuer.provider(isBearer: true)]
            let server = try await TestServer.start(on: database, options)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await pass(issuer, server)) } catch { outcome = .failure(error) }
            await server.stop()
            try outcome.get()
        }
    }

    /// A checked token is cached for five minutes, over the end of an hour.
    private func pass(_ issuer: TestIssuer, _ server: TestServer) async throws {
        let (client, database) = (try server.client, server.database)
        let claims = TestIssuer.claims(of: "ben", lasting: 36_000)
        let token = try issuer.tokens([TestIssuer.Order(claims)])[0]
        let now = "pg_catalog.clock_timestamp()"
        let ahead = try database.psql("SELECT date_trunc('hour', \(now)) + interval '118 min' - \(now)")
        try database.moveClock(by: ahead)
        try client.send("POST", "/v1/users", token: token, [:]).required(201)
        let first = try #require(
            Int(database.psql("SELECT extract(epoch FROM date_trunc('hour', \(now)))::bigint + 3600")))
        func uses(_ expected: Int) async throws -> Bool {
            try await eventually {
                try client.get("/v1/users/me", token: token).required(200)
                return try hour(database) == "\(expected)"
            }
        }
        #expect(try await uses(first))
        let later = try database.psql("SELECT interval '\(ahead)' + interval '150 s'")
        try database.moveClock(by: later)
        #expect(try await uses(first + 3_600))
    }
}
