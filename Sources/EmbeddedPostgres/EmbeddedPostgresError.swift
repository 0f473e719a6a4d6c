internal import Glibc

/// Why the embedded database can't run; each text says what to do about it.
package enum EmbeddedPostgresError: Error, Equatable, CustomStringConvertible {
    case alreadyServing(directory: String, pid: Int32)
    case busy(directory: String, pid: Int32)
    case notInstalled
    case tooOld(version: Int)
    case otherVersion(cluster: String, made: Int, installed: [Int])
    case noAccount
    case noSetpriv
    case noCluster(directory: String)
    case noDirectory(directory: String, reason: String)
    case unreachable(directory: String, blocking: String, account: String)
    case notPrivate(directory: String)
    case failed(what: String, log: String, lines: String)
    case notReady(seconds: Int, log: String)
    /// A file or folder: which, what went wrong, and the system's words.
    case file(String, String, String)
    case system(String)

    /// `path` and the error the last system call left.
    package static func lastError(_ path: String, _ what: String) -> EmbeddedPostgresError {
        .file(path, what, String(cString: strerror(errno)))
    }

    package var description: String {
        switch self {
        case .alreadyServing(let directory, let pid):
            "another `shipmate serve` (process \(pid)) uses \(directory); stop it, or set SHIPMATE_DATA_DIR"
        case .busy(let directory, let pid):
            "process \(pid) still uses \(directory)"
        case .notInstalled:
            "no PostgreSQL found: install it (apt-get install postgresql), or set DATABASE_URL"
        case .tooOld(let version):
            "PostgreSQL \(version) is too old: at least 14 is required"
        case .otherVersion(let cluster, let made, let installed):
            "\(cluster) was created by PostgreSQL \(made) and only \(Self.list(installed)) is installed: "
                + "install postgresql-\(made), or set SHIPMATE_DATA_DIR to a new folder"
        case .noAccount:
            "PostgreSQL can't run as root, and there is no user `postgres` to run it as: "
                + "install postgresql, or start shipmate as an ordinary user"
        case .noSetpriv:
            "PostgreSQL can't run as root, and setpriv (util-linux) is missing to run it as another user"
        case .noCluster(let directory):
            "there is no database in \(directory): set SHIPMATE_DATA_DIR or DATABASE_URL as for "
                + "`shipmate serve`; `serve` and `migrate` create a new database"
        case .noDirectory(let directory, let reason):
            "\(directory) can't be created: \(reason); set SHIPMATE_DATA_DIR to another folder, "
                + "or DATABASE_URL to a running PostgreSQL"
        case .unreachable(let directory, let blocking, let account):
            "PostgreSQL runs as user \(account) when shipmate is root, and that user may not enter \(blocking): set "
                + "SHIPMATE_DATA_DIR to a folder it can reach instead of \(directory), for example /var/lib/shipmate"
        case .notPrivate(let directory):
            """
            \(directory) belongs to another user, or is open to others: remove it, or set SHIPMATE_DATA_DIR \
            to a shorter path
            """
        case .failed(let what, let log, let lines):
            "\(what); \(log) says:\n\(lines)"
        case .notReady(let seconds, let log):
            "PostgreSQL wasn't ready within \(seconds) s; see \(log)"
        case .file(let path, let what, let reason):
            "\(path) \(what): \(reason)"
        case .system(let call):
            "\(call) failed: the system is out of resources"
        }
    }

    private static func list(_ versions: [Int]) -> String {
        versions.map(String.init).joined(separator: ", ")
    }
}
