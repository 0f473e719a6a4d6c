import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Ledger

/// A superuser of the database can't change the audit log without being found out.
@Suite struct AuditChainTests {
    @Test func `entries are chained once each, by whichever process comes first`() async throws {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKey()
            let chain = AuditChain(pool: rig.pool, keys: rig.keys)
            for round in 0..<5 {
                try await rig.audit(7 * round..<7 * round + 7)
                let done = await together(4, on: loop) { _ in
                    (try? await chain.lengthen()) != nil
                }
                #expect(done.allSatisfy { $0 })
            }
            #expect(try rig.database.psql(Self.places) == "35|1|35")
            #expect(try await rig.verify().counts == [:])
            try await chain.lengthen()
            #expect(try rig.database.psql(Self.places) == "35|1|35")
        }
    }

    @Test func `more than a page is chained at once, and forged entries don't hold it up`() async throws {
        try await ServiceRig.with { rig, _ in
            try await rig.introduceKey()
            try await rig.audit(0..<600)
            try rig.database.tamper(
                """
                INSERT INTO audit_entries (id, actor, action, detail, created_at, mac)
                SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Eve', 'forged', '', now(), '\\x01'
                FROM generate_series(1, 700) AS n
                """)
            try await AuditChain(pool: rig.pool, keys: rig.keys).lengthen()
            #expect(try rig.database.psql(Self.places) == "600|1|600")
            #expect(try await rig.verify().counts == [.auditForged: 700])
        }
    }

    @Test func `an entry without a MAC is refused once rows were adopted`() async throws {
        try await ServiceRig.with { rig, _ in
            try await rig.introduceKey()
            let insert = """
                INSERT INTO audit_entries (id, actor, action, detail, created_at)
                VALUES (gen_random_uuid(), 'Anne', 'keys.revoke', '', now())
                """
            try rig.database.tamper("DELETE FROM ledger_statements; \(insert)")
            #expect(try await rig.verify().counts == [:])
            #expect(try await rig.verify().unproved == 1)
            let ledger = LedgerService(pool: rig.pool, keys: rig.keys)
            #expect(try await ledger.unproved().lines == ["entries of the audit: 1"])
            let adopted = try #require(try await ledger.adopt(actor: "Ben"))
            #expect(adopted.statement.auditEntries == 2 && adopted.statement.isSigned(by: rig.keys))
            #expect(try await rig.verify(against: adopted.statement).counts == [:])
            try rig.database.psql(insert)
            #expect(try await rig.verify().counts == [.auditForged: 1])
        }
    }

    @Test func `entries that were removed are missed, in the middle and at the end`() async throws {
        try await ServiceRig.with { rig, _ in
            let (_, _, statement) = try await rig.tellStory()
            func remove(_ sequence: String) throws {
                try rig.database.tamper("DELETE FROM audit_entries WHERE sequence = \(sequence)")
            }
            try remove("1")
            #expect(try await rig.verify(against: statement).counts == [.auditGone: 1])
            try remove("(SELECT max(sequence) FROM audit_entries)")
            let found = try await rig.verify(against: statement).counts.keys
            #expect(Set(found) == [.auditGone, .auditCut])
        }
    }

    @Test func `an erased user's texts go, and a forged entry stays forged`() async throws {
        try await ServiceRig.with { rig, loop in
            let (anne, _, statement) = try await rig.tellStory()
            try rig.database.tamper(
                """
                UPDATE audit_entries SET detail = 'forged' WHERE id = (
                    SELECT min(id::text)::uuid FROM audit_entries WHERE uid = '\(anne.uid)')
                """)
            #expect(try await rig.verify(against: statement).counts == [.auditForged: 1])
            try await rig.erase(anne, by: rig.eraser(on: loop))
            let texts = "SELECT DISTINCT detail FROM audit_entries WHERE uid = '\(anne.uid)'"
            #expect(try rig.database.psql(texts) == "erased")
            #expect(try await rig.verify(against: statement).counts == [.auditForged: 1])
        }
    }

    @Test func `an honest erasure, and a change of the ledger's key, leave the chain good`() async throws {
        try await ServiceRig.with { rig, loop in
            let (anne, _, statement) = try await rig.tellStory()
            try await rig.erase(anne, by: rig.eraser(on: loop))
            let keys = LedgerKeys(LedgerKey(), former: [rig.keys.current])
            try await AuditChain(pool: rig.pool, keys: keys).lengthen()
            let report = try await rig.verify(against: statement, keys: keys)
            #expect(report.counts[.auditForged] == nil && report.counts[.auditGone] == nil)
        }
    }

    private static let places = """
        SELECT count(*) || '|' || min(sequence) || '|' || max(sequence) FROM audit_entries WHERE sequence IS NOT NULL
        """
}

extension ServiceRig {
    /// Writes entries of the audit, one in a transaction each.
    fileprivate func audit(_ numbers: Range<Int>) async throws {
        for number in numbers {
            let entry = AuditEntry(
                id: context.makeID(), actor: "tester", action: "test", uid: nil, detail: "\(number)",
                createdAt: now)
            try await pool.run(InsertAuditEntries([entry], by: context.ledgerKey))
        }
    }
}
