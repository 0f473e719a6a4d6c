internal import Glibc

/// The system user that runs PostgreSQL and owns its files. It is our own user, except for root, which
/// PostgreSQL refuses: then it is the owner of existing files, or else `postgres`.
struct ClusterAccount: Equatable, Sendable {
    let name: String
    let uid: uid_t
    let gid: gid_t

    /// We are root and run PostgreSQL as another user.
    var isOther: Bool { uid != geteuid() }

    /// - Parameter cluster: PostgreSQL's folder, where there already is one.
    static func owning(cluster: String) throws(EmbeddedPostgresError) -> ClusterAccount {
        guard geteuid() == 0 else { return try current() }
        if let status = Files.status(cluster), status.st_uid != 0 { return try found(uid: status.st_uid) }
        return try found { getpwnam_r("postgres", $0, $1, $2, $3) }
    }

    /// The user that runs shipmate.
    static func current() throws(EmbeddedPostgresError) -> ClusterAccount {
        try found(uid: geteuid())
    }

    /// The command line that runs `arguments` as this user from the root folder: PostgreSQL wants a working
    /// directory it may enter.
    ///
    /// - Parameter stopSignal: what the child gets when we die without a word, by name; the next start stops
    ///   it anyway.
    ///   Only for children of the main thread: Linux sends it when the thread that started the child ends.
    func command(_ arguments: [String], stopSignal: String? = nil) throws(EmbeddedPostgresError) -> [String] {
        var options: [String] = []
        if isOther { options += ["--reuid=\(uid)", "--regid=\(gid)", "--init-groups"] }
        if let stopSignal, Self.isMainThread { options += ["--pdeathsig", stopSignal] }
        let prefix = ["/usr/bin/env", "-C", "/"]
        if options.isEmpty { return prefix + arguments }
        guard let setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].first(where: Files.isExecutable) else {
            if isOther { throw .noSetpriv }
            return prefix + arguments
        }
        return prefix + [setpriv] + options + ["--"] + arguments
    }

    /// Runs a short program as this user; true when it exits 0.
    func succeeds(_ arguments: [String]) -> Bool {
        guard let command = try? command(arguments), let child = try? ChildProcess.start(command) else {
            return false
        }
        return child.wait(milliseconds: 60_000)?.isSuccess == true
    }

    /// Makes a folder this user's own, closed to all others, or checks that it is.
    func ownDirectory(_ path: String) throws(EmbeddedPostgresError) {
        if mkdir(path, 0o700) == 0 {
            if isOther && chown(path, uid, gid) != 0 { throw .lastError(path, "can't be given to \(name)") }
        } else if errno != EEXIST {
            throw .lastError(path, "can't be created")
        }
        guard let status = Files.status(path), status.st_mode & S_IFMT == S_IFDIR, status.st_uid == uid,
            status.st_mode & 0o077 == 0
        else { throw .notPrivate(directory: path) }
    }

    private static var isMainThread: Bool {
        Files.link("/proc/thread-self") == "\(getpid())/task/\(getpid())"
    }

    private static func found(uid: uid_t) throws(EmbeddedPostgresError) -> ClusterAccount {
        try found { getpwuid_r(uid, $0, $1, $2, $3) }
    }

    private typealias Lookup = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32

    private static func found(_ look: Lookup) throws(EmbeddedPostgresError) -> ClusterAccount {
        let account = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            var entry = passwd()
            var result: UnsafeMutablePointer<passwd>?
            guard look(&entry, buffer.baseAddress!, buffer.count, &result) == 0, result != nil else {
                return ClusterAccount?.none
            }
            return ClusterAccount(name: String(cString: entry.pw_name), uid: entry.pw_uid, gid: entry.pw_gid)
        }
        guard let account else { throw .noAccount }
        return account
    }
}
