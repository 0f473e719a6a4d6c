import Glibc
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// Short commands beside a server, and without one.
@Suite(.serialized) struct EmbeddedPostgresUseTests {
    @Test("a short command uses the server's database and leaves it running") func attaches() async throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let postgres = try cluster.start()
        defer { postgres.stop() }
        let seen = try await EmbeddedPostgres.use(cluster.directory, report: { _ in }) { $0 }
        #expect(seen == postgres.urls)
        #expect(cluster.query(seen.service, "SELECT 1") == "1")
    }

    @Test("no database is made in a folder that was not meant") func makesNone() async throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let path = cluster.directory.path
        await #expect(throws: EmbeddedPostgresError.noCluster(directory: path)) {
            try await EmbeddedPostgres.use(cluster.directory, makesMissing: false, report: { _ in }) { _ in }
        }
        #expect(!Files.isDirectory(cluster.directory.cluster))
    }

    @Test("what makes no database leaves nothing where there is none", arguments: [nil, "deep/data"])
    func leavesNothing(chosen: String?) throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let folder = cluster.directory.path
        let variables = chosen.map { ["SHIPMATE_DATA_DIR=\($0)"] } ?? []
        for words in [["keys", "list"], ["check"], ["keys", "revoke", "x"]] {
            let command = ["/usr/bin/env", "-C", folder] + variables + [TemporaryCluster.program] + words
            let log = try Files.open(folder + "/log", O_WRONLY | O_CREAT | O_TRUNC)
            defer { close(log) }
            let exit = try ChildProcess.start(command, errors: log).wait(milliseconds: 120_000)
            #expect(exit?.isSuccess == false)
            let location = "\(folder)/\(chosen ?? ".shipmate")"
            #expect(Files.read(folder + "/log")?.contains("there is no database in \(location):") == true)
            #expect(Files.names(in: folder) == ["log"])
        }
    }

    @Test("without a server it runs the database for as long as it takes") func runsItself() async throws {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let urls = try await EmbeddedPostgres.use(cluster.directory, report: { _ in }) { urls in
            #expect(cluster.query(urls.service, "SELECT 1") == "1")
            return urls
        }
        #expect(cluster.query(urls.service, "SELECT 1") == nil)
        #expect(PostmasterFile.read(in: cluster.directory.cluster) == nil)
    }

    @Test("the database stops when the command fails, too") func stopsOnFailure() async throws {
        struct Failure: Error {}
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        await #expect(throws: Failure.self) {
            try await EmbeddedPostgres.use(cluster.directory, report: { _ in }) { _ in throw Failure() }
        }
        #expect(PostmasterFile.read(in: cluster.directory.cluster) == nil)
    }

    @Test("a server waits for a short command instead of sharing its database") func serverWaits()
        async throws
    {
        let cluster = try TemporaryCluster()
        defer { cluster.remove() }
        let server = try await EmbeddedPostgres.use(cluster.directory, report: { _ in }) { urls in
            let server = try cluster.serve()
            #expect(server.wait(milliseconds: 500) == nil)
            #expect(cluster.query(urls.service, "SELECT 1") == "1")
            return server
        }
        let urls = try await cluster.urlsWhenReady(server)
        #expect(cluster.query(urls.service, "SELECT 1") == "1")
        server.signal(SIGTERM)
        #expect(server.wait(milliseconds: 120_000)?.isSuccess == true)
    }
}
