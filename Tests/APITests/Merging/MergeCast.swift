import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// An account, and an anonymous player on another device who turns out to be the same person.
struct MergeCast {
    let server: TestServer
    let client: TestClient
    let admin: String
    let back: String

    init(_ server: TestServer) async throws {
        self.server = server
        client = try server.client
        admin = try await server.key(.admin)
        back = try await server.key(.server)
    }

    func account(_ name: String, referredBy: String? = nil) throws -> TestUser {
        var user = try client.signUp(referredBy: referredBy)
        try client.link(&user, email: "\(name)@example.com").required(200)
        return user
    }

    func merge(_ player: String, into name: String, password: String = TestClient.password) throws
        -> TestClient.Reply
    {
        try client.send(
            "POST", "/v1/sessions",
            [
                "email": .string("\(name)@example.com"), "password": .string(password),
                "merge": .string(player),
            ])
    }

    func balance(of uid: String) throws -> Int64 {
        try client.get("/v1/users/\(uid)/balances", token: back).json["balances"]?["pieces_of_eight"]?
            .integer ?? 0
    }

    func inspect(_ user: TestUser) throws -> JSONValue {
        try client.get("/v1/admin/users/\(user.uid)", token: admin).required(200).json
    }

    func expectSoundBooks(_ location: SourceLocation = #_sourceLocation) throws {
        let check = try client.get("/v1/admin/ledger/check", token: admin)
        #expect(check.json["balanced"] == true, "\(check.text)", sourceLocation: location)
        let own = try server.database.psql(
            """
            WITH m AS MATERIALIZED (TABLE merges)
            SELECT count(*) FROM rewards AS r LEFT JOIN m AS b ON b.uid = r.uid
            LEFT JOIN m AS s ON s.uid = r.subject
            WHERE r.role = 'referrer' AND r.status IN ('paid', 'held')
                AND coalesce(b.account, r.uid) = coalesce(s.account, r.subject)
            """)
        #expect(own == "0", "somebody was paid for itself", sourceLocation: location)
    }

    /// Waits until what came in for the old uid has been looked for once more, as a minute later.
    func settle() async throws {
        try server.database.tamper(
            "merges", set: "merged_at = merged_at - interval '2 minutes', due_at = now()")
        let open = "SELECT count(*) FROM merges WHERE due_at IS NOT NULL"
        #expect(try await eventually { try server.database.psql(open) == "0" })
    }
}

func expectMerged(
    _ reply: TestClient.Reply, into uid: String, _ location: SourceLocation = #_sourceLocation
) {
    #expect(
        reply.status == 410 && reply.problem == "merged" && reply.json["uid"]?.string == uid,
        "\(reply.text)", sourceLocation: location)
}
