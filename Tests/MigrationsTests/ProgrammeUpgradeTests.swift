import Forms
import JSON
import Migrations
import Postgres
import Referrals
import TestSupport
import Testing
import Values

/// Rules, what is trusted and what trials came to become JSON; servers of the former version go on beside.
@Suite struct ProgrammeUpgradeTests {
    private static let before = Migrations.all.firstIndex { $0.name == "programme_json" } ?? 0

    private static let ruleColumns = """
        description, conditions, grants, players, starts_at, ends_at, per_beneficiary, per_beneficiary_per_day, budget,
        hold_hours
        """
    private static let rows = #"""
        INSERT INTO rule_versions (name, version, \#(ruleColumns), changed_at, changed_by) VALUES
            ('races', 1, 'Won "ten"',
                '{counter:races_won>=10,milestone=ship,signed_up_within_days=7,level>=2,referred}',
                '{referrer:gems:1=50/10=80,referee:gems:5}', 'new', '2026-01-02 03:04:05.678+00', NULL,
                3, NULL, 700, 24, now(), 'Anne');
        INSERT INTO trust_versions (version, referrals, user_events, checks, changed_at, changed_by)
            VALUES (2, '{claim_unique=pay,claim_default=hold,claim_weak=deny,code=pay,unproven=deny}', 'hold',
                '{same_network=hold:5:24,ring=deny,too_fast=hold:60}', now(), 'Anne');
        INSERT INTO jobs (id, kind, state, name, version, \#(ruleColumns), made_at, made_by, result)
            SELECT '01a2015b-1e10-706f-83a0-cb64108ab317', 'trial', 'done', name, version, \#(ruleColumns),
                now(), 'Anne',
                '{day 20415 gems 2 150,held default_match gems 1 50,denied budget gems 4,active gems 1 9,both gems 1,\#
        beneficiaries 2,largest 01a2015b-1e10-706f-83a0-cb64108ab318 gems 2 150}'
            FROM rule_versions WHERE name = 'races';
        """#

    private static let terms = RuleTerms(
        description: "Won \"ten\"",
        when: [
            .counter(RandomProgramme.counters[0], atLeast: 10), .milestone("ship"), .signedUpWithinDays(7),
            .level(atLeast: 2), .referred,
        ],
        pay: [
            RuleGrant(
                to: .referrer, RandomProgramme.currencies[0],
                .tiers([RuleGrant.Tier(from: 1, amount: 50), RuleGrant.Tier(from: 10, amount: 80)])),
            RuleGrant(to: .referee, RandomProgramme.currencies[0], .fixed(5)),
        ], players: .new, from: .init(microsecondsSince1970: 1_767_323_045_678_000),
        limits: RuleTerms.Limits(perBeneficiary: 3, budget: 700), holdHours: 24)

    @Test func `rows from before are read as they were written`() async throws {
        let database = try await TestDatabase.make()
        try await database.migrate(upTo: Self.before)
        try database.psql(Self.rows)
        try await database.migrate(upTo: Migrations.all.count)
        let rules = try database.psql(
            "SELECT terms FROM rule_versions WHERE name IN ('races', 'level-5') ORDER BY name"
        )
        .split(separator: "\n").map { RuleTermsForm.request.value(of: String($0)) }
        let trust = try database.psql("SELECT terms FROM trust_versions WHERE version = 2")
        let (job, tally) = (
            try database.psql("SELECT terms FROM jobs"), try database.psql("SELECT tally FROM jobs")
        )
        try await database.drop()
        #expect(rules == [Rule.standard[1].terms, Self.terms])
        #expect(
            TrustForm.request.value(of: trust)
                == TrustTerms(
                    referrals: [.unproven: .deny], userEvents: .hold,
                    checks: [
                        TrustCheck(.sameNetwork, .hold, [5, 24]), TrustCheck(.ring, .deny),
                        TrustCheck(.tooFast, .hold, [60]),
                    ]))
        #expect(RuleTermsForm.request.value(of: job) == Self.terms)
        let found = try #require(TrialTallyForm.stored.value(of: tally))
        #expect(found.given == [RandomProgramme.currencies[0]: TrialTally.Sum(rewards: 2, amount: 150)])
        #expect(found.held.map(\.key.part) == ["default_match"] && found.denied.map(\.value) == [4])
        #expect(found.active.map(\.value.amount) == [9] && found.both.map(\.value) == [1])
        #expect(found.beneficiaries == 2 && found.largest.map(\.sum.amount) == [150])
    }

    /// Through the former version's columns, and back.
    @Test func `each version reads what the other writes`() async throws {
        let database = try await TestDatabase.make()
        try await database.migrate(upTo: Migrations.all.count)
        var random = SeededGenerator(seed: 52)
        let drawn = (0..<50).map { _ in RandomProgramme.limited(RandomProgramme.terms(&random), &random) }
        for (place, terms) in (drawn + [Self.terms]).enumerated() {
            let text = RuleTermsForm.reply.text(of: terms)
            try database.psql(
                """
                INSERT INTO rule_versions (name, version, terms, changed_at, changed_by)
                    VALUES ('new', \(place), $$\(text)$$, now(), 'Anne');
                INSERT INTO rule_versions (name, version, \(Self.ruleColumns), changed_at, changed_by)
                    SELECT 'old', version, \(Self.ruleColumns), now(), 'Ben' FROM rule_versions
                    WHERE name = 'new' AND version = \(place)
                """)
        }
        let different = try database.psql(
            """
            SELECT n.terms, o.terms FROM rule_versions AS n JOIN rule_versions AS o USING (version)
            WHERE n.name = 'new' AND o.name = 'old' AND n.terms <> o.terms
            """)
        try database.psql(
            """
            INSERT INTO trust_versions (version, terms, changed_at, changed_by)
                VALUES (2, '{"referrals": {"code": "deny"}, "user_events": "hold",
                    "checks": {"ring": null, "burst": {"action": "pay", "at_least": 9, "minutes": 60}}}',
                    now(), 'Anne');
            INSERT INTO trust_versions (version, referrals, user_events, checks, changed_at, changed_by)
                SELECT 3, referrals, user_events, checks, now(), 'Ben' FROM trust_versions WHERE version = 2;
            INSERT INTO jobs (id, kind, state, name, version, terms, made_at, made_by)
                SELECT gen_random_uuid(), 'trial', 'done', name, version, terms, now(), 'Anne' FROM rule_versions
                WHERE name = 'new' AND version < 2;
            UPDATE jobs SET tally = '{"rewards": 2, "beneficiaries": 1, "held": [], "denied": [], "largest": [],
                "by_day": [{"day": "2025-11-23", "currency": "gems", "rewards": 2, "amount": 150}],
                "difference": [{"currency": "gems", "trial": {"rewards": 2, "amount": 150},
                    "active": {"rewards": 0, "amount": 0}, "both": 0}]}' WHERE version = 0;
            UPDATE jobs SET result = (SELECT result FROM jobs WHERE version = 0) WHERE version = 1
            """)
        let checks = try database.psql(
            "SELECT checks, terms -> 'checks', terms ->> 'user_events' FROM trust_versions WHERE version = 3")
        let tallies = try database.psql("SELECT count(DISTINCT tally), min(result::text) FROM jobs")
        try await database.drop()
        #expect(different.isEmpty)
        #expect(
            checks == #"{burst=pay:9:60}|{"burst": {"action": "pay", "minutes": 60, "at_least": 9}}|hold"#)
        #expect(tallies == #"1|{"day 20415 gems 2 150","beneficiaries 1"}"#)
    }
}
