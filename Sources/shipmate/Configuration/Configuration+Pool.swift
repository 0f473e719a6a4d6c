internal import Batching
internal import EmbeddedPostgres
internal import EventLoops
internal import Migrations
internal import Postgres
internal import Service

extension Configuration {
    /// Runs a short command with one connection, as the service, on the schema that it was made for.
    func withServicePool<Value>(
        _ urls: DatabaseURLs, on loop: isolated EventLoop, _ body: (PostgresPool) async throws -> Value
    ) async throws -> Value {
        try await withPool(try servicePostgres(urls), on: loop, body)
    }

    /// The same as the owner.
    func withOwnerPool<Value>(
        _ urls: DatabaseURLs, on loop: isolated EventLoop, _ body: (PostgresPool) async throws -> Value
    ) async throws -> Value {
        do {
            return try await withPool(try ownerPostgres(urls), on: loop, body)
        } catch {
            throw (error as? DatabaseError).map(OwnersError.init) ?? error
        }
    }

    private func withPool<Value>(
        _ database: PostgresConfiguration, on loop: isolated EventLoop,
        _ body: (PostgresPool) async throws -> Value
    ) async throws -> Value {
        var postgres = try await Startup(
            database: database, migrator: Migrator(Migrations.all), allowsUnsafeDatabase: true
        ).checkSchema(on: loop)
        postgres.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: postgres, on: loop)
        do {
            let value = try await body(pool)
            await pool.close(on: loop)
            return value
        } catch {
            await pool.close(on: loop)
            throw error
        }
    }
}
