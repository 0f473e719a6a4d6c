internal import EventLoops
internal import Glibc

/// A PostgreSQL that ends with its process: a copy of a template, in memory where there is a tmpfs.
package struct DisposableCluster: Sendable {
    private static let prefix = "shipmate-test-server-"
    /// A container's `/dev/shm` of 64 MiB has no room for databases.
    private static let freeBytesMin = 1 << 30

    package let postgres: EmbeddedPostgres
    private let directory: DataDirectory
    private let account: ClusterAccount

    /// Blocks until the database accepts connections. Call it on the main thread, as
    /// `EmbeddedPostgres.start`.
    package static func start(
        from template: ClusterTemplate, report: @escaping EmbeddedPostgres.Report
    ) throws(EmbeddedPostgresError) -> DisposableCluster {
        let parent = memory ?? temporary
        removeLeftovers(in: parent)
        let directory = try DataDirectory.prepare(try makeFolder(in: parent), isChosen: true, report: report)
        let account = try ClusterAccount.owning(cluster: template.cluster)
        do throws(EmbeddedPostgresError) {
            let postgres = try start(in: directory, from: template, account, report)
            return DisposableCluster(postgres: postgres, directory: directory, account: account)
        } catch {
            remove(directory, account)
            throw error
        }
    }

    private static func start(
        in directory: DataDirectory, from template: ClusterTemplate, _ account: ClusterAccount,
        _ report: @escaping EmbeddedPostgres.Report
    ) throws(EmbeddedPostgresError) -> EmbeddedPostgres {
        let copy = ClusterCopy(template: template.cluster, cluster: directory.cluster, account: account)
        try copy.copyFirst()
        let second = try copy.startSecond()
        try Files.replace(directory.settings, with: ClusterSettings.disposable, mode: 0o644, syncs: false)
        let postgres = try EmbeddedPostgres.start(
            directory, .template, installation: template.installation, report: report)
        do throws(EmbeddedPostgresError) { try copy.finish(second) } catch {
            postgres.stopAtOnce()
            throw error
        }
        template.note(postgres.cluster.installation)
        return postgres
    }

    /// Others can write into the parent: the folder is new, so that no file in it is theirs.
    private static func makeFolder(in parent: String) throws(EmbeddedPostgresError) -> String {
        let path = "\(parent)/\(prefix)\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard mkdir(path, 0o711) == 0 else { throw .lastError(path, "can't be created") }
        return path
    }

    /// Ends PostgreSQL at once, and removes its folder.
    package func stop() {
        postgres.stopAtOnce()
        Self.remove(directory, account)
    }

    static func remove(_ directory: DataDirectory, _ account: ClusterAccount) {
        for path in [directory.cluster, directory.path + "/socket"] {
            _ = account.succeeds(["/bin/rm", "-rf", "--", path])
        }
        _ = ChildProcess.output(of: ["/bin/rm", "-rf", "--", directory.path])
    }

    /// Folders of killed processes.
    private static func removeLeftovers(in parent: String) {
        for name in Files.names(in: parent) where name.hasPrefix(prefix) {
            guard let pid = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), kill(pid, 0) != 0,
                errno == ESRCH,
                Files.status("\(parent)/\(name)")?.st_uid == geteuid()
            else { continue }
            let directory = DataDirectory(path: "\(parent)/\(name)")
            guard let account = try? ClusterAccount.owning(cluster: directory.cluster) else { continue }
            try? Leftovers(
                cluster: directory.cluster, socket: SocketDirectory(for: directory, account: account),
                report: { _ in }
            ).clear()
            remove(directory, account)
        }
    }

    private static var memory: String? {
        var status = statvfs()
        guard statvfs("/dev/shm", &status) == 0, access("/dev/shm", W_OK) == 0 else { return nil }
        return Int(status.f_bavail) * Int(status.f_frsize) >= freeBytesMin ? "/dev/shm" : nil
    }

    private static var temporary: String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        // Root's may be closed to PostgreSQL's user.
        return folder.hasPrefix("/") && geteuid() != 0 ? folder : "/tmp"
    }
}

extension EmbeddedPostgres {
    /// The connection string of a database, as one of the cluster's roles.
    package func url(of database: String, as role: Role) -> String {
        ClusterSettings.url(of: database, as: role.name, cluster.socket, cluster.account)
    }

    package enum Role: Sendable {
        case superuser
        case service

        var name: String { self == .superuser ? ClusterSettings.superuser : ClusterSettings.service }
    }

    /// Immediate shutdown, of a database that is not used again.
    func stopAtOnce() {
        let running = state.withLock { state in
            state.isStopping = true
            return state.child
        }
        if let running {
            for signal in [SIGQUIT, SIGKILL] {
                running.signal(signal)
                if running.wait(milliseconds: 3_000) != nil { break }
            }
        }
        stop()
    }
}
