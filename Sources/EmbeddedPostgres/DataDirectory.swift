internal import Glibc

/// `SHIPMATE_DATA_DIR`: its content, and how it is created. It belongs to shipmate's user; inside it
/// PostgreSQL's user only owns the cluster and its socket.
package struct DataDirectory: Equatable, Sendable {
    /// Absolute, links resolved.
    package let path: String

    var cluster: String { path + "/postgres" }
    var lock: String { path + "/lock" }
    var log: String { path + "/postgres.log" }
    var settings: String { path + "/postgresql.conf" }
    var access: String { path + "/pg_hba.conf" }
    var identities: String { path + "/pg_ident.conf" }

    static let unfinishedPrefix = "postgres.unfinished-"

    /// Where a new cluster is made, to be renamed when it is whole.
    var unfinishedCluster: String { "\(path)/\(Self.unfinishedPrefix)\(getpid())" }

    var unfinishedClusters: [String] {
        Files.names(in: path).filter { $0.hasPrefix(Self.unfinishedPrefix) }.map { "\(path)/\($0)" }
    }

    /// Makes the folder, and sees that PostgreSQL's user can reach into it.
    ///
    /// - Parameter isChosen: whether the folder was set, and no other will do. The default, for example in
    ///   a checkout below root's home, is replaced by a folder under /var/lib that PostgreSQL's user can
    ///   reach.
    package static func prepare(
        _ path: String, isChosen: Bool, report: (String) -> Void
    ) throws(EmbeddedPostgresError) -> DataDirectory {
        let directory = try make(path)
        let account = try ClusterAccount.owning(cluster: directory.cluster)
        guard let blocking = directory.blocking(account) else { return directory }
        rmdir(directory.path)
        guard !isChosen else {
            throw .unreachable(directory: directory.path, blocking: blocking, account: account.name)
        }
        let fallback = directory.fallback.path
        report("user \(account.name) may not enter \(blocking): the database lives in \(fallback) instead")
        return try prepare(fallback, isChosen: true, report: report)
    }

    /// For callers that don't create a database: throws if there is none, and leaves nothing behind.
    package static func requireCluster(_ path: String, isChosen: Bool) throws(EmbeddedPostgresError) {
        let directory = DataDirectory(path: Files.resolved(path) ?? absolute(path))
        let isMade = directory.isMade || (!isChosen && directory.fallback.isMade)
        guard isMade else { throw .noCluster(directory: directory.path) }
    }

    /// A server that is still creating the cluster already holds the lock. An unreadable folder fails when
    /// it is used.
    private var isMade: Bool {
        Files.isDirectory(cluster) || Files.status(lock) != nil
            || Files.isDirectory(path) && !Files.isExecutable(path)
    }

    /// Where the database lives if PostgreSQL's user can't reach into this folder, and it is but the default.
    private var fallback: DataDirectory {
        DataDirectory(path: "/var/lib/shipmate/\(PathHash.text(path))")
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(Files.resolved(".") ?? "")/\(path)"
    }

    private static func make(_ path: String) throws(EmbeddedPostgresError) -> DataDirectory {
        let parts = path.split(separator: "/")
        var parent = path.hasPrefix("/") ? "" : "."
        for part in parts.dropLast() {
            parent += "/" + part
            try Files.makeDirectory(parent, mode: 0o755)
        }
        let whole = parent + "/" + (parts.last ?? "")
        // As root, PostgreSQL's user must be able to pass through to what is its own; it can't list what else
        // is here.
        try Files.makeDirectory(whole, mode: geteuid() == 0 ? 0o711 : 0o700)
        guard let resolved = Files.resolved(whole), let status = Files.status(resolved) else {
            throw .lastError(path, "can't be used")
        }
        let isPassable = status.st_mode & 0o011 == 0o011
        if geteuid() == 0 && status.st_uid == 0 && !isPassable {
            chmod(resolved, status.st_mode & 0o7777 | 0o011)
        }
        return DataDirectory(path: resolved)
    }

    /// Whether any user may enter every folder on the way, which needs no process to find out.
    private var isOpenToAll: Bool {
        var parent = ""
        return path.split(separator: "/").allSatisfy { part in
            parent += "/" + part
            return Files.status(parent).map { $0.st_mode & S_IXOTH != 0 } ?? false
        }
    }

    /// The first folder on the way that PostgreSQL's user may not enter, or nil when the way is free.
    private func blocking(_ account: ClusterAccount) -> String? {
        func mayEnter(_ path: String) -> Bool { account.succeeds(["/usr/bin/test", "-x", path]) }
        if !account.isOther || isOpenToAll || mayEnter(path) { return nil }
        var parent = ""
        for part in path.split(separator: "/") {
            parent += "/" + part
            if !mayEnter(parent) { return parent }
        }
        return path
    }
}

/// A short name for a path: FNV-1a (Fowler, Noll, Vo), 64 bits.
enum PathHash {
    static func text(_ path: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
