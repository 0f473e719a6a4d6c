import HTTP
import JSON
import Migrations
import Postgres
import TestSupport
import Testing

/// An installation from before the root secret keeps all that it has issued.
@Suite struct RootSecretUpgradeTests {
    /// What the version before wrote on its first day: one sign-up under an Idempotency-Key, and its invite.
    private static let rows = """
        INSERT INTO signing_keys VALUES (1,
            '\\x14b973e9c50ce33ac122ce8df847e714332acead6dd2fcf9fcc3dd1b4df0617b', now() - interval '1 h');
        INSERT INTO users VALUES ('01a2015b-1e10-706f-83a0-cb64108ab317', 'ZG36Z1NY60', NULL, NULL, NULL, NULL,
            NULL, 0, 0, '{}', '{}', 0, 0, 0, NULL, NULL, now());
        INSERT INTO referral_codes VALUES ('ZG36Z1NY60', '01a2015b-1e10-706f-83a0-cb64108ab317');
        INSERT INTO sessions VALUES ('01a2015b-1e10-706f-83a0-cb64108ab317',
            '01a2015b-1e10-7070-ab4e-f8b9fba729f3',
            '\\xa0260932d37769053a5b086cac2c4181e4abf2051348c3504fa8c287bc48991b', NULL, NULL, now(),
            now() + interval '90 d');
        INSERT INTO sign_up_keys VALUES (
            '\\x444abff085dea5d1e8be40592dff85e7c8f7f090db86e1c8bc4cedb1d89bec68',
            '01a2015b-1e10-706f-83a0-cb64108ab317', now());
        INSERT INTO links VALUES ('1J9D85QXmiU2rHCk1',
            'https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3DZG36Z1NY60\
        &apn=com.example.game&ibi=com.example.game&isi=1234567890&ius=examplegame', NULL, '{}', NULL, NULL,
            NULL, '{}', false, NULL, '01a2015b-1e10-706f-83a0-cb64108ab317', NULL, now(), NULL);
        """
    private static let uid = "01a2015b-1e10-706f-83a0-cb64108ab317"
    private static let refreshToken =
        "rt_AaIBWx4QcG-DoMtkEIqzFwGiAVseEHBwq074ufunKfN6jQVgpSgwr-VfshwFeDGCjTP30w6uf8DzPY4qPw2NPA"
    private static let keyID = "fHpBj3cbvA4eWN5daDlQSo6M9FGngFsyn43i-RDvR7s"

    @Test func `an upgraded installation keeps its sessions, keys and invites, also after a rotation`()
        async throws
    {
        let database = try await TestDatabase.make()
        try await database.migrate(upTo: 9)
        try database.psql(Self.rows)
        try await database.migrate(upTo: Migrations.all.count)
        let server = try await TestServer.start(on: database, .links)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await expectKept(on: server))
        } catch {
            outcome = .failure(error)
        }
        await server.stop()
        try await database.drop()
        try outcome.get()
    }

    private func expectKept(on server: TestServer) async throws {
        let client = try server.client
        #expect(try client.send("GET", "/.well-known/jwks.json").text.contains(Self.keyID))
        var token = try refresh(Self.refreshToken, client)
        for _ in 0..<2 {
            let user = try client.send("GET", "/v1/users/me", token: token.access).required(200)
            #expect(user.json["user"]?["uid"]?.string == Self.uid, "\(user.text)")
            let headers = ["Idempotency-Key": "a-key-of-the-version-before"]
            let repeated = try client.send("POST", "/v1/users", headers: headers, [:]).required(201)
            #expect(TestUser(repeated).uid == Self.uid)
            // 200, not 201: the link is there.
            #expect(try client.invite(token: token.access).required(200).code == "1J9D85QXmiU2rHCk1")
            _ = try await server.rotateSigningKey()
            token = try refresh(token.refresh, client)
        }
    }

    private func refresh(
        _ text: String, _ client: TestClient
    ) throws -> (access: String, refresh: String) {
        let reply = try client.send(
            "POST", "/v1/sessions/refresh", ["refresh_token": .string(text)]
        ).required(200)
        let session = reply.json["session"]
        return (session?["access_token"]?.string ?? "", session?["refresh_token"]?.string ?? "")
    }
}
