internal import Glibc

/// PostgreSQL's folder: made whole or not at all, and started.
struct Cluster: Sendable {
    let directory: DataDirectory
    let account: ClusterAccount
    let installation: PostgresInstallation
    let socket: SocketDirectory
    /// Connections the service will open.
    let connectionsMin: Int
    let kind: Kind

    enum Kind: Sendable {
        case standard
        /// Small, since it is copied for each test server.
        case template
    }

    private static let logBytesMax = 16 << 20

    var exists: Bool { Files.isDirectory(directory.cluster) }

    /// Makes the cluster with its roles and database under another name and then renames it: whatever kills
    /// us on the way, the next start finds a whole one or none.
    func create() throws(EmbeddedPostgresError) {
        let unfinished = directory.unfinishedCluster
        try account.ownDirectory(unfinished)
        let log = try openLog()
        defer { close(log.descriptor) }
        let made = try ChildProcess.start(
            initialization(unfinished), output: log.descriptor, errors: log.descriptor)
        guard made.wait(milliseconds: 300_000)?.isSuccess == true else {
            throw failed("initdb could not create a cluster", since: log.offset)
        }
        let single = [
            installation.program("postgres"), "--single", "-D", unfinished, "-c", "exit_on_error=on",
            "template1",
        ]
        let filled = try ChildProcess.run(
            try account.command(single, stopSignal: "KILL"), input: ClusterSettings.bootstrap,
            output: log.descriptor)
        guard filled?.isSuccess == true else {
            throw failed("the new cluster could not be set up", since: log.offset)
        }
        guard rename(unfinished, directory.cluster) == 0 else {
            throw .lastError(directory.cluster, "can't be created")
        }
        try persist(directory.path)
    }

    /// Removes what a killed `create` left, as its owner: root doesn't walk through another user's folder.
    func removeUnfinished() {
        for path in directory.unfinishedClusters {
            _ = account.succeeds(["/bin/rm", "-rf", "--", path])
            rmdir(path)
        }
    }

    /// Writes the files that say how it is configured and who may connect.
    func configure() throws(EmbeddedPostgresError) {
        if Files.status(directory.settings) == nil {
            let settings = ClusterSettings.file(memoryBytes: MachineMemory.bytes)
            try Files.replace(directory.settings, with: settings, mode: 0o644)
        }
        let ours = try ClusterAccount.current().name
        try Files.replace(directory.access, with: ClusterSettings.access, mode: 0o644)
        try Files.replace(
            directory.identities, with: ClusterSettings.identities([ours, account.name]), mode: 0o644)
        try socket.prepare(account)
    }

    /// Starts PostgreSQL without waiting for it. Returns the log's length before, where its words begin.
    func start() throws(EmbeddedPostgresError) -> (child: ChildProcess, logOffset: Int) {
        let log = try openLog()
        defer { close(log.descriptor) }
        let arguments = ClusterSettings.arguments(directory, socket: socket, connectionsMin: connectionsMin)
        let command = try account.command([installation.program("postgres")] + arguments, stopSignal: "INT")
        return (try ChildProcess.start(command, output: log.descriptor, errors: log.descriptor), log.offset)
    }

    func failed(_ what: String, since offset: Int) -> EmbeddedPostgresError {
        .failed(what: what, log: directory.log, lines: Files.tail(directory.log, from: offset))
    }

    /// Keeps the log from filling the disk while PostgreSQL writes to it; it appends, so it goes on from the
    /// start.
    func boundLog() {
        guard let status = Files.status(directory.log), status.st_size > Self.logBytesMax else { return }
        truncate(directory.log, 0)
    }

    private func initialization(_ path: String) throws(EmbeddedPostgresError) -> [String] {
        // Names compare byte by byte, which is fast and never changes with a C library; letters are still
        // letters.
        let options = [
            "--username=\(ClusterSettings.superuser)", "--auth-local=peer", "--auth-host=reject",
            "--data-checksums",
            "--encoding=UTF8", "--locale=C", "--lc-ctype=C.UTF-8", "--no-instructions",
        ]
        let small = kind == .template ? ["--wal-segsize=1"] : []
        return try account.command(
            [installation.program("initdb"), "-D", path] + options + small, stopSignal: "KILL")
    }

    /// Opens the log for appending; a long one is put aside first, replacing the one before.
    private func openLog() throws(EmbeddedPostgresError) -> (descriptor: Int32, offset: Int) {
        if let status = Files.status(directory.log), status.st_size > Self.logBytesMax / 4 {
            rename(directory.log, directory.log + ".1")
        }
        let descriptor = try Files.open(directory.log, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        return (descriptor, Int(lseek(descriptor, 0, SEEK_END)))
    }

    private func persist(_ path: String) throws(EmbeddedPostgresError) {
        let descriptor = try Files.open(path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw .lastError(path, "can't be synced") }
    }
}
