package import Postgres

/// A throw-away PostgreSQL cluster of the installed binaries, on a Unix socket in a temporary folder.
///
/// A shell waits for the end of a pipe that only this process holds. When the process ends, also by a
/// crash, the shell stops the server and removes the folder.
package final class TestCluster: Sendable {
    /// Holds the socket (its `host`), the data and the log.
    package let folder: String
    /// The folders of all that make it up: one, or Citus' coordinator and then its workers.
    package let nodes: [String]
    private let binaries: String
    private let watchdog: Int32

    /// The options of a cluster.
    package struct Options: Sendable {
        /// Off, as tests want to be quick more than they want to survive a power cut.
        package var isDurable = false
        package var connectionsMax = 500
        /// Lines of `postgresql.conf`.
        package var settings: [String] = []
        /// Lines of `pg_hba.conf`, before those that admit all local clients.
        package var access: [String] = []

        package init() {}
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let started = Result { try TestCluster() }

    /// The one cluster that the tests of a process share; it starts with its first use.
    package static func shared() throws -> TestCluster {
        try started.get()
    }

    /// Makes and starts a cluster of one's own: for tests that stop it.
    ///
    /// - Parameter primary: whose standby it is, until `promote`.
    package init(_ options: Options = Options(), following primary: TestCluster? = nil) throws {
        binaries = try Self.findBinaries()
        folder = try Shell.makeFolder()
        nodes = [folder] + (0..<TestEngine.workers).map { [folder] in "\(folder)/worker\($0)" }
        let stopping = nodes.map { [binaries] in
            "\(Shell.asPostgres) \(binaries)/pg_ctl -D \($0)/data -m immediate stop"
        }
        watchdog = try Shell.spawnWatchdog("\(stopping.joined(separator: "; ")); rm -rf \(folder)")
        for node in nodes { try make(node, options, following: primary) }
        try start()
        if TestEngine.isCitus { try introduceNodes() }
    }

    private func make(_ node: String, _ options: Options, following primary: TestCluster?) throws {
        let making =
            if let primary {
                "pg_basebackup -h \(primary.folder) -U postgres -D \(node)/data -R -c fast --no-sync"
            } else {
                """
                initdb -D \(node)/data -U postgres -A trust -E UTF8 --no-locale --no-sync --no-instructions
                """
            }
        try Shell.run("\(Shell.asPostgres) mkdir -p \(node) && \(Shell.asPostgres) \(binaries)/\(making)")
        let settings = Self.settings(options, folder: node).joined(separator: "\n")
        try Shell.run("cat >> \(node)/data/postgresql.conf <<'END'\n\(settings)\nEND")
        try Shell.run(
            "cat >> \(node)/data/pg_hba.conf <<'END'\n\(options.access.joined(separator: "\n"))\nEND")
    }

    deinit {
        Shell.close(watchdog)
    }

    /// A connection string for a database, by default as the superuser `postgres`.
    package func url(database: String = "postgres", user: String = "postgres") -> String {
        "host=\(folder) user=\(user) dbname=\(database)"
    }

    package func parameters(database: String = "postgres") throws -> ConnectionParameters {
        try ConnectionParameters(url(database: database))
    }

    /// Of a database that every node has, at each of them.
    func parametersOfNodes() throws -> [ConnectionParameters] {
        try nodes.map { try ConnectionParameters("host=\($0) user=postgres dbname=postgres") }
    }

    /// Returns when the server takes connections.
    ///
    /// - Parameter node: one of `nodes`; all by default.
    package func start(_ node: String? = nil) throws {
        for node in node.map({ [$0] }) ?? nodes {
            // Citus connects as any client does, which looks for certificates at home.
            try Shell.run(
                """
                HOME=\(node) \(Shell.asPostgres) \(binaries)/pg_ctl -D \(node)/data -l \(node)/log \
                -w -t 180 start \
                || { cat \(node)/log >&2; false; }
                """)
        }
    }

    /// Stops the server at once, as a crash would; sessions end without a word of farewell.
    package func stop() throws {
        for node in nodes {
            try Shell.run("\(Shell.asPostgres) \(binaries)/pg_ctl -D \(node)/data -m immediate -w stop")
        }
    }

    /// Ends the server, or another of `nodes`, and all its processes, be they frozen.
    package func kill(_ node: String? = nil) throws {
        try Shell.run(
            """
            pid=$(head -1 \(node ?? folder)/data/postmaster.pid)
            kill -STOP $pid
            processes="$(cat /proc/$pid/task/$pid/children) $pid"
            kill -KILL $processes 2>/dev/null
            for process in $processes; do while kill -0 $process 2>/dev/null; do sleep 0.02; done; done
            """)
    }

    /// Takes writes from now on, instead of the primary that it followed.
    package func promote() throws {
        try Shell.run("\(Shell.asPostgres) \(binaries)/pg_ctl -D \(folder)/data -w promote")
    }

    /// Whether the installed PostgreSQL was built with TLS.
    package static let hasTLS: Bool =
        (try? Shell.output("ldd \(findBinaries())/postgres | grep -c libssl")) != nil

    /// The installed PostgreSQL's major version.
    package static let version: Int? =
        (try? Shell.output("\(findBinaries())/postgres --version | grep -oE '[0-9]+' | head -n 1")).flatMap {
            Int($0)
        }

    /// Everything that a database holds, as SQL.
    ///
    /// - Parameter options: pg_dump's.
    package func dump(
        of database: String, _ options: String = "--no-owner --no-privileges"
    ) throws -> String {
        try Shell.output(
            "\(binaries)/pg_dump \(options) 'host=\(folder) user=postgres dbname=\(database)'")
    }

    /// Runs SQL through psql, apart from any code under test, and gives the rows with `|` between columns.
    @discardableResult
    package func psql(
        _ sql: String, database: String = "postgres", user: String = "postgres", node: String? = nil
    ) throws -> String {
        let url = "host=\(node ?? folder) user=\(user) dbname=\(database)"
        return try Shell.output(
            """
            \(binaries)/psql -X -q -A -t -v ON_ERROR_STOP=1 '\(url)' <<'END_OF_SQL'
            \(sql)
            END_OF_SQL
            """)
    }

    /// Runs a script as the server's user, with PostgreSQL's programs in its path and its socket in `PGHOST`.
    @discardableResult
    package func shell(_ script: String) throws -> String {
        try Shell.output(
            """
            cd \(folder)
            PATH="\(binaries):$PATH" PGHOST=\(folder) \(Shell.asPostgres) bash -eu <<'END_OF_SCRIPT'
            \(script)
            END_OF_SCRIPT
            """)
    }

    /// Freezes the server and all its processes while `body` runs: nothing answers, nothing is refused.
    package func whileFrozen<Value>(_ body: () async throws -> Value) async throws -> Value {
        // The first process before its children, so that none is added; an ended one is not harmed.
        let processes = try Shell.output(
            """
            pid=$(head -1 \(folder)/data/postmaster.pid) && kill -STOP $pid || exit 1
            children=$(cat /proc/$pid/task/$pid/children)
            for child in $children; do kill -STOP $child 2>/dev/null; done
            echo $pid $children
            """)
        defer {
            _ = try? Shell.output(
                "for process in \(processes); do kill -CONT $process 2>/dev/null; done; true")
        }
        return try await body()
    }

    private static func settings(_ options: Options, folder: String) -> [String] {
        let durability = options.isDurable ? "on" : "off"
        return [
            "listen_addresses = ''", "unix_socket_directories = '\(folder)'",
            "max_connections = \(options.connectionsMax)", "shared_buffers = 64MB",
            "fsync = \(durability)", "full_page_writes = \(durability)",
            "synchronous_commit = \(durability)", "deadlock_timeout = 100ms", "autovacuum = off",
            "log_min_messages = fatal",
        ] + TestEngine.settings + options.settings
    }

    private static func findBinaries() throws -> String {
        let found = try Shell.output(
            """
            for dir in "$(pg_config --bindir 2>/dev/null)" $(ls -d /usr/lib/postgresql/*/bin | sort -rV); do
                [ -x "$dir/initdb" ] && [ -x "$dir/pg_ctl" ] && echo "$dir" && break
            done
            """)
        guard !found.isEmpty else { throw Failure(description: "no PostgreSQL server is installed") }
        return found
    }
}
