internal import EmbeddedPostgres

extension Configuration {
    /// Runs a body with the configured database: the given one, or the embedded one, which is started if
    /// necessary. For `migrate`, which creates it if it is missing, `keys`, `check` and `links import`.
    func withDatabase<Value>(
        makesMissing: Bool, report: @escaping EmbeddedPostgres.Report,
        _ body: (DatabaseURLs) async throws -> Value
    ) async throws -> Value {
        if let urls = database.source.urls { return try await body(urls) }
        if !makesMissing {
            try DataDirectory.requireCluster(dataDirectory, isChosen: isDataDirectoryChosen)
        }
        return try await EmbeddedPostgres.use(
            try preparedDataDirectory(report), makesMissing: makesMissing, report: report, body)
    }

    /// Starts the embedded database for `serve`, or returns nil when the configuration names another.
    func startEmbeddedDatabase(
        report: @escaping EmbeddedPostgres.Report
    ) throws(EmbeddedPostgresError) -> EmbeddedPostgres? {
        guard database.source.isEmbedded else { return nil }
        return try .start(
            try preparedDataDirectory(report), connectionsMin: loops * database.connectionsPerLoop,
            report: report)
    }

    func preparedDataDirectory(
        _ report: EmbeddedPostgres.Report
    ) throws(EmbeddedPostgresError) -> DataDirectory {
        try .prepare(dataDirectory, isChosen: isDataDirectoryChosen, report: report)
    }
}
