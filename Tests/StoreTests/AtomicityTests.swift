import Postgres
import Referrals
import Store
import TestSupport
import Testing

/// What is run together holds together, also where it goes to several nodes and no transaction is begun.
@Suite struct AtomicityTests {
    @Test func `statements that are run together hold all, or none does`() async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 1) { pool, _ in
                let users = (1...8).map { Sample.user($0) }
                try await pool.run(InsertUsers(users))
                for user in users {
                    // The last is there already.
                    let keeping = KeepReferralCounts(ReferralCounts(), of: user.uid)
                    let error = await #expect(throws: PostgresError.self) {
                        try await pool.run(
                            SetUserProfile(UserProfile(fullName: "Anne"), of: user.uid), keeping,
                            InsertUsers([users[0]]))
                    }
                    #expect(error?.isUniqueViolation(InsertUsers.constraint) == true)
                    let alone = await #expect(throws: PostgresError.self) {
                        try await pool.runAll([keeping, InsertUsers([users[7]])])
                    }
                    #expect(alone?.isUniqueViolation(InsertUsers.constraint) == true)
                }
                #expect(try await pool.run(FindUserProfiles(users.map(\.uid))).isEmpty)
                #expect(try database.psql("SELECT count(*) FROM referral_counts") == "0")
                let (_, found) = try await pool.run(
                    SetUserProfile(UserProfile(fullName: "Anne"), of: users[0].uid),
                    FindUserProfiles([users[0].uid]))
                #expect(found.count == 1)
            }
        }
    }
}
