import Referrals
import TestSupport
import Testing

@testable import Ledger

/// What goes over between two accounts is booked twice, and half of it doesn't go unseen.
@Suite struct TransferTests {
    @Test func `a half without the other is found`() async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, ben) = (try await rig.signUp(), try await rig.signUp())
            try rig.book(anne, -5, with: ben)
            try await rig.introduceKey()
            let half = try await rig.verify()
            #expect(half.counts == [.transferUnmatched: 1], "\(half.examples)")
            try rig.book(ben, 5, with: anne, id: "'\(try rig.transferID())'")
            let whole = try await rig.verify()
            #expect(whole.counts == [:], "\(whole.examples)")
        }
    }

    @Test func `halves of different amounts are found`() async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, ben) = (try await rig.signUp(), try await rig.signUp())
            try rig.book(anne, -5, with: ben)
            try rig.book(ben, 6, with: anne, id: "'\(try rig.transferID())'")
            try await rig.introduceKey()
            let report = try await rig.verify()
            #expect(report.counts == [.transferUnmatched: 1], "\(report.examples)")
        }
    }
}

extension ServiceRig {
    /// Money that was there already, and a half of a transfer.
    fileprivate func book(
        _ user: User, _ amount: Int, with other: User, id: String = "gen_random_uuid()"
    ) throws {
        try database.psql(
            """
            INSERT INTO balances VALUES ('\(user.uid)', 'gold', \(5 + amount), 2);
            INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, subject,
                reason, created_at)
            VALUES ('\(user.uid)', gen_random_uuid(), 'gold', 1, 'adjustment', 5, 5, NULL, 'why', now()),
                ('\(user.uid)', \(id), 'gold', 2, 'transfer', \(amount), \(5 + amount), '\(other.uid)',
                    'why', now());
            """)
    }

    fileprivate func transferID() throws -> String {
        try database.psql("SELECT id FROM ledger_entries WHERE kind = 'transfer'")
    }
}
