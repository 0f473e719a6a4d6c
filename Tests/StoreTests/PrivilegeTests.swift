import TestSupport
import Testing

/// History is added to and never rewritten: the service has no right to, and triggers refuse the owner.
@Suite struct PrivilegeTests {
    private static let history = ["ledger_entries", "events", "audit_entries"]
    private static let rewriting =
        history.flatMap { table in
            ["UPDATE \(table) SET uid = uid", "DELETE FROM \(table)", "TRUNCATE \(table)"]
        } + ["DELETE FROM rewards", "TRUNCATE rewards"]
    private static let rewardChanges = [
        // What isn't even tried on Citus, where a row can't leave its shard.
        TestEngine.isCitus ? "subject = uid, amount = 7" : "uid = subject",
        "subject = '00000000-0000-7000-8000-00000000000f'", "rule = 'other'",
        "id = '00000000-0000-7000-8000-00000000000f'", "role = 'referrer'", "currency = 'gold'",
        "amount = amount + 1", "reason = 'other'", "granted_at = '2020-01-01'",
        "status = 'void', amount = 1",
    ]

    @Test func `the service can't rewrite history`() async throws {
        try await TestDatabase.withSchema { database in
            try database.writeHistory()
            for sql in Self.rewriting + Self.rewardChanges.map({ "UPDATE rewards SET \($0)" }) {
                let refusal = database.refusal(of: sql, asService: true)
                #expect(refusal?.contains("permission denied") == true, "\(sql): \(refusal ?? "done")")
            }
        }
    }

    @Test func `the owner is refused the same`() async throws {
        try await TestDatabase.withSchema { database in
            try database.writeHistory()
            let before = try everything(in: database)
            for sql in Self.rewriting {
                let refusal = database.refusal(of: sql, asService: false)
                #expect(
                    refusal?.contains("its rows are only ever added") == true, "\(sql): \(refusal ?? "done")")
            }
            // A change to what is there already is none.
            for change in Self.rewardChanges.dropFirst() {
                let refusal = database.refusal(of: "UPDATE rewards SET \(change)", asService: false)
                #expect(refusal?.contains("but its status") == true, "\(change): \(refusal ?? "done")")
            }
            #expect(try everything(in: database) == before)
        }
    }

    @Test(arguments: [true, false])
    func `a reward's status may change, to one there is`(asService: Bool) async throws {
        try await TestDatabase.withSchema { database in
            try database.writeHistory()
            for status in ["held", "void", "reversed", "paid"] {
                let sql = "UPDATE rewards SET status = '\(status)'"
                #expect(database.refusal(of: sql, asService: asService) == nil)
            }
            let refusal = database.refusal(of: "UPDATE rewards SET status = 'lost'", asService: asService)
            #expect(refusal?.contains("rewards_status") == true)
        }
    }

    /// An erasure's, once; all else of an entry and of the audit stays.
    @Test(arguments: [true, false])
    func `of what was written by hand only the word for what was erased takes the place`(
        asService: Bool
    ) async throws {
        try await TestDatabase.withSchema { database in
            try database.writeHistory()
            let id = "'00000000-0000-7000-8000-0000000000aa'"
            try database.psql("UPDATE audit_entries SET mac = '\\x02'")
            try database.psql("UPDATE audit_entries SET sequence = 1, seal = '\\x01'")
            try database.psql(
                """
                INSERT INTO ledger_entries SELECT uid, \(id), currency, 2, 'adjustment', 5, 55, NULL, NULL, 'why', now()
                FROM ledger_entries
                """)
            let refused = [
                "ledger_entries SET reason = 'other'", "ledger_entries SET redaction = '\\x00'",
                "ledger_entries SET reason = 'erased' WHERE kind = 'grant'",
                "audit_entries SET detail = 'other'",
                "audit_entries SET sequence = 2 WHERE sequence IS NOT NULL",
                "audit_entries SET mac = '\\x00', detail = 'other'",
            ]
            for change in refused {
                let refusal = database.refusal(of: "UPDATE \(change)", asService: asService)
                #expect(refusal?.contains("its rows are only ever added") == true, "\(change)")
            }
            let taken = [
                "ledger_entries SET reason = 'erased', redaction = '\\x00' WHERE kind = 'adjustment'",
                "audit_entries SET detail = 'erased'",
            ]
            for change in taken {
                #expect(database.refusal(of: "UPDATE \(change)", asService: asService) == nil, "\(change)")
            }
            let again = "UPDATE ledger_entries SET reason = 'erased', redaction = '\\x01' WHERE id = \(id)"
            #expect(database.refusal(of: again, asService: asService) != nil)
        }
    }

    @Test(
        arguments: [
            "DELETE FROM users", "DELETE FROM balances", "TRUNCATE users",
            "UPDATE referral_codes SET uid = uid", "UPDATE external_ids SET uid = uid",
            "DELETE FROM password_schemes",
            "DELETE FROM signing_keys",
            "UPDATE signing_keys SET seed = seed", "UPDATE root_secret SET secret = secret",
            "DELETE FROM root_secret", "UPDATE api_keys SET scope = 'admin'",
            "INSERT INTO api_keys VALUES (gen_random_uuid(), 'n', 'admin', '', now())",
            "UPDATE schema_migrations SET checksum = ''", "DROP TABLE events", "CREATE TABLE mine (n int)",
            "ALTER TABLE events DISABLE TRIGGER ALL", "SET session_replication_role = replica",
            "DROP TRIGGER events_append_only ON events", "DELETE FROM clicks", "TRUNCATE clicks",
            "DROP TABLE clicks", "UPDATE clicks SET code = ''", "DELETE FROM reservations",
            "UPDATE reservations SET amount = 1", "DELETE FROM currencies", "DELETE FROM merges",
            "DELETE FROM merged_users", "INSERT INTO operators VALUES (gen_random_uuid(), 'a', 'admin')",
            "UPDATE operators SET role = 'admin'", "UPDATE operators SET removed_at = NULL",
            "DELETE FROM operators", "UPDATE operator_invitations SET token_hash = ''",
            "INSERT INTO operator_invitations VALUES ('', gen_random_uuid(), '', now(), now())",
            "UPDATE console_sessions SET operator = operator",
            "SELECT add_click_partition('1999-01-01', '1999-01-02')",
        ])
    func `the service can do nothing else that it needn't`(sql: String) async throws {
        try await TestDatabase.withSchema { database in
            let refusal = database.refusal(of: sql, asService: true)
            #expect(
                refusal?.contains("permission denied") == true || refusal?.contains("must be owner") == true,
                "\(refusal ?? "done")")
        }
    }

    @Test(arguments: [
        "UPDATE root_secret SET secret = sha256('b')", "DELETE FROM root_secret", "TRUNCATE root_secret",
    ])
    func `nobody changes the root secret`(sql: String) async throws {
        try await TestDatabase.withSchema { database in
            try database.psql("INSERT INTO root_secret (secret) VALUES (sha256('a'))")
            let refusal = database.refusal(of: sql, asService: false)
            #expect(refusal?.contains("its rows are only ever added") == true, "\(refusal ?? "done")")
        }
    }

    @Test func `the owner changes its wrapping alone, the service nothing`() async throws {
        try await TestDatabase.withSchema { database in
            try database.psql("INSERT INTO root_secret (secret) VALUES (sha256('a'))")
            let wrap = "UPDATE root_secret SET secret = decode(repeat('5b', 72), 'hex')"
            #expect(database.refusal(of: wrap, asService: true)?.contains("permission denied") == true)
            #expect(database.refusal(of: wrap, asService: false) == nil)
            #expect(database.refusal(of: wrap, asService: false) != nil)
            #expect(database.refusal(of: "DELETE FROM root_secret", asService: false) != nil)
            let unwrap = "UPDATE root_secret SET secret = sha256('a')"
            #expect(database.refusal(of: unwrap, asService: false) == nil)
        }
    }

    private func everything(in database: TestDatabase) throws -> String {
        try (Self.history + ["rewards"]).map { try database.psql("TABLE \($0)") }.joined(separator: "\n")
    }
}
