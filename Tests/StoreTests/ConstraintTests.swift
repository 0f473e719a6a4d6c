import TestSupport
import Testing

/// What must never be in the database can't be, whoever writes it.
@Suite struct ConstraintTests {
    private static let uid = "'\(Sample.uid(1))'"
    private static let other = "'\(Sample.uid(2))'"

    private static func event(_ values: String) -> String {
        """
        INSERT INTO events (uid, id, type, level, milestone, referrer, received_at, user_level, user_highest_level, \
        decisions) VALUES (\(uid), gen_random_uuid(), \(values), now(), 1, 1, '{}')
        """
    }

    private static func entry(
        id: String = "gen_random_uuid()", sequence: Int = 2, kind: String = "grant", amount: Int = 1,
        after: Int = 51
    ) -> String {
        """
        INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, reason, created_at)
        VALUES (\(uid), \(id), 'pieces_of_eight', \(sequence), '\(kind)', \(amount), \(after), 'why', now())
        """
    }

    private static func reward(
        subject: String, role: String = "referee", amount: Int = 50, _ currency: String = "pieces_of_eight",
        status: String = "paid"
    ) -> String {
        """
        INSERT INTO rewards VALUES (\(uid), \(subject), 'signup', gen_random_uuid(), '\(role)', '\(currency)', \
        \(amount), '\(status)', 'why', now())
        """
    }

    private static func reservation(
        amount: Int = 1, minutes: Int = 1, state: String = "reserved"
    ) -> String {
        """
        INSERT INTO reservations VALUES (\(uid), \(uid), 'gold', \(amount), \(minutes), now(), '\(state)')
        """
    }

    private static func user(_ column: String, _ value: String) -> String {
        """
        INSERT INTO users (uid, referral_code, created_at, \(column))
        VALUES (\(other), '0000000002', now(), \(value))
        """
    }

    static let rows: [(sql: String, constraint: String)] = [
        ("UPDATE balances SET amount = -1", "balances_not_negative"),
        ("UPDATE balances SET amount = amount - 51", "balances_not_negative"),
        ("INSERT INTO balances VALUES (\(other), 'gold', -1, 1)", "balances_not_negative"),
        ("INSERT INTO balances VALUES (\(uid), 'pieces_of_eight', 1, 1)", "balances_pkey"),
        (reward(subject: uid), "rewards_pkey"),
        (reward(subject: other, role: "friend"), "rewards_role"),
        (reward(subject: other, amount: 0), "rewards_amount"),
        (reward(subject: other, amount: -50), "rewards_amount"),
        (entry(id: uid), "ledger_entries_pkey"),
        (entry(sequence: 1), "ledger_entries_chain"),
        (entry(amount: 0), "ledger_entries_amount"),
        (entry(amount: -51, after: -1), "ledger_entries_balance"),
        (entry(kind: "gift"), "ledger_entries_kind"),
        (entry(kind: "refund"), "ledger_entries_cause"),
        (entry(kind: "reversal"), "ledger_entries_cause"),
        (reward(subject: other, status: "lost"), "rewards_status"),
        ("UPDATE rewards SET unrecovered = 1", "rewards_unrecovered"),
        ("UPDATE rewards SET status = 'reversed', unrecovered = 51", "rewards_unrecovered"),
        (reservation(amount: 0), "reservations_amount"),
        (reservation(minutes: 1_441), "reservations_minutes"),
        (reservation(state: "kept"), "reservations_state"),
        ("INSERT INTO currencies (name, title, state) VALUES ('Gold', '', 'active')", "currencies_name"),
        ("UPDATE currencies SET state = 'gone'", "currencies_state"),
        ("INSERT INTO events SELECT * FROM events", "events_pkey"),
        (event("'level_reached', NULL, NULL, NULL"), "events_facts"),
        (event("'level_reached', 5, 'a', NULL"), "events_facts"),
        (event("'milestone_reached', NULL, NULL, NULL"), "events_facts"),
        (event("'referrer_recorded', 5, NULL, \(other)"), "events_facts"),
        (event("'credential_linked', 5, NULL, NULL"), "events_facts"),
        (event("'email_verified', 5, NULL, NULL"), "events_facts"),
        (event("'player_merged', NULL, NULL, NULL"), "events_facts"),
        (event("'player_merged', 5, NULL, \(other)"), "events_facts"),
        (event("'other', NULL, NULL, NULL"), "events_facts"),
        (event("'counter_incremented', NULL, NULL, NULL"), "events_facts"),
        ("UPDATE rules SET state = 'gone'", "rules_state"),
        ("INSERT INTO rule_budgets VALUES ('level-5', 'gold', -1)", "rule_budgets_spent"),
        ("INSERT INTO budget_shares VALUES ('level-5', 'gold', 1, 9, -1)", "budget_shares_remaining"),
        ("INSERT INTO users (uid, referral_code, created_at) VALUES (\(uid), 'X', now())", "users_pkey"),
        (user("referred_by", other), "users_no_self_referral"),
        (user("level", "5"), "users_level_range"),
        (user("highest_level", "-1"), "users_level_range"),
        (user("level, highest_level", "1000001, 1000001"), "users_level_range"),
        (user("milestones", "array_fill('a'::text, ARRAY[257])"), "users_milestone_count"),
        (user("match_confidence", "'sure'"), "users_match_confidence"),
        (user("email", "'a@b.c'"), "users_email_of_account"),
        ("INSERT INTO external_ids VALUES ('', \(uid))", "external_ids_length"),
        (
            "INSERT INTO external_id_uses (uid, used_at) VALUES (\(uid), now())", "external_id_uses_used"
        ),
        ("INSERT INTO erasures VALUES (\(uid), now(), NULL, NULL)", "erasures_open"),
        ("INSERT INTO referral_codes VALUES ('000000000U', \(other))", "referral_codes_alphabet"),
        ("INSERT INTO referral_codes VALUES ('000000000', \(other))", "referral_codes_alphabet"),
        ("INSERT INTO signing_keys VALUES (1, '\\x00', now())", "signing_keys_seed_length"),
        ("INSERT INTO root_secret (secret) VALUES ('\\x00')", "root_secret_length"),
        (
            "INSERT INTO root_secret (id, secret) VALUES (false, sha256('a'))", "root_secret_single"
        ),
        (
            "INSERT INTO api_keys VALUES (gen_random_uuid(), 'n', 'root', '\\x00', now())",
            "api_keys_scope"
        ),
    ]

    @Test func `each wrong row is refused by the constraint named for it`() async throws {
        try await TestDatabase.withSchema { database in
            try database.writeHistory()
            for row in Self.rows {
                let refusal = database.refusal(of: row.sql, asService: false)
                #expect(
                    refusal?.contains("\"\(row.constraint)") == true, "\(row.sql): \(refusal ?? "done")")
            }
        }
    }

    @Test(
        arguments: [
            "referral_codes VALUES ('0000000001', \(uid))",
            "credentials VALUES ('a@b.c', \(uid), 'h', now())", "external_ids VALUES ('a', \(uid))",
            "sign_up_keys VALUES ('\\x00', \(uid), now())",
            "install_keys VALUES (decode(repeat('00', 32), 'hex'), \(uid), now())",
            "user_install_keys VALUES (\(uid), '\\x00')",
            "sessions VALUES (\(uid), \(uid), '\\x00', NULL, NULL, now(), now())",
            "revocations VALUES (\(uid), now())",
        ])
    func `a second of its kind is refused`(values: String) async throws {
        try await TestDatabase.withSchema { database in
            let table = String(values.prefix { $0 != " " })
            try database.psql("INSERT INTO \(values)")
            let refusal = database.refusal(of: "INSERT INTO \(values)", asService: true)
            #expect(refusal?.contains("\"\(table)_pkey") == true)
        }
    }
}
