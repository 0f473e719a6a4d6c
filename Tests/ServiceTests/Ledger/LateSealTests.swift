import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing

@testable import Ledger

/// A seal made later than the booking never passes for one of the booking.
@Suite struct LateSealTests {
    @Test func `a ledger that is empty when it gets its first key never seals old entries`() async throws {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKey()
            let first = try await rig.pool.run(ListLedgerStatements(limit: 2))
            try #require(first.count == 1)
            #expect(LedgerStatement(json: first[0].body)?.sealingEnded == true)
            // A second process starts at the same time, or later.
            try await rig.introduceKey()
            _ = try await rig.referrer(friends: 1)
            try rig.forge()
            #expect(try await rig.verify().counts == [.entryInserted: 1])
            try await rig.sealer().seal(on: loop)
            #expect(try await rig.verify().counts == [.entryInserted: 1])
        }
    }

    /// N1 of the attacks on the release build: a server that starts without the statements seals the entry,
    /// and then they are put back.
    @Test func `an entry that a server was made to seal is found once the statements are back`()
        async throws
    {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKey()
            _ = try await rig.referrer(friends: 1)
            let statement = try await rig.state()
            try rig.forge()
            try rig.database.tamper(
                """
                CREATE TABLE kept AS TABLE ledger_statements;
                DELETE FROM ledger_statements;
                UPDATE ledger_duties SET turn = 0, due_at = now() - interval '1 min', leased_until = '-infinity'
                WHERE name = 'seal';
                """)
            try await rig.sealer().seal(on: loop)
            #expect(try rig.database.psql("SELECT count(*) FROM ledger_entries WHERE seal IS NULL") == "0")
            try rig.database.tamper("INSERT INTO ledger_statements TABLE kept; DROP TABLE kept")
            #expect(try await rig.verify(against: statement).counts == [.sealedAfterEnd: 1])
            #expect(try await rig.verify().counts == [.sealedAfterEnd: 1])
            // Nor does a later statement, which has to take it for true, make it so.
            #expect(try await rig.verify(against: try await rig.state()).counts == [.sealedAfterEnd: 1])
        }
    }

    @Test func `a server that has a statement outside of the database seals nothing`() async throws {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKey()
            _ = try await rig.referrer(friends: 1)
            try rig.forge()
            try rig.database.tamper("DELETE FROM ledger_statements; UPDATE ledger_duties SET due_at = now()")
            try await rig.sealer(hasSealingEnded: true).seal(on: loop)
            #expect(try rig.database.psql("SELECT count(*) FROM ledger_entries WHERE seal IS NULL") == "1")
        }
    }

    @Test func `what was sealed later is listed until a statement from outside covers it`() async throws {
        try await ServiceRig.with { rig, _ in
            _ = try await rig.referrer(friends: 2)
            try rig.database.tamper(
                "UPDATE ledger_entries SET seal = NULL; UPDATE balances SET sealed = 0, head = NULL")
            try await rig.introduceKey()
            let before = try await rig.state()
            let service = LedgerService(pool: rig.pool, keys: rig.keys)
            #expect(try await service.seal { _ in } == 2)
            for report in [try await rig.verify(), try await rig.verify(against: before)] {
                #expect(report.isGood && report.uncovered == 2 && report.uncoveredExamples.count == 2)
            }
            let statement = try await rig.state(endsSealing: true)
            let report = try await rig.verify(against: statement)
            #expect(report.isGood && report.uncovered == 0)
            // What an operator accepts afterwards is good, and is listed likewise.
            try rig.forge()
            #expect(try await service.seal(accepts: true) { _ in } == 1)
            let accepted = try await rig.verify(against: statement)
            #expect(accepted.isGood && accepted.uncovered == 1, "\(accepted.examples)")
            let covered = try await rig.verify(against: try await rig.state())
            #expect(covered.isGood && covered.uncovered == 0)
        }
    }

    @Test func `erasing a reason keeps when its entry was sealed`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            try await rig.post(5, to: anne)
            try rig.database.tamper(
                "UPDATE ledger_entries SET seal = NULL; UPDATE balances SET sealed = 0, head = NULL")
            try await rig.introduceKey()
            #expect(try await LedgerService(pool: rig.pool, keys: rig.keys).seal { _ in } == 1)
            let position = AccountPosition.start
            let entry = try #require(
                try await rig.pool.run(ListStoredEntries(after: position, .min, limit: 1)).first)
            let erased = entry.withoutReason(after: nil, by: rig.keys)
            #expect(Redaction.origin(of: erased, after: nil, by: rig.keys) == .later)
        }
    }
}

extension ServiceRig {
    fileprivate func sealer(hasSealingEnded: Bool = false) -> LedgerKeeper {
        LedgerKeeper(
            pool: pool,
            configuration: LedgerConfiguration(keys: keys, hasSealingEnded: hasSealingEnded),
            causes: context.causes, log: { _ in })
    }

    /// An entry without a seal for a player who has no account in that currency.
    fileprivate func forge() throws {
        try database.tamper(
            """
            INSERT INTO ledger_entries
                (uid, id, currency, sequence, kind, amount, balance_after, reason, created_at)
            SELECT uid, gen_random_uuid(), 'forged', 1, 'adjustment', 1000000, 1000000, 'Forged', now()
            FROM users LIMIT 1;
            INSERT INTO balances (uid, currency, amount, entries)
            SELECT uid, 'forged', 1000000, 1 FROM ledger_entries WHERE currency = 'forged';
            """)
    }
}
