import TestSupport
import Testing

@testable import shipmate

/// What `shipmate users import` writes into the outbox.
struct ImportChangesTests {
    private static let file = """
        {"users": [
        {"localId": "anne", "email": "anne@example.com", "createdAt": "1508893925001",
          "passwordHash": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
          "salt": "42xEC+ixf3L2lw=="},
        {"localId": "ben", "email": "ben@example.com", "createdAt": "1508893925002", "providerUserInfo": [
          {"providerId": "google.com", "rawId": "117"}, {"providerId": "apple.com", "rawId": "001.a"}]},
        {"localId": "cem", "createdAt": "1508893925003", "providerUserInfo": []},
        {"localId": "taken", "email": "ben@example.com", "createdAt": "1508893925004"}
        ]}
        """

    private static let created = ["anne user.created", "ben user.created", "cem user.created"]
    private static let linked = [
        "anne user.linked external_id", "anne user.linked password", "ben user.linked external_id",
        "ben user.linked google", "ben user.linked apple", "cem user.linked external_id",
    ]

    /// Each user's, in the order of their sequences, which have no gaps.
    private func changes(_ files: AccountFiles) throws -> [String] {
        let rows = try files.server.database.psql(
            """
            SELECT concat_ws(' ', u.external_id, c.type, c.payload ->> 'provider',
                CASE WHEN c.sequence <> row_number() OVER (PARTITION BY c.subject ORDER BY c.position)
                        OR c.occurred_at <> u.created_at OR c.payload ->> 'referred_by' <> ''
                    THEN 'wrong' END)
            FROM changes AS c JOIN users AS u ON u.uid = c.subject ORDER BY u.external_id, c.sequence
            """)
        return rows.split(separator: "\n").map(String.init)
    }

    private func listen(to types: String, _ files: AccountFiles) throws {
        try files.server.database.psql(
            """
            INSERT INTO change_listeners (name, types, expires_at)
            VALUES ('test', '{\(types)}', clock_timestamp() + interval '1 h')
            """)
    }

    private func imports(_ files: AccountFiles, settings: [String: String] = [:]) async throws {
        let failure = try await files.run(settings: settings)
        #expect(failure?.hasPrefix("1 of 4 accounts were not imported") == true, "\(failure ?? "")")
    }

    @Test func `each new user is created, and linked with what it can sign in with, once`() async throws {
        try await AccountFiles.with(Self.file) { files in
            try listen(to: "user.created,user.linked", files)
            for _ in 0..<2 {
                try await imports(files)
                #expect(try Set(changes(files)) == Set(Self.created + Self.linked))
                #expect(try changes(files).count == Self.created.count + Self.linked.count)
            }
        }
    }

    @Test func `only types with a listener are written`() async throws {
        try await AccountFiles.with(Self.file) { files in
            try listen(to: "user.created,balance.changed", files)
            try await imports(files)
            #expect(try changes(files) == Self.created)
        }
    }

    @Test func `a feed that is on has all`() async throws {
        try await AccountFiles.with(Self.file) { files in
            try await imports(files, settings: ["SHIPMATE_CHANGES": "on"])
            #expect(try changes(files).count == Self.created.count + Self.linked.count)
        }
    }

    @Test func `without a listener nothing is written`() async throws {
        try await AccountFiles.with(Self.file) { files in
            try await imports(files)
            #expect(try files.server.database.psql("SELECT count(*) FROM changes") == "0")
        }
    }
}
