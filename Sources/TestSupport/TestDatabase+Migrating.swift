internal import EventLoops
internal import Migrations
internal import Postgres

extension TestDatabase {
    /// Applies the first migrations, as a version that had no others did.
    package func migrate(upTo number: Int) async throws {
        let configuration = PostgresConfiguration.patient(try parameters)
        try await TestEngine.migrating {
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                _ = try await Migrator(Array(Migrations.all.prefix(number))).apply(through: session)
            }
        }
    }
}
