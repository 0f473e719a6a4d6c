import EventLoops
import Glibc
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// Real PostgreSQL, started, stopped and killed.
@Suite(.serialized) struct EmbeddedPostgresTests {
    @Test("a second start finds what the first one stored") func keepsData() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let first = try cluster.start()
        #expect(cluster.query(first.urls.owner, "CREATE TABLE t AS SELECT 42 AS n; SELECT n FROM t") == "42")
        first.stop()
        #expect(cluster.query(first.urls.owner, "SELECT 1") == nil)
        let second = try cluster.start()
        defer { second.stop() }
        #expect(cluster.query(second.urls.owner, "SELECT n FROM t") == "42")
    }

    @Test("durable, UTF-8, checksummed, and on no network") func settings() throws {
        let cluster = try TemporaryCluster(below: "a, b")
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        for (name, value) in [
            ("fsync", "on"), ("full_page_writes", "on"), ("synchronous_commit", "on"),
            ("data_checksums", "on"),
            ("server_encoding", "UTF8"), ("listen_addresses", ""),
            ("wal_level", "replica"),
            ("max_connections", "100"), ("timezone", "UTC"),
        ] {
            #expect(cluster.query(postgres.urls.service, "SHOW \(name)") == value, "\(name)")
        }
        let collation = "SELECT datcollate FROM pg_database WHERE datname = current_database()"
        #expect(cluster.query(postgres.urls.service, collation) == "C")
        let buffers = try #require(cluster.query(postgres.urls.service, "SHOW shared_buffers"))
        let settings = ClusterSettings.file(memoryBytes: MachineMemory.bytes)
        #expect(settings.contains("shared_buffers = \(buffers)\n"))
    }

    @Test(
        "its buffers are a sixteenth of the memory, within bounds",
        arguments: [(0, 128), (2 << 30, 128), (4 << 30, 256), (8 << 30, 512), (1 << 40, 512)])
    func buffers(memoryBytes: Int, megabytes: Int) {
        let lines = ClusterSettings.file(memoryBytes: memoryBytes).split(separator: "\n")
        #expect(lines.contains("shared_buffers = \(megabytes)MB"))
    }

    @Test("a container's limit counts, where it has one") func memory() {
        #expect(MachineMemory.bytes > 0)
        #expect(MachineMemory.limit("536870912\n") == 536_870_912)
        #expect(MachineMemory.limit("max\n") == nil && MachineMemory.limit(nil) == nil)
    }

    @Test("the service's role is not the owner's, and neither is a superuser") func roles() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        let urls = postgres.urls
        #expect(cluster.query(urls.service, "SELECT current_user") == "shipmate_service")
        #expect(cluster.query(urls.owner, "SELECT current_user") == "shipmate_owner")
        #expect(cluster.query(urls.owner, "CREATE TABLE t (n int); SELECT 1") == "1")
        #expect(cluster.query(urls.service, "CREATE TABLE u (n int); SELECT 1") == nil)
        #expect(cluster.query(urls.service, "SELECT * FROM t") == nil)
        let superusers = "SELECT count(*) FROM pg_roles WHERE rolsuper AND rolname LIKE 'shipmate%'"
        #expect(cluster.query(urls.owner, superusers) == "0")
    }

    @Test("PG variables in the environment change nothing") func environment() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        let noise = [
            "PGUSER=postgres", "PGPASSWORD=x", "PGOPTIONS=-c search_path=nowhere", "PGSSLMODE=require",
            "PGCHANNELBINDING=require", "PGREQUIREPEER=daemon", "PGTARGETSESSIONATTRS=standby", "PGPORT=1",
            "PGHOST=/nowhere", "PGHOSTADDR=192.0.2.1", "PGDATABASE=nowhere", "PGGSSENCMODE=require",
            "PGCLIENTENCODING=LATIN1",
        ]
        let sql = "SELECT current_user, current_database(), current_setting('client_encoding')"
        let psql = ["/usr/bin/psql", "-X", "-A", "-t", postgres.urls.service, "-c", sql]
        let seen = ChildProcess.output(of: ["/usr/bin/env"] + noise + psql)
        #expect(seen == "shipmate_service|shipmate|UTF8\n")
    }

    @Test("nobody but PostgreSQL's user and root can come near") func ownership() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        let account = postgres.cluster.account
        #expect(account.uid != 0)
        for path in [cluster.directory.cluster, postgres.cluster.socket.path] {
            let status = try #require(Files.status(path))
            #expect(status.st_uid == account.uid)
            #expect(status.st_mode & 0o077 == 0)
        }
        for path in [cluster.directory.path, cluster.directory.lock, cluster.directory.access] {
            #expect(Files.status(path)?.st_uid == geteuid())
        }
        let process = try #require(Files.status("/proc/\(postgres.pid ?? 0)"))
        #expect(process.st_uid == account.uid)
    }

    @Test("a second server on the same folder is refused by the first one's number") func secondServer()
        throws
    {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        let path = cluster.directory.path
        #expect(throws: EmbeddedPostgresError.alreadyServing(directory: path, pid: getpid())) {
            try cluster.start()
        }
        #expect(cluster.query(postgres.urls.service, "SELECT 1") == "1")
    }

    @Test("a path too long for a socket gets a short private one") func longPath() throws {
        let cluster = try TemporaryCluster(below: String(repeating: "a", count: 120))
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        #expect(!postgres.cluster.socket.path.hasPrefix(cluster.directory.path))
        #expect(Files.status(postgres.cluster.socket.path)?.st_mode ?? 0 & 0o777 == 0o700 | S_IFDIR)
        #expect(cluster.query(postgres.urls.service, "SELECT 1") == "1")
    }

    @Test("data of another PostgreSQL version are refused by name") func otherVersion() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let account = try ClusterAccount.owning(cluster: cluster.directory.cluster)
        try account.ownDirectory(cluster.directory.cluster)
        try Files.replace(cluster.directory.cluster + "/PG_VERSION", with: "9\n", mode: 0o644)
        let error = #expect(throws: EmbeddedPostgresError.self) { try cluster.start() }
        #expect(error?.description.contains("was created by PostgreSQL 9") == true)
    }

    @Test("a folder that can't be made is named, with what to do instead") func noDirectory() throws {
        let error = #expect(throws: EmbeddedPostgresError.self) {
            try DataDirectory.prepare("/proc/shipmate/data", isChosen: true) { _ in }
        }
        #expect(error == .noDirectory(directory: "/proc/shipmate", reason: "No such file or directory"))
        for name in ["SHIPMATE_DATA_DIR", "DATABASE_URL"] {
            #expect(error?.description.contains(name) == true)
        }
    }

    @Test(
        "as root, a folder that PostgreSQL's user can't reach is refused by name",
        .enabled(if: geteuid() == 0))
    func unreachable() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let closed = cluster.directory.path + "/closed"
        try Files.makeDirectory(closed, mode: 0o700)
        let error = #expect(throws: EmbeddedPostgresError.self) {
            try DataDirectory.prepare(closed + "/data", isChosen: true) { _ in }
        }
        let expected = EmbeddedPostgresError.unreachable(
            directory: closed + "/data", blocking: closed, account: "postgres")
        #expect(error == expected)
        #expect(error?.description.contains("SHIPMATE_DATA_DIR") == true)
    }
}
