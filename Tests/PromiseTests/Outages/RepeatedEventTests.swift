import Batching
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.DuringOutages {
    /// A repeated event acknowledges what another transaction has written, so it waits for the standbys, too.
    struct RepeatedEventTests {
        /// No standby has this name, so no commit is acknowledged.
        private static func require(_ standbys: String, on cluster: TestCluster) throws {
            for node in cluster.nodes {
                try cluster.psql("ALTER SYSTEM SET synchronous_standby_names = '\(standbys)'", node: node)
                try cluster.psql("SELECT pg_reload_conf()", node: node)
            }
        }

        /// As after a crash: recovery makes a commit visible that no standby has.
        @Test func `an event that standbys may lack is not acknowledged until they have it`() async throws {
            var durable = TestCluster.Options()
            durable.isDurable = true
            let cluster = try TestCluster(durable)
            let database = try await TestDatabase.make(on: cluster)
            try await TestServer.migrate(database.url)
            var options = TestServer.Options()
            options.coalescer.waitMilliseconds = 900
            options.http.handlerTimeoutMilliseconds = 900
            options.isPatient = false
            let server = try await TestServer.start(on: database, options)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await Self.play(on: cluster, server))
            } catch {
                outcome = .failure(error)
            }
            try Self.require("", on: cluster)
            await server.stop()
            try outcome.get()
        }

        private static func play(on cluster: TestCluster, _ server: TestServer) async throws {
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            let event = levelCall(5, token: ben.token, id: newID())
            let events = JSONValue.array([try #require(event.body)])
            func post() throws -> TestClient.Reply {
                try client.send("POST", "/v1/events", token: ben.token, event.body)
            }
            func postBatch() throws -> TestClient.Reply {
                try client.send("POST", "/v1/events/batch", token: ben.token, ["events": events])
            }
            #expect(try post().status == 200)
            try require("missing", on: cluster)
            // PostgreSQL's processes learn of the setting one after the other.
            #expect(try await soon { try post().status == 503 })
            let batch = try postBatch()
            #expect(batch.status == 503 || batch.json["results"]?[0]?["status"] == 503, "\(batch.text)")
            try require("", on: cluster)
            #expect(try client.insist(event).json["event"]?["replayed"] == true)
            #expect(try postBatch().json["results"]?[0]?["status"] == 200)
        }
    }
}
