import Postgres
import Store
import Testing

extension StatementTests {
    func checkIdentities(_ pool: PostgresPool) async throws {
        func identity(_ number: Int, _ provider: String = "google") -> IdentityRecord {
            IdentityRecord(
                uid: Sample.uid(number), provider: provider, subject: "110",
                email: provider == "google" ? "n@example.com" : nil, createdAt: Sample.now)
        }
        let (first, second) = (identity(1), identity(2))
        #expect(first.key == "google:110" && first.key == second.key)
        #expect(try await pool.run(InsertIdentities([first])) == ["google:110"])
        // It is one user's.
        #expect(try await pool.run(InsertIdentities([second, identity(2, "apple")])) == ["apple:110"])
        let found = try await pool.run(FindIdentities(["google:110", "google:111"]))
        #expect(found.map(\.key) == ["google:110"] && found.map(\.uid) == [Sample.uid(1)])
        #expect(try await pool.run(FindIdentities(["google:111"])).isEmpty)
        try await pool.run(InsertUserIdentities([first, identity(1, "apple")]))
        try await pool.run(InsertUserIdentities([first]))
        #expect(try await pool.run(FindUserIdentities(of: Sample.uid(1))) == [identity(1, "apple"), first])
        try await pool.run(DeleteIdentity(second))
        #expect(try await pool.run(FindIdentities(["google:110"])).map(\.uid) == [Sample.uid(1)])
        try await pool.run(DeleteIdentity(first), DeleteUserIdentity(first))
        #expect(try await pool.run(FindIdentities(["google:110"])).isEmpty)
        #expect(try await pool.run(FindUserIdentities(of: Sample.uid(1))) == [identity(1, "apple")])
    }
}
