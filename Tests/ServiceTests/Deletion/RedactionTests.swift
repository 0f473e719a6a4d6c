import Referrals
import Store
import TestSupport
import Testing

@testable import Ledger

/// Reasons that were erased, and whoever verifies the ledger.
@Suite struct RedactionTests {
    @Test func `a ledger whose reasons were erased is as it was sealed, against statements from before`()
        async throws
    {
        try await ServiceRig.with { rig, loop in
            let (anne, ben, statement) = try await rig.tellStory()
            let eraser = rig.eraser(on: loop)
            try await rig.erase(anne, by: eraser)
            let report = try await rig.verify(against: statement)
            #expect(report.isGood, "\(report.examples)")
            let reasons = try rig.database.psql(
                "SELECT kind, reason, redaction IS NOT NULL FROM ledger_entries WHERE uid = '\(anne.uid)' "
                    + "AND kind <> 'grant' ORDER BY currency, sequence")
            #expect(Set(reasons.split(separator: "\n")) == ["adjustment|erased|t", "redemption|erased|t"])
            #expect(
                try rig.database.psql(
                    "SELECT count(*) FROM ledger_entries WHERE uid = '\(ben.uid)' AND reason = 'erased'")
                    == "0")
            // The chain goes on over the seal that was.
            try await rig.post(11, to: anne)
            #expect(try await rig.verify(against: statement).isGood)
            try await rig.erase(anne, by: eraser)
            #expect(try await rig.verify(against: statement).isGood)
        }
    }

    @Test(arguments: [
        "amount = amount + 1, balance_after = balance_after + 1", "reason = 'other'", "redaction = NULL",
        "redaction = decode(repeat('00', 24), 'hex')", "kind = 'redemption'", "created_at = now()",
        "balance_after = balance_after + 1",
        "redaction = set_byte(redaction, 20, 1 - get_byte(redaction, 20) % 2)",
    ])
    func `what was changed of such an entry is found`(change: String) async throws {
        try await ServiceRig.with { rig, loop in
            let (anne, _, statement) = try await rig.tellStory()
            try await rig.erase(anne, by: rig.eraser(on: loop))
            try rig.database.tamper(
                """
                UPDATE ledger_entries SET \(change) WHERE uid = '\(anne.uid)' AND kind = 'adjustment'
                    AND amount = 100
                """)
            let report = try await rig.verify(against: statement)
            #expect(!report.isGood, "\(change)")
        }
    }

    @Test func `nobody is given the key's word for an entry that was changed before`() async throws {
        try await ServiceRig.with { rig, loop in
            let (anne, _, statement) = try await rig.tellStory()
            try rig.database.tamper(
                "UPDATE ledger_entries SET reason = 'forged' WHERE uid = '\(anne.uid)' AND amount = 100")
            try await rig.erase(anne, by: rig.eraser(on: loop))
            let report = try await rig.verify(against: statement)
            #expect(report.counts == [.entryAltered: 1], "\(report.examples)")
        }
    }

    @Test func `an entry's redaction goes with no other entry`() async throws {
        try await ServiceRig.with { rig, loop in
            let (anne, _, statement) = try await rig.tellStory()
            try await rig.erase(anne, by: rig.eraser(on: loop))
            try rig.database.tamper(
                """
                UPDATE ledger_entries AS e SET redaction = o.redaction FROM ledger_entries AS o
                WHERE e.uid = '\(anne.uid)' AND e.amount = 100 AND o.uid = e.uid AND o.amount = -30
                """)
            #expect(try await rig.verify(against: statement).counts == [.entryAltered: 1])
        }
    }
}
