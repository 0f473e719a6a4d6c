/// The texts that configure the embedded PostgreSQL.
enum ClusterSettings {
    static let database = "shipmate"
    static let owner = "shipmate_owner"
    static let service = "shipmate_service"
    static let superuser = "postgres"

    /// Runs once, on `template1`, before clients can connect: the two roles, and a database of the owner.
    /// One statement a line, which is how `postgres --single` reads.
    static let bootstrap = """
        ALTER SCHEMA public OWNER TO pg_database_owner;
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
        CREATE ROLE \(owner) LOGIN;
        CREATE ROLE \(service) LOGIN;
        CREATE DATABASE \(database) OWNER \(owner);
        REVOKE ALL ON DATABASE \(database) FROM PUBLIC;
        GRANT CONNECT ON DATABASE \(database) TO \(service);

        """

    /// Written once, when the cluster is made; theirs to change who run it.
    static func file(memoryBytes: Int) -> String {
        """
        # Written once by shipmate: change what you like, it stays. shipmate itself says where PostgreSQL
        # listens and who may connect.
        # A sixteenth of the memory there was, from 128MB to 512MB: other programs run here, too.
        shared_buffers = \(sharedBuffersMiB(memoryBytes))MB
        max_connections = 100
        wal_level = replica
        fsync = on
        full_page_writes = on
        synchronous_commit = on
        # After a crash: one call for the disk, where a thousand files took seconds.
        recovery_init_sync_method = syncfs
        # Compiling a statement costs more than any statement here takes, and tens of megabytes a connection.
        jit = off
        timezone = 'UTC'
        log_timezone = 'UTC'
        lc_messages = 'C'
        log_line_prefix = '%m [%p] '
        log_checkpoints = off
        # A statement, or the detail of an error, may hold an e-mail address.
        log_min_error_statement = panic
        log_error_verbosity = terse

        """
    }

    private static func sharedBuffersMiB(_ memoryBytes: Int) -> Int {
        min(max((memoryBytes >> 20) / 16, 128), 512)
    }

    /// Written at each start. Two locks on one door: the socket's folder is closed to all but PostgreSQL's
    /// user and root, and the kernel tells PostgreSQL who is at the other end (`peer`). No password exists
    /// that could leak.
    static let access = """
        # Written by shipmate at each start.
        local all all peer map=shipmate

        """

    /// Users and their roles: those two could read the files anyway.
    static func identities(_ users: [String]) -> String {
        let lines = Set(users).sorted().flatMap { user in
            [owner, service, superuser].map { "shipmate \(quoted(user)) \($0)" }
        }
        return (["# Written by shipmate at each start."] + lines).joined(separator: "\n") + "\n"
    }

    /// The start options of PostgreSQL; its files can't override them.
    static func arguments(
        _ directory: DataDirectory, socket: SocketDirectory, connectionsMin: Int
    ) -> [String] {
        let fixed = [
            "config_file=\(directory.settings)", "hba_file=\(directory.access)",
            "ident_file=\(directory.identities)", "listen_addresses=", "port=5432",
            "unix_socket_directories=\(quoted(socket.path))", "unix_socket_permissions=0700",
            "logging_collector=off",
        ]
        let sized = connectionsMin > 90 ? ["max_connections=\(connectionsMin + 10)"] : []
        return ["-D", directory.cluster] + (fixed + sized).flatMap { ["-c", $0] }
    }

    /// libpq's keywords, all that a `PG*` variable could otherwise change. `requirepeer` makes libpq refuse a
    /// socket that isn't PostgreSQL's user's.
    static func urls(_ socket: SocketDirectory, account: ClusterAccount) -> DatabaseURLs {
        DatabaseURLs(
            service: url(of: database, as: service, socket, account),
            owner: url(of: database, as: owner, socket, account))
    }

    static func url(
        of database: String, as role: String, _ socket: SocketDirectory, _ account: ClusterAccount
    ) -> String {
        "host=\(escaped(socket.path)) hostaddr='' port=5432 dbname=\(database) user=\(role) "
            + "requirepeer=\(escaped(account.name)) "
            + "sslmode=disable gssencmode=disable channel_binding=disable options='' "
            + "target_session_attrs=any client_encoding=UTF8"
    }

    /// Of a cluster that ends with its process: nothing waits for a disk, and hundreds of databases fit.
    /// Functions of a schema `test_clock`, where a database has one, come before PostgreSQL's own.
    static let disposable = """
        shared_buffers = 64MB
        max_connections = 1000
        max_locks_per_transaction = 32
        max_pred_locks_per_transaction = 16
        wal_level = minimal
        max_wal_senders = 0
        max_wal_size = 4GB
        min_wal_size = 32MB
        wal_recycle = off
        wal_init_zero = off
        checkpoint_timeout = 1h
        fsync = off
        full_page_writes = off
        synchronous_commit = off
        autovacuum = off
        jit = off
        timezone = 'UTC'
        log_timezone = 'UTC'
        lc_messages = 'C'
        log_checkpoints = off
        log_min_error_statement = panic
        log_error_verbosity = terse
        search_path = 'public, test_clock, pg_catalog'

        """

    /// For PostgreSQL's lists: in double quotes a comma or a space is a part of the name.
    private static func quoted(_ text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// For a libpq keyword's value.
    private static func escaped(_ text: String) -> String {
        var result = "'"
        for character in text {
            if character == "'" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result + "'"
    }
}
