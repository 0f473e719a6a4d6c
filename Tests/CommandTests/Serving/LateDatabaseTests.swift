import EventLoops
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// A server that starts before its database, as after a reboot.
@Suite struct LateDatabaseTests {
    @Test(arguments: [false, true])
    func `probes are answered until PostgreSQL comes, and calls from then on`(
        isSocketHanded: Bool
    ) async throws {
        let cluster = try durableCluster()
        let database = try await TestDatabase.make(on: cluster)
        try await TestServer.migrate(database.url)
        try cluster.stop()
        let socket = isSocketHanded ? try HandedSocket() : nil
        let server = try StartedServer(database.url, socket: socket)
        defer { server.end() }
        #expect(await server.gives(200, to: "/health/live"), "\(server.log)")
        let ready = try #require(server.reply("GET", "/health/ready"))
        #expect(ready.status == 503)
        #expect(ready.json["detail"] == "Waiting for PostgreSQL.")
        for (method, path) in [("POST", "/v1/users"), ("GET", "/nowhere"), ("GET", "/")] {
            let reply = try #require(server.reply(method, path))
            #expect(reply.status == 503 && reply[header: "retry-after"] == "1", "\(path)")
            #expect(reply[header: "connection"] == "close", "\(path)")
        }
        #expect(!server.isReadyFileThere)
        #expect(server.log.contains("shipmate: waiting for PostgreSQL: "))
        #expect(server.log.contains(#""level":"warning","message":"waiting for PostgreSQL""#))
        try cluster.start()
        #expect(await server.gives(200, to: "/health/ready"), "\(server.log)")
        #expect(server.reply("POST", "/v1/users")?.status == 201)
        #expect(await eventually { server.isReadyFileThere })
        #expect(server.log.contains("Ready on http://127.0.0.1:\(server.port)."))
    }

    @Test func `a schema that comes later is waited for`() async throws {
        let cluster = try durableCluster()
        let database = try await TestDatabase.make(on: cluster)
        let server = try StartedServer(database.url)
        defer { server.end() }
        #expect(await server.gives(200, to: "/health/live"), "\(server.log)")
        let ready = server.reply("GET", "/health/ready")
        #expect(ready?.status == 503)
        #expect(ready?.json["detail"] == "Waiting for the schema, which `shipmate migrate` makes.")
        try await TestServer.migrate(database.url)
        #expect(await server.gives(200, to: "/health/ready"), "\(server.log)")
        #expect(server.reply("POST", "/v1/users")?.status == 201)
    }

    @Test func `a server that migrates waits for PostgreSQL, too`() async throws {
        let cluster = try durableCluster()
        let database = try await TestDatabase.make(on: cluster)
        try cluster.stop()
        let server = try StartedServer(database.url, words: ["--migrate"])
        defer { server.end() }
        #expect(await server.gives(200, to: "/health/live"), "\(server.log)")
        try cluster.start()
        #expect(await server.gives(200, to: "/health/ready"), "\(server.log)")
    }

    @Test(arguments: [false, true])
    func `a stop ends a server that waits, in order and at once`(isSilent: Bool) async throws {
        // The system takes the connection, and no one ever answers.
        let silent = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        let server = try StartedServer(
            isSilent ? "host=127.0.0.1 port=\(silent.port) dbname=a" : "host=/nowhere dbname=a")
        defer { server.end() }
        #expect(await server.gives(200, to: "/health/live"), "\(server.log)")
        let start = MonotonicInstant.now
        server.terminate()
        #expect(server.exit(within: 120_000)?.isSuccess == true, "\(server.log)")
        #expect(MonotonicInstant.now.milliseconds(since: start) < 10_000)
    }

    @Test(arguments: [("wrong", "postgres", "28P01"), ("right", "nowhere", "3D000")])
    func `a mistake in the settings ends the start`(
        password: String, name: String, code: String
    ) async throws {
        let cluster = try durableCluster()
        try cluster.psql("CREATE ROLE stranger LOGIN PASSWORD 'right'")
        try cluster.shell("sed -i '1i local all stranger scram-sha-256' data/pg_hba.conf")
        try cluster.stop()
        try cluster.start()
        let server = try StartedServer(
            "host=\(cluster.folder) user=stranger password=\(password) dbname=\(name)")
        defer { server.end() }
        let exit = server.exit(within: 120_000)
        #expect(exit?.description == "exit status 1", "\(server.log)")
        #expect(server.log.contains("the database can't be used: ") && server.log.contains(code))
        #expect(!server.log.contains("waiting"))
    }

    /// A stop is a crash, which must lose nothing here.
    private func durableCluster() throws -> TestCluster {
        var options = TestCluster.Options()
        options.isDurable = true
        return try TestCluster(options)
    }
}
