internal import EventLoops
internal import Migrations
package import Postgres

extension TestDatabase {
    /// Applies the first migrations, as a version that had no others did.
    package func migrate(upTo number: Int) async throws {
        try await migrate(by: Array(Migrations.all.prefix(number)))
    }

    /// Applies those that are due, as a version that carries these does.
    package func migrate(by migrations: [Migration]) async throws {
        let configuration = PostgresConfiguration.patient(try parameters)
        try await TestEngine.migrating {
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                _ = try await Migrator(migrations).apply(through: session)
            }
        }
    }
}
