extension TestServer {
    /// Runs `body` with servers that share a fresh database, as processes beside each other do.
    ///
    /// - Parameter prepare: gets the database before they start.
    package static func with<Value>(
        count: Int, prepare: (TestDatabase) async throws -> Void = { _ in },
        _ body: ([TestServer]) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.withSchema { database in
            try await prepare(database)
            var servers: [TestServer] = []
            let result: Result<Value, any Error>
            do {
                for _ in 0..<count { servers.append(try await start(on: database)) }
                result = .success(try await body(servers))
            } catch {
                result = .failure(error)
            }
            for server in servers { await server.stop() }
            return try result.get()
        }
    }

    /// Runs `body` with a server on a fresh database whose clock tests move.
    package static func withMovableClock<Value>(
        prepare: (TestDatabase) async throws -> Void = { _ in }, _ body: (TestServer) async throws -> Value
    ) async throws -> Value {
        try await with(
            count: 1,
            prepare: { database in
                try database.makeClockMovable()
                try await prepare(database)
            }, { try await body($0[0]) })
    }
}
