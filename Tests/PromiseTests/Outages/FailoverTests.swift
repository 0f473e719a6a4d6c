import EventLoops
import HTTP
import Service
import TestSupport
import Testing

extension Promises {
    /// A primary dies and its synchronous standby takes over: the server finds it by itself.
    @Suite struct FailoverTests {
        private static let events = 100

        @Test func `under load, writes are back within five seconds, none is lost and nothing paid twice`()
            async throws
        {
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
            options.hosts = [primary.folder, standby.folder]
            let server = try await TestServer.start(on: database, options)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await failOver(database, to: standby, under: server)) } catch {
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
            _ database: TestDatabase, to standby: TestCluster, under server: TestServer
        ) async throws {
            let readKey = try await server.key(.read)
            let anne = try server.client.signUp()
            let load = Load(on: server.port, referrer: anne)
            try await load.during(clients: 8) {
                try await load.waitForEvents(Self.events)
                try database.cluster.stop()
                try standby.promote()
                let began = MonotonicInstant.now
                // One by one: those whose answers were under way count for nothing.
                let client = try server.client
                let ben = TestUser(try client.insist(Call("POST", "/v1/users", token: "x", [:])))
                let call = levelCall(5, token: ben.token, id: newID())
                #expect(try client.insist(call).status == 200)
                #expect(MonotonicInstant.now.milliseconds(since: began) < 5_000)
                try await load.waitForEvents(Self.events)
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
    }
}
