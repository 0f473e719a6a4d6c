import EventLoops
import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// Whatever is killed, the next start works and committed rows are there.
@Suite(.serialized) struct EmbeddedPostgresCrashTests {
    private let mark = "CREATE TABLE t AS SELECT 42 AS n; SELECT n FROM t"

    @Test("after kill -9 of PostgreSQL") func killedPostgres() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let first = try cluster.start()
        #expect(cluster.query(first.urls.owner, mark) == "42")
        kill(try #require(first.pid), SIGKILL)
        first.stop()
        try expectMark(cluster)
    }

    @Test("while a backend that hasn't noticed still computes") func straggler() async throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let first = try cluster.start()
        #expect(cluster.query(first.urls.owner, mark) == "42")
        let busy = "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"
        let psql = try ChildProcess.start(["/usr/bin/psql", "-X", first.urls.owner, "-c", busy])
        let active =
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%generate_series%' AND state = 'active'"
        #expect(await eventually { cluster.query(first.urls.owner, active) == "2" })
        kill(try #require(first.pid), SIGKILL)
        first.stop()
        try expectMark(cluster)
        #expect(psql.wait(milliseconds: 120_000)?.isSuccess == false)
    }

    @Test("with PostgreSQL left running by a shipmate that is gone") func orphan() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        var first: EmbeddedPostgres? = try cluster.start()
        let pid = try #require(first?.pid)
        #expect(cluster.query(first?.urls.owner ?? "", mark) == "42")
        // Its lock goes, its PostgreSQL stays: as the kernel leaves things after kill -9.
        first = nil
        #expect(PostmasterFile.isPostgres(pid, of: cluster.directory.cluster))
        try expectMark(cluster)
        #expect(!PostmasterFile.isPostgres(pid, of: cluster.directory.cluster))
        // It was this process's child. Left as a zombie it would keep Swift Testing from seeing the ends of
        // the children that it waits for.
        #expect(ChildProcess(pid: pid).wait(milliseconds: 120_000) != nil)
    }

    @Test("after kill -9 of a serving shipmate, five times") func killedShipmate() async throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        for cycle in 0..<5 {
            let server = try cluster.serve()
            let urls = try await cluster.urlsWhenReady(server)
            let sql = "CREATE TABLE IF NOT EXISTS c (n int); INSERT INTO c VALUES (1); SELECT count(*) FROM c"
            #expect(cluster.query(urls.owner, sql) == "\(cycle + 1)")
            server.signal(SIGKILL)
            _ = server.wait(milliseconds: 120_000)
        }
        let last = try cluster.start()
        defer { last.stop() }
        #expect(cluster.query(last.urls.owner, "SELECT count(*) FROM c") == "5")
    }

    @Test("with postmaster.pid and a socket's lock naming a stranger's process") func staleFiles() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let first = try cluster.start()
        #expect(cluster.query(first.urls.owner, mark) == "42")
        let socket = first.cluster.socket
        first.stop()
        let stale =
            "\(getpid())\n\(cluster.directory.cluster)\n1700000000\n5432\n\(socket.path)\n\n5432001 7\nready   \n"
        try Files.replace(PostmasterFile.path(in: cluster.directory.cluster), with: stale, mode: 0o644)
        try Files.replace(socket.path + "/.s.PGSQL.5432.lock", with: stale, mode: 0o644)
        try expectMark(cluster)
    }

    @Test("with half a cluster left by a killed initdb") func halfFinished() throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let account = try ClusterAccount.owning(cluster: cluster.directory.cluster)
        let unfinished = "\(cluster.directory.path)/\(DataDirectory.unfinishedPrefix)1"
        try account.ownDirectory(unfinished)
        #expect(account.succeeds(["/bin/mkdir", unfinished + "/base"]))
        let postgres = try cluster.start()
        defer { postgres.stop() }
        #expect(cluster.query(postgres.urls.owner, "SELECT 1") == "1")
        #expect(cluster.directory.unfinishedClusters.isEmpty)
    }

    @Test("while it serves, PostgreSQL is started again by itself") func supervised() async throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        #expect(cluster.query(postgres.urls.owner, mark) == "42")
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        try await killAndWait(postgres, cluster, on: group.loops[0])
    }

    private func killAndWait(
        _ postgres: EmbeddedPostgres, _ cluster: TemporaryCluster, on loop: isolated EventLoop
    ) async throws {
        let supervision = try postgres.supervise(on: loop)
        defer { supervision.stop() }
        for _ in 0..<2 {
            let former = try #require(postgres.pid)
            kill(former, SIGKILL)
            let isBack = await eventually {
                postgres.pid != former && cluster.query(postgres.urls.owner, "SELECT 1") != nil
            }
            #expect(isBack)
            #expect(cluster.query(postgres.urls.owner, "SELECT n FROM t") == "42")
        }
    }

    private func expectMark(_ cluster: TemporaryCluster) throws {
        let next = try cluster.start()
        defer { next.stop() }
        #expect(cluster.query(next.urls.owner, "SELECT n FROM t") == "42")
    }
}
