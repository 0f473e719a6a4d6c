internal import EventLoops
internal import Glibc

/// A PostgreSQL of our own, in the data directory: running from `start` to `stop`, on a Unix socket that no
/// other user can reach.
package final class EmbeddedPostgres: Sendable {
    package typealias Report = @Sendable (String) -> Void

    package let urls: DatabaseURLs
    let cluster: Cluster
    let report: Report
    let state: Locked<State>

    struct State: Sendable {
        /// Nil while it is being started again, and once stopped.
        var child: ChildProcess?
        /// Ours until PostgreSQL is gone; given back by `stop`.
        var lock: DirectoryLock?
        var isStopping = false
        /// The files that it was started from.
        var files: InstalledFiles
        /// That those files are there no more, and what to do.
        var warning: String?
    }

    /// Blocks until the database accepts connections. Call it on the main thread: PostgreSQL is then told to
    /// stop even when we are killed.
    ///
    /// - Parameters:
    ///   - connectionsMin: connections the service will open.
    ///   - report: gets a line for each thing worth telling.
    package static func start(
        _ directory: DataDirectory, connectionsMin: Int = 0, report: @escaping Report
    ) throws(EmbeddedPostgresError) -> EmbeddedPostgres {
        try start(directory, .standard, connectionsMin: connectionsMin, report: report)
    }

    static func start(
        _ directory: DataDirectory, _ kind: Cluster.Kind, installation: PostgresInstallation? = nil,
        connectionsMin: Int = 0, report: @escaping Report
    ) throws(EmbeddedPostgresError) -> EmbeddedPostgres {
        let lock = try waitForLock(directory, report)
        return try EmbeddedPostgres(directory, lock, connectionsMin, kind, installation, report)
    }

    /// Starts it for the holder of `lock`.
    init(
        _ directory: DataDirectory, _ lock: DirectoryLock, _ connectionsMin: Int, _ kind: Cluster.Kind,
        _ installation: PostgresInstallation?, _ report: @escaping Report
    ) throws(EmbeddedPostgresError) {
        ChildProcess.keepDescriptorsFromChildren()
        let account = try ClusterAccount.owning(cluster: directory.cluster)
        let socket = SocketDirectory(for: directory, account: account)
        cluster = Cluster(
            directory: directory, account: account,
            installation: try Self.installation(installation, directory),
            socket: socket, connectionsMin: connectionsMin, kind: kind)
        urls = ClusterSettings.urls(socket, account: account)
        self.report = report
        let files = InstalledFiles(of: cluster.installation)
        state = Locked(State(child: try Self.launch(cluster, report), lock: lock, files: files))
    }

    private static func installation(
        _ known: PostgresInstallation?, _ directory: DataDirectory
    ) throws(EmbeddedPostgresError) -> PostgresInstallation {
        if let known { return known }
        return try PostgresInstallation.find(for: directory.cluster)
    }

    var pid: pid_t? { state.withLock { $0.child?.pid } }

    /// Advice for an operator, in words.
    package var warnings: [String] { state.withLock { $0.warning.map { [$0] } ?? [] } }

    /// Fast shutdown: open transactions are rolled back, everything committed stays. Returns when
    /// PostgreSQL has stopped, for concurrent callers too.
    package func stop() {
        let running = state.withLock { state in
            state.isStopping = true
            return state.child
        }
        if let running { end(running) }
        state.withLock { state in
            state.child = nil
            state.lock = nil
        }
    }

    private func end(_ running: ChildProcess) {
        for (signal, milliseconds) in [(SIGINT, 10_000), (SIGQUIT, 5_000), (SIGKILL, 5_000)] {
            running.signal(signal)
            if running.wait(milliseconds: milliseconds) != nil { return }
            report("PostgreSQL did not stop within \(milliseconds / 1000) s")
        }
    }

    private static func waitForLock(
        _ directory: DataDirectory, _ report: Report
    ) throws(EmbeddedPostgresError) -> DirectoryLock {
        var patience = Patience(milliseconds: 30_000)
        while true {
            switch try DirectoryLock.attempt(directory.lock, for: .serve) {
            case .taken(let lock): return lock
            case .held(let holder) where holder.purpose == .serve:
                throw .alreadyServing(directory: directory.path, pid: holder.pid)
            case .held(let holder):
                guard patience.wait(10, else: { report("waiting for shipmate process \(holder.pid)") }) else {
                    throw .busy(directory: directory.path, pid: holder.pid)
                }
            }
        }
    }

    private static func launch(_ cluster: Cluster, _ report: @escaping Report) throws(EmbeddedPostgresError)
        -> ChildProcess
    {
        cluster.removeUnfinished()
        if cluster.exists {
            let path = cluster.directory.cluster
            try Leftovers(cluster: path, socket: cluster.socket, report: report).clear()
        } else {
            report(
                "creating a PostgreSQL \(cluster.installation.majorVersion) database in \(cluster.directory.path)"
            )
            try cluster.create()
        }
        try cluster.configure()
        let (child, logOffset) = try cluster.start()
        try waitUntilReady(child, cluster, logOffset, report)
        return child
    }

    private static func waitUntilReady(
        _ child: ChildProcess, _ cluster: Cluster, _ logOffset: Int, _ report: Report
    ) throws(EmbeddedPostgresError) {
        let seconds = 300
        var patience = Patience(milliseconds: seconds * 1000)
        while true {
            if let file = PostmasterFile.read(in: cluster.directory.cluster), file.pid == child.pid,
                file.isReady
            {
                return
            }
            if let exit = child.poll() {
                throw cluster.failed("PostgreSQL ended while starting (\(exit))", since: logOffset)
            }
            guard
                patience.wait(
                    1, else: { report("PostgreSQL is still starting; see \(cluster.directory.log)") })
            else {
                child.signal(SIGINT)
                throw .notReady(seconds: seconds, log: cluster.directory.log)
            }
        }
    }
}
