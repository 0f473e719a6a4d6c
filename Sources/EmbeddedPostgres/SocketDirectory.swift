internal import Glibc

/// Where the embedded PostgreSQL listens: a folder that only its user may enter, and no TCP port at all.
struct SocketDirectory: Equatable, Sendable {
    /// PostgreSQL's name for the socket of a port.
    private static let socketName = ".s.PGSQL.5432"
    /// `sun_path` of unix(7) is 108 bytes with its closing NUL.
    private static let pathBytesMax = 107

    let path: String

    /// libpq takes a comma in a host for the end of it.
    static func fits(_ path: String) -> Bool {
        "\(path)/\(socketName)".utf8.count <= pathBytesMax && !path.contains(",")
    }

    /// The data directory's own, or a short private one named after it when a socket can't be there.
    init(for directory: DataDirectory, account: ClusterAccount) {
        let inside = directory.path + "/socket"
        path = Self.fits(inside) ? inside : Self.short(directory, account)
    }

    init(path: String) {
        self.path = path
    }

    /// Creates it, or checks that it is private: a folder in /tmp could belong to another user.
    func prepare(_ account: ClusterAccount) throws(EmbeddedPostgresError) {
        try account.ownDirectory(path)
    }

    /// Removes what a killed PostgreSQL left. Only while none runs: a number that another process now has
    /// would otherwise keep PostgreSQL from starting.
    func clear() {
        unlink("\(path)/\(Self.socketName)")
        unlink("\(path)/\(Self.socketName).lock")
    }

    private static func short(_ directory: DataDirectory, _ account: ClusterAccount) -> String {
        let name = "shipmate-\(account.uid)-\(PathHash.text(directory.path))"
        if account.isOther {
            // Only root can create files there first.
            return Files.isDirectory("/run") ? "/run/\(name)" : "/tmp/\(name)"
        }
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        let isUsable = runtime.hasPrefix("/") && fits("\(runtime)/\(name)") && access(runtime, W_OK) == 0
        return isUsable ? "\(runtime)/\(name)" : "/tmp/\(name)"
    }
}
