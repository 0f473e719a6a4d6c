/// PgBouncer in front of a cluster, on a Unix socket in a folder of its own; it ends with this process.
package final class TestPooler: Sendable {
    package enum Mode: String, Sendable {
        case session
        case transaction
        case statement
    }

    /// Holds the socket: a connection string's `host`.
    package let folder: String
    private let watchdog: Int32

    /// Whether prepared statements go where their connection goes in transaction mode: since 1.21.
    package static let keepsStatements: Bool = {
        let version = (try? Shell.output("\(path) pgbouncer --version | head -1")) ?? ""
        let numbers = version.split { !$0.isNumber }.compactMap { Int($0) }
        return numbers.count > 1 && (numbers[0], numbers[1]) >= (1, 21)
    }()

    /// Debian has it where root alone looks.
    private static let path = "PATH=$PATH:/usr/sbin"

    package init(_ mode: Mode, before cluster: TestCluster) throws {
        folder = try Shell.makeFolder()
        watchdog = try Shell.spawnWatchdog("kill $(cat \(folder)/pid); rm -rf \(folder)")
        let settings = Self.settings(mode, folder: folder, cluster: cluster).joined(separator: "\n")
        try Shell.run(
            """
            echo '"postgres" ""' >\(folder)/users; cat >\(folder)/settings <<'END'
            \(settings)
            END
            \(Self.path) \(Shell.asPostgres) pgbouncer --daemon --quiet \(folder)/settings || exit 1
            for try in $(seq 3000); do [ -S \(folder)/.s.PGSQL.5432 ] && exit; sleep 0.02; done
            cat \(folder)/log >&2; exit 1
            """)
    }

    deinit {
        Shell.close(watchdog)
    }

    private static func settings(_ mode: Mode, folder: String, cluster: TestCluster) -> [String] {
        [
            "[databases]", "* = host=\(cluster.folder)",
            "[pgbouncer]", "listen_port = 5432", "unix_socket_dir = \(folder)", "auth_type = trust",
            "auth_file = \(folder)/users", "logfile = \(folder)/log", "pidfile = \(folder)/pid",
            "pool_mode = \(mode)", "max_client_conn = 200", "default_pool_size = 60",
        ] + (keepsStatements ? ["max_prepared_statements = 200"] : [])
    }
}
