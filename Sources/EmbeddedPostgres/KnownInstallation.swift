internal import Glibc

/// A note beside a template of the installation that made it. To ask PostgreSQL's programs costs a tenth of a
/// second or less, and a test server starts often.
struct KnownInstallation {
    let path: String

    /// Nil where the program was replaced or removed since.
    func read() -> PostgresInstallation? {
        guard let lines = Files.read(path)?.split(separator: "\n").map(String.init), lines.count == 3,
            let version = Int(lines[1]), Self.identity(of: lines[0]) == lines[2]
        else { return nil }
        return PostgresInstallation(programs: lines[0], majorVersion: version)
    }

    /// A note that can't be written is missed, and nothing else.
    func write(_ installation: PostgresInstallation) {
        guard let identity = Self.identity(of: installation.programs) else { return }
        let lines = [installation.programs, "\(installation.majorVersion)", identity]
        try? Files.replace(path, with: lines.joined(separator: "\n"), mode: 0o644, syncs: false)
    }

    private static func identity(of programs: String) -> String? {
        Files.status(programs + "/postgres").map {
            "\($0.st_dev) \($0.st_ino) \($0.st_size) \($0.st_mtim.tv_sec).\($0.st_mtim.tv_nsec)"
        }
    }
}
