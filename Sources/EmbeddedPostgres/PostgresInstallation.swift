internal import Glibc

/// PostgreSQL's programs as the system's packages installed them.
struct PostgresInstallation: Equatable, Sendable {
    /// The folder that holds `postgres` and `initdb`.
    let programs: String
    let majorVersion: Int

    private static let oldestVersion = 14

    /// Where libraries lie beside the programs' folder: Debian, from source, Fedora.
    private static let libraryFolders = ["lib", "lib/postgresql", "lib64/pgsql"]

    func program(_ name: String) -> String { "\(programs)/\(name)" }

    /// Files that the server loads when needed, such as PL/pgSQL in every connection with a trigger.
    var libraries: [String] {
        let folders = Self.libraryFolders.map { "\(programs)/../\($0)" }
        let found = folders.first { Files.status($0 + "/plpgsql.so") != nil }
        guard let folder = found else { return [] }
        return Files.names(in: folder).filter { $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
    }

    /// The installation to run `cluster` with, or the first found when there is no cluster yet.
    static func find(for cluster: String) throws(EmbeddedPostgresError) -> PostgresInstallation {
        let made = Files.read(cluster + "/PG_VERSION").flatMap { Int($0.filter(\.isNumber)) }
        var others: [Int] = []
        var seen: Set<String> = []
        for candidate in candidates() where seen.insert(candidate).inserted {
            guard let installation = PostgresInstallation(programs: candidate) else { continue }
            if made == nil || made == installation.majorVersion { return try installation.checked() }
            others.append(installation.majorVersion)
        }
        guard let made, !others.isEmpty else { throw .notInstalled }
        throw .otherVersion(cluster: cluster, made: made, installed: others)
    }

    init(programs: String, majorVersion: Int) {
        self.programs = programs
        self.majorVersion = majorVersion
    }

    init?(programs: String) {
        guard Files.isExecutable(programs + "/initdb"), Files.isExecutable(programs + "/postgres"),
            let text = ChildProcess.output(of: [programs + "/postgres", "--version"]),
            let version = Self.majorVersion(text)
        else { return nil }
        self.programs = programs
        majorVersion = version
    }

    /// `postgres (PostgreSQL) 15.10 (Debian 15.10-0+deb12u1)` → 15; a beta's `17beta1` → 17.
    static func majorVersion(_ text: String) -> Int? {
        guard let marker = text.firstRange(of: "(PostgreSQL) ") else { return nil }
        return Int(text[marker.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }

    private func checked() throws(EmbeddedPostgresError) -> PostgresInstallation {
        if majorVersion < Self.oldestVersion { throw .tooOld(version: majorVersion) }
        return self
    }

    /// Where to look, best first: what `pg_config` says, Debian's folders from the newest, then the path.
    /// Lazy: the first is the right one nearly always.
    private static func candidates() -> some Sequence<String> {
        let finders: [() -> [String]] = [configured, debian, path]
        return finders.lazy.flatMap { $0() }
    }

    private static func configured() -> [String] {
        guard let program = path().map({ $0 + "/pg_config" }).first(where: Files.isExecutable),
            let text = ChildProcess.output(of: [program, "--bindir"])
        else { return [] }
        return [String(text.prefix { $0 != "\n" })]
    }

    private static func debian() -> [String] {
        let root = "/usr/lib/postgresql"
        return Files.names(in: root).compactMap(Int.init).sorted(by: >).map { "\(root)/\($0)/bin" }
    }

    private static func path() -> [String] {
        guard let value = getenv("PATH") else { return ["/usr/bin"] }
        return String(cString: value).split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
}
