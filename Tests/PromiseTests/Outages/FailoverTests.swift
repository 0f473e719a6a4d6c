import EventLoops
import HTTP
import Service
import TestSupport
import Testing

extension Promises {
    /// A primary dies and its standby takes over: the server finds it by itself.
    @Suite struct FailoverTests {
        @Test func `within five seconds all goes on where the standby is, with the same users and keys`()
            async throws
        {
            let primary = try TestCluster()
            let database = try await TestDatabase.make(on: primary)
            try await TestServer.migrate(database.url)
            let standby = try TestCluster(following: primary)
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

        private func failOver(
            _ database: TestDatabase, to standby: TestCluster, under server: TestServer
        ) async throws {
            let ben = try server.client.signUp()
            let before = levelCall(5, token: ben.token, id: newID())
            #expect(try server.client.insist(before).status == 200)
            let events = "SELECT count(*) FROM events"
            #expect(
                try await eventually { try standby.psql(events, database: database.name) == "1" })
            try database.cluster.stop()
            try standby.promote()
            let began = MonotonicInstant.now
            let call = levelCall(6, token: ben.token, id: newID())
            #expect(try server.client.insist(call).status == 200)
            #expect(MonotonicInstant.now.milliseconds(since: began) < 5_000)
            #expect(try server.client.insist(before).json["event"]?["replayed"] == true)
            #expect(try standby.psql(events, database: database.name) == "2")
            #expect(try await eventually { try server.client.send("GET", "/health/ready").status == 200 })
        }
    }
}
