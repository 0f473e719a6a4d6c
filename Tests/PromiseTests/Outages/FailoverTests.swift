import Batching
import Crypto
import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.DuringOutages {
    /// A primary dies or falls silent, and its synchronous standby takes over: the server finds it by itself.
    @Suite(.disabled(if: TestEngine.isCitus, "each node of Citus has a standby of its own"))
    struct FailoverTests {
        private static let events = 100
        /// Silence must be noticed first, which takes three seconds, or more on a loaded machine.
        private static let millisecondsMax = 20_000

        enum End: CaseIterable {
            case death
            case silence
        }

        @Test(arguments: End.allCases)
        func `under load, writes are back within seconds, none is lost and nothing paid twice`(
            end: End
        ) async throws {
            var durable = TestCluster.Options()
            durable.isDurable = true
            let primary = try TestCluster(durable)
            let database = try await TestDatabase.make(on: primary)
            try await TestServer.migrate(database.url)
            let standby = try TestCluster(durable, following: primary)
            try await follow(primary)
            var options = TestServer.Options()
            options.coalescer.waitMilliseconds = 900
            options.http.handlerTimeoutMilliseconds = 900
            options.isPatient = false
            options.hosts = [primary.folder, standby.folder]
            let server = try await TestServer.start(on: database, options)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await failOver(database, to: standby, under: server, after: end))
            } catch {
                outcome = .failure(error)
            }
            await server.stop()
            try outcome.get()
        }

        /// From now on a commit waits for the standby.
        private func follow(_ primary: TestCluster) async throws {
            try primary.psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
            try primary.psql("SELECT pg_reload_conf()")
            let isFollowed = try await eventually {
                try primary.psql("SELECT sync_state FROM pg_stat_replication") == "sync"
            }
            try #require(isFollowed)
        }

        private func failOver(
            _ database: TestDatabase, to standby: TestCluster, under server: TestServer, after end: End
        ) async throws {
            let readKey = try await server.key(.read)
            let signUp = Call("POST", "/v1/users", token: "x", [:])
            let referrer = TestUser(try server.client.insist(signUp))
            let load = Load(on: server.port, referrer: referrer)
            let primary = database.cluster
            try await load.during(clients: 8) {
                try await load.waitForEvents(Self.events)
                switch end {
                case .death:
                    try primary.stop()
                    try await takeOver(standby, server, load)
                case .silence:
                    // It must not come back, and has no word in what follows.
                    try await primary.whileFrozen {
                        try await takeOver(standby, server, load)
                        try primary.kill()
                    }
                }
            }
            #expect(load.odd == [])
            let client = try server.client
            for event in load.events {
                let again = try client.insist(event.call)
                #expect(again.json["event"]?["replayed"] == true, "lost: \(again.text)")
            }
            try expectSoundLedger(database.on(standby), client, readKey: readKey)
            #expect(try await eventually { try client.send("GET", "/health/ready").status == 200 })
        }

        private func takeOver(
            _ standby: TestCluster, _ server: TestServer, _ load: Load
        ) async throws {
            try standby.promote()
            let began = MonotonicInstant.now
            let client = try server.client
            // What nobody had begun before: answers that were under way count for nothing.
            let ben = TestUser(try client.insist(Call("POST", "/v1/users", token: "x", [:])))
            #expect(try client.insist(levelCall(5, token: ben.token, id: newID())).status == 200)
            #expect(MonotonicInstant.now.milliseconds(since: began) < Self.millisecondsMax)
            try await load.waitForEvents(Self.events)
        }
    }
}
