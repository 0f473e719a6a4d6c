import EventLoops
import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.UnderLoad {
    /// Whatever is killed under load, what was acknowledged is there afterwards, once, and the sums hold.
    @Suite struct CrashTests {
        private static let clients = 8
        private static let eventsPerCycle = 300

        @Test func `kill -9 of the server and of PostgreSQL under load, five cycles`() async throws {
            let spread = try await spreadDatabase()
            let install = try ServedInstall(environment: spread?.environment ?? [])
            defer { install.remove() }
            try await install.start()
            let readKey = try install.key("read")
            let anne = try TestClient(port: install.port).signUp()
            var attempted: Int64 = 0
            var paid: Int64 = 0
            for cycle in 0..<5 {
                let load = Load(on: install.port, referrer: anne)
                try await load.during(clients: Self.clients) {
                    try await load.waitForEvents(Self.eventsPerCycle)
                    if cycle % 2 == 0 { return install.kill() }
                    if let cluster = spread?.cluster {
                        try killNode(of: cluster, in: cycle)
                    } else {
                        try install.killPostgres()
                    }
                    try await load.waitForEvents(Self.eventsPerCycle)
                }
                // By itself: a killed server is started again by whoever runs it, a killed database by the
                // server, unless it is another's.
                if cycle % 2 == 0 { try await install.start() }
                try await install.waitUntilReady()
                attempted += load.paymentsAttempted
                paid += Int64(load.events.count(where: \.pays))
                #expect(load.odd == [], "\(install.errors)")
                try await expectAll(load.events, on: install)
                try expectSums(install, anne, readKey, paid: paid, attempted: attempted)
            }
        }

        @Test func `SIGTERM under load answers what is in flight and exits with 0`() async throws {
            let spread = try await spreadDatabase()
            let install = try ServedInstall(environment: spread?.environment ?? [])
            defer { install.remove() }
            try await install.start()
            let readKey = try install.key("read")
            let anne = try TestClient(port: install.port).signUp()
            let load = Load(on: install.port, referrer: anne)
            try await load.during(clients: Self.clients) {
                try await load.waitForEvents(Self.eventsPerCycle)
                install.terminate()
                let exit = install.exit(within: 120_000)
                #expect(exit?.isSuccess == true, "\(String(describing: exit))")
            }
            #expect(load.odd == [])
            try await install.start()
            try await install.waitUntilReady()
            try await expectAll(load.events, on: install)
            // What got no answer was not begun: the connection was on its way out already.
            let client = try TestClient(port: install.port)
            for call in load.unanswered {
                #expect(try client.insist(call).json["event"]?["replayed"] == false)
            }
            let paid = Int64(load.events.count(where: \.pays))
            try expectSums(install, anne, readKey, paid: paid, attempted: load.paymentsAttempted)
        }

        /// In place of a server's own database, where tables are spread.
        private func spreadDatabase() async throws -> TestDatabase? {
            guard TestEngine.isCitus else { return nil }
            var options = TestCluster.Options()
            options.isDurable = true
            let database = try await TestDatabase.make(on: try TestCluster(options))
            try await TestServer.migrate(database.url)
            return database
        }

        /// A worker, then the coordinator; each is back at once.
        private func killNode(of cluster: TestCluster, in cycle: Int) throws {
            let node = cycle == 1 ? cluster.nodes.last : cluster.nodes.first
            try cluster.kill(node)
            try cluster.start(node)
        }

        /// Each acknowledged event, sent again, gets its first answer: it was kept.
        private func expectAll(_ events: [Load.Acknowledged], on install: ServedInstall) async throws {
            let port = install.port
            let lost = try await Crowd.run(4) { number in
                let client = try TestClient(port: port)
                return try stride(from: number, to: events.count, by: 4).filter { place in
                    let reply = try client.insist(events[place].call)
                    let first = events[place].answer.replacing(
                        "\"replayed\":false", with: "\"replayed\":true")
                    return reply.text != first
                }.count
            }
            #expect(lost.reduce(0, +) == 0, "of \(events.count) acknowledged events")
        }

        private func expectSums(
            _ install: ServedInstall, _ anne: TestUser, _ readKey: String, paid: Int64, attempted: Int64
        ) throws {
            let client = try TestClient(port: install.port)
            let check = try client.insist(Call("GET", "/v1/admin/ledger/check", token: readKey))
            #expect(check.json["balanced"] == true, "\(check.text)")
            let user = "/v1/admin/users/\(anne.uid)"
            let balances = try client.insist(Call("GET", "\(user)/balances", token: readKey))
            let balance = balances.json["balances"]?["pieces_of_eight"]?.integer ?? 0
            // Every acknowledged payment is there; one whose answer was lost may be.
            #expect(balance >= paid * 50 && balance <= attempted * 50)
            let entries = check.json["entries"]?.integer ?? 0
            #expect(entries * 50 == balance)
        }
    }
}
