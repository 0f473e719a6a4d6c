internal import Glibc

extension EmbeddedPostgres {
    /// For short commands: lends the database that a server runs, or runs it for as long as `body` takes.
    ///
    /// - Parameter makesMissing: whether a missing one is created; otherwise it throws.
    package static func use<Value>(
        _ directory: DataDirectory, makesMissing: Bool = true, report: @escaping Report,
        _ body: (DatabaseURLs) async throws -> Value
    ) async throws -> Value {
        switch try hold(directory, makesMissing: makesMissing, report) {
        case .served(let urls):
            return try await body(urls)
        case .own(let postgres):
            defer { postgres.stop() }
            return try await body(postgres.urls)
        }
    }

    private enum Hold {
        /// A server runs it and will stop it.
        case served(DatabaseURLs)
        case own(EmbeddedPostgres)
    }

    private static func hold(
        _ directory: DataDirectory, makesMissing: Bool, _ report: @escaping Report
    ) throws -> Hold {
        var patience = Patience(milliseconds: 60_000)
        while true {
            switch try DirectoryLock.attempt(directory.lock, for: .command) {
            case .taken(let lock):
                guard makesMissing || Files.isDirectory(directory.cluster) else {
                    throw EmbeddedPostgresError.noCluster(directory: directory.path)
                }
                return .own(try EmbeddedPostgres(directory, lock, 0, .standard, nil, report))
            case .held(let holder):
                if holder.purpose == .serve, let urls = try served(directory, by: holder.pid) {
                    return .served(urls)
                }
                guard patience.wait(10, else: { report("waiting for shipmate process \(holder.pid)") }) else {
                    throw EmbeddedPostgresError.busy(directory: directory.path, pid: holder.pid)
                }
            }
        }
    }

    /// Where the database of the server `pid` listens, once it is ready. One that an earlier server left is
    /// not it: the new one is about to stop it.
    static func served(_ directory: DataDirectory, by pid: pid_t) throws -> DatabaseURLs? {
        guard let file = PostmasterFile.read(in: directory.cluster), file.isReady,
            PostmasterFile.isPostgres(file.pid, of: directory.cluster),
            PostmasterFile.parent(of: file.pid) == pid
        else { return nil }
        let account = try ClusterAccount.owning(cluster: directory.cluster)
        return ClusterSettings.urls(SocketDirectory(path: file.socketDirectory), account: account)
    }
}
