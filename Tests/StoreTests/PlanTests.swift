import Accounts
import Postgres
import Store
import TestSupport
import Testing

/// Batches lock rows in the order of their sorted arrays: only a nested loop from the array into an index
/// keeps it, however many rows there are and whatever the statistics say.
@Suite struct PlanTests {
    /// Array parameters bind empty: the plan is the generic one, whatever their values.
    private static let batched: [(name: String, sql: String)] = [
        ("ApplyFacts", ApplyFacts.sql), ("RememberRules", RememberRules.sql),
        ("SetProgress", SetProgress.sql),
        ("UpdateReferrals", UpdateReferrals.sql), ("UpdateSignUps", UpdateSignUps.sql),
        ("LockBalances", LockBalances.sql), ("FindEvents", FindEvents.sql),
        ("FindRewards", FindRewards.sql), ("FindLedgerEntries", FindLedgerEntries.sql),
        ("SetHeads", SetHeads.sql), ("DeleteSignUpKeys", DeleteSignUpKeys.sql),
        ("AddReferralCounts", AddReferralCounts.sql), ("SeeGenerations", SeeGenerations.sql),
    ]
    /// Citus refuses its lock across shards, and has an update instead (`DistributedPlanTests`).
    private static let locking = TestEngine.isCitus ? [] : [("LockUsers", LockUsers.sql)]
    private static let looked: [(name: String, sql: String)] = [
        ("FindUsersByID", FindUsersByID.sql), ("FindBalances", FindBalances.sql),
        ("FindReferralCodes", FindReferralCodes.sql), ("FindSignUpKeys", FindSignUpKeys.sql),
        ("FindSessionsOfUsers", FindSessionsOfUsers.sql),
        ("DeleteSessionsOfUsers", DeleteSessionsOfUsers.sql),
    ]

    @Test(arguments: [0, 20_000])
    func `batched writes are nested loops from the arrays into an index`(users: Int) async throws {
        try await TestDatabase.withSchema { database in
            try load(users, into: database)
            for (name, sql) in Self.batched + Self.locking {
                let plan = try plan(of: sql, in: database)
                #expect(plan.contains("Nested Loop"), "\(name): \(plan)")
                expectIndexed(plan, name)
                let array = plan.firstRange(of: "Function Scan on")?.lowerBound ?? plan.endIndex
                let index = plan.firstRange(of: "Index")?.lowerBound ?? plan.startIndex
                #expect(array < index, "\(name) doesn't begin with the array: \(plan)")
            }
            for (name, sql) in Self.looked { expectIndexed(try plan(of: sql, in: database), name) }
        }
    }

    private func expectIndexed(_ plan: String, _ name: String) {
        #expect(plan.contains("Index"), "\(name): \(plan)")
        for bad in ["Hash Join", "Merge Join", "Seq Scan"] {
            #expect(!plan.contains(bad), "\(name): \(plan)")
        }
    }

    private func load(_ users: Int, into database: TestDatabase) throws {
        guard users > 0 else { return }
        let uid = "('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid"
        let rows = "FROM generate_series(1, \(users)) AS i"
        try database.psql(
            """
            INSERT INTO users (uid, referral_code, created_at) SELECT \(uid), lpad(i::text, 10, '0'), now() \(rows);
            INSERT INTO referral_codes SELECT referral_code, uid FROM users;
            INSERT INTO balances SELECT uid, 'pieces_of_eight', 50, 1 FROM users;
            INSERT INTO rewards SELECT uid, uid, 'signup', uid, 'referee', 'pieces_of_eight', 50, 'paid', '', now()
                FROM users;
            INSERT INTO ledger_entries SELECT uid, uid, 'pieces_of_eight', 1, 'grant', 50, 50, 'signup', uid, '', now()
                FROM users;
            INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, decisions)
                SELECT uid, uid, 'level_reached', 1, now(), 1, 1, '{}' FROM users;
            INSERT INTO referral_counts SELECT uid, 0, 1, 1, 1, NULL FROM users;
            INSERT INTO sign_up_keys SELECT decode(md5(uid::text), 'hex'), uid, now() FROM users;
            INSERT INTO sessions SELECT uid, uid, '\\x00', NULL, NULL, now(), now() FROM users;
            ANALYZE;
            """)
    }

    /// As a session of the service plans it.
    private func plan(of sql: String, in database: TestDatabase) throws -> String {
        var settings = SessionSettings.writing.others.map { "SET \($0.name) = '\($0.value)';" }
        // On Citus a shard's plan, which is made by its node, as the role has it.
        if TestEngine.isCitus {
            settings = [
                "GRANT SELECT ON ALL TABLES IN SCHEMA public TO shipmate_service; SET ROLE shipmate_service;"
            ]
        }
        let count = (1...20).last { sql.contains("$\($0)") } ?? 0
        let arguments = Array(repeating: "'{}'", count: count).joined(separator: ", ")
        return try database.psql(
            """
            \(settings.joined(separator: "\n"))
            PREPARE statement AS \(sql);
            EXPLAIN (COSTS off) EXECUTE statement (\(arguments));
            """)
    }
}
