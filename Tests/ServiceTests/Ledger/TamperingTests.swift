import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing

@testable import Ledger

/// Whoever may do anything to the database can't change the ledger unseen.
@Suite struct TamperingTests {
    /// Runs any SQL, triggers off, on Citus' workers too.
    private struct Tamper: Statement {
        static let route = Route.coordinator
        static let sql = "SELECT tamper($1)"
        let text: String

        var parameters: Parameters { Parameters(text) }
    }

    private static let function = """
        CREATE FUNCTION tamper(sql text) RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
            SET LOCAL citus.propagate_set_commands = 'local';
            SET LOCAL session_replication_role = replica;
            EXECUTE sql;
        END
        $$
        """

    @Test func `each of more than a hundred ways is found, and what was not touched is good`() async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, ben, statement) = try await rig.tellStory()
            #expect(try await rig.verify(against: statement).counts == [:])
            #expect(try await rig.verify().entries == 16)
            let service = LedgerService(pool: rig.pool, keys: rig.keys)
            #expect(try await service.verify(against: statement, causes: true) { _ in }.counts == [:])
            try rig.database.psql(Self.function)
            let tamperings = try Self.tamperings(anne, ben)
            try #require(tamperings.count >= 160)
            let keys = rig.keys
            let found = try await rig.database.withPool(asOwner: true, connections: 1) { pool, _ in
                let service = LedgerService(pool: pool, keys: keys)
                var found = 0
                for (name, sql) in tamperings {
                    do throws(PostgresError) {
                        let report = try await pool.transaction { transaction throws(PostgresError) in
                            try await transaction.send(Tamper(text: sql))
                            // It ends without a commit, and is undone.
                            return try await service.verify(
                                against: statement, causes: true, in: transaction
                            ) { _ in }
                        }
                        #expect(!report.isGood, "\(name)")
                        found += 1
                    } catch {
                        // Citus moves no row to another shard, nor draws at random in each.
                        guard TestEngine.isCitus, error.sqlState == "0A000" else { throw error }
                    }
                }
                return found
            }
            #expect(found >= (TestEngine.isCitus ? 100 : 160))
            #expect(try await rig.verify(against: statement).counts == [:])
        }
    }

    @Test(arguments: [
        ("grant in the middle: reason", LedgerFinding.Kind.entryAltered),
        ("last entry: amount", .entryAltered),
        ("grant in the middle: seal removed", .sealRemoved), ("deleted: middle", .entryDeleted),
        ("deleted: last", .entriesCut), ("cut at the end, balance and head set back", .entriesCut),
        ("two neighbours changed places", .entryMoved), ("balance of ben: amount more", .balanceChanged),
        ("balance of ben: head random", .headChanged), ("balance of ben: deleted", .balanceGone),
        ("middle reward: reason", .rewardAltered), ("middle reward: deleted", .rewardGone),
        ("reward without entry", .rewardWithoutEntry), ("newest statement: entries", .statementForged),
        ("oldest statement: deleted", .statementGone), ("key's record: proof", .keyRecordChanged),
        ("a user gone: entries, balances and rewards", .accountGone),
        ("a user gone, and no record of it stated", .statementDiffers),
        ("inserted at the end without a seal", .entryInserted),
        ("inserted in the middle, renumbered and balanced", .entryInserted),
        ("grant in the middle: seal another key", .keyUnknown),
    ])
    func `says what was changed, by kind`(name: String, kind: LedgerFinding.Kind) async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, ben, statement) = try await rig.tellStory()
            try rig.database.psql(Self.function)
            let sql = try #require(try Self.tamperings(anne, ben).first { $0.name == name }?.sql)
            try rig.database.psql("BEGIN; SELECT tamper($tampering$\(sql)$tampering$); COMMIT")
            let report = try await rig.verify(against: statement)
            #expect(report.counts[kind] != nil, "\(report.examples)")
        }
    }

    @Test func `an older backup is told as what it is`() async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, _, _) = try await rig.tellStory()
            let keys = rig.keys
            let (newer, older) = try await rig.pool.transaction(isolation: .repeatableRead) {
                transaction throws(PostgresError) in
                // What is seen from here on, on each node, is what a backup of this moment has.
                try await transaction.send(FindUnbookedRewards(limit: 1))
                let newer = try? await rig.bookMore(to: anne)
                var verifier = LedgerVerifier(DatabasePages(transaction), keys: keys, statement: newer)
                return (newer, try await verifier.run())
            }
            let statement = try #require(newer)
            #expect(try await rig.verify(against: statement).counts == [:])
            #expect(older.counts == [.databaseOlder: 1], "\(older.examples)")
        }
    }

    private static func tamperings(_ anne: User, _ ben: User) throws -> [(name: String, sql: String)] {
        let end = #filePath.firstRange(of: "/Tests/ServiceTests/")?.lowerBound ?? #filePath.endIndex
        let file = String(#filePath[..<end]) + "/Benchmarks/faults/tampering.sql"
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        return zip(lines, lines.dropFirst()).filter { !$1.hasPrefix("-- ") }.map { name, sql in
            let sql = sql.replacing("{anne}", with: "\(anne.uid)").replacing("{ben}", with: "\(ben.uid)")
            return (String(name.dropFirst(3)), String(sql))
        }
    }
}
