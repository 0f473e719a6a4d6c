internal import Glibc

/// PostgreSQL's program and libraries as they were when it started. A minor upgrade replaces them under a
/// running server, and what that loads afterwards is gone or of another build.
struct InstalledFiles: Equatable, Sendable {
    /// The identity of a file among others of its name.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t
        let bytes: off_t
        let modifiedSeconds: Int
        let modifiedNanoseconds: Int
    }

    private let identities: [String: Identity]

    init(of installation: PostgresInstallation) {
        let paths = [installation.program("postgres")] + installation.libraries
        identities = Dictionary(
            uniqueKeysWithValues: paths.compactMap { path in Self.identity(path).map { (path, $0) } })
    }

    /// A file that was replaced or removed; nil while all are what they were. Added ones change nothing.
    var changed: String? {
        identities.first { path, identity in Self.identity(path) != identity }?.key
    }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(
            device: status.st_dev, inode: status.st_ino, bytes: status.st_size,
            modifiedSeconds: status.st_mtim.tv_sec, modifiedNanoseconds: status.st_mtim.tv_nsec)
    }
}
