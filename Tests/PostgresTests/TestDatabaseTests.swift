import EventLoops
import TestSupport
import Testing

@testable import Postgres

/// The fixture that other modules' tests stand on.
@Suite struct TestDatabaseTests {
    @Test func `a template is prepared once, and each database is its owner's alone`() async throws {
        let prepared = Locked(0)
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 {
                group.addTask { try await self.useOnce(prepared) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names.count == 6 && prepared.withLock { $0 } == 1)
        let left = try TestCluster.shared().psql("SELECT datname FROM pg_database").split(separator: "\n")
        #expect(names.isDisjoint(with: left.map(String.init)))
    }

    private func useOnce(_ prepared: Locked<Int>) async throws -> String {
        try await TestDatabase.with(template: "marked") { url in
            prepared.withLock { $0 += 1 }
            let configuration = PostgresConfiguration.patient(try ConnectionParameters(url))
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                try await session.query("CREATE TABLE marks (id int)")
            }
        } _: { database in
            try database.psql("INSERT INTO marks VALUES (1)")
            #expect(try database.psql("SELECT count(*) FROM marks") == "1")
            return database.name
        }
    }
}
