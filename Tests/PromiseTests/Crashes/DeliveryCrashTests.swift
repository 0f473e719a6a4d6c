import EventLoops
import FoundationEssentials
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Two servers, PostgreSQL and the receiver are killed under paying load; three webhooks lose nothing.
    /// `SHIPMATE_TEST_KILLS=100` makes it a hundred cycles.
    @Suite struct DeliveryCrashTests {
        private static let kills =
            ProcessInfo.processInfo.environment["SHIPMATE_TEST_KILLS"].flatMap { Int($0) } ?? 5
        private static let eventsPerKill = 40
        private static let paths = ["/good", "/slow", "/half"]

        @Test func `each webhook gets each change, signed, and one of them in order`() async throws {
            var options = TestCluster.Options()
            options.isDurable = true
            let cluster = try TestCluster(options)
            let database = try await TestDatabase.make(on: cluster)
            try await TestServer.migrate(database.url)
            let installs = try (0..<2).map { _ in
                try ServedInstall(
                    environment: database.environment + ["SHIPMATE_WEBHOOK_ALLOW=http://127.0.0.1:*"])
            }
            defer { for install in installs { install.remove() } }
            for install in installs { try await install.start() }
            let stage = try DeliveryStage(installs[0], Self.paths)
            let anne = try TestClient(port: installs[0].port).signUp()
            for kill in 0..<Self.kills {
                let load = Load(on: installs[0].port, referrer: anne)
                try await load.during(clients: 4) {
                    try await load.waitForEvents(Self.eventsPerKill)
                    switch kill % 4 {
                    case 0, 1: installs[kill % 4].kill()
                    case 2:
                        try cluster.kill()
                        try cluster.start(cluster.nodes[0])
                    default: try stage.restartReceiver()
                    }
                }
                if kill % 4 < 2 { try await installs[kill % 4].start() }
                for install in installs { try await install.waitUntilReady() }
                #expect(load.odd == [])
            }
            try await stage.settle(database)
            for path in Self.paths { try stage.check(path, isOrdered: path == "/half", database) }
        }
    }
}

/// Three webhooks, and what came to them.
final class DeliveryStage: Sendable {
    /// One after the other.
    private let started: Locked<[TestReceiver]>
    private let secrets: [String]
    private let webhooks: [String: String]
    private static let behaviours = ["/slow": "slow", "/half": "half"]

    init(_ install: ServedInstall, _ paths: [String]) throws {
        let receiver = try TestReceiver()
        var (secrets, webhooks): ([String], [String: String]) = ([], [:])
        let (client, key) = (try TestClient(port: install.port), try install.key("admin"))
        for path in paths {
            let reply = try client.send(
                "POST", "/v1/admin/webhooks", token: key,
                [
                    "url": .string(receiver.url(path)), "types": "*",
                    "ordering": path == "/half" ? "subject" : "none",
                ]
            ).required(201)
            secrets.append(reply.json["secret"]?.string ?? "")
            webhooks[path] = reply.json["webhook"]?["id"]?.string
        }
        try receiver.trust(secrets)
        try receiver.behave(Self.behaviours)
        started = Locked([receiver])
        (self.secrets, self.webhooks) = (secrets, webhooks)
    }

    private var receivers: [TestReceiver] { started.withLock { $0 } }

    func restartReceiver() throws {
        let former = receivers[receivers.count - 1]
        former.end()
        let next = try TestReceiver(port: former.port)
        try next.trust(secrets)
        try next.behave(Self.behaviours)
        started.withLock { $0.append(next) }
    }

    /// All is delivered: retries come at once, and succeed.
    func settle(_ database: TestDatabase) async throws {
        try receivers[receivers.count - 1].behave([:])
        let isDone = try await eventually(seconds: 300) {
            _ = try database.psql(
                "UPDATE deliveries SET due_at = now() WHERE due_at > now(); SELECT pg_notify('shipmate_webhooks', '')"
            )
            return try database.psql(
                """
                SELECT count(*) FROM webhooks AS w, changes AS c WHERE NOT EXISTS (SELECT FROM deliveries AS d
                    WHERE d.webhook = w.id AND d.position = c.position AND d.state = 'delivered')
                    AND c.occurred_at > w.created_at
                """) == "0"
        }
        try #require(isDone)
    }

    func check(_ path: String, isOrdered: Bool, _ database: TestDatabase) throws {
        let requests = try receivers.flatMap { try $0.requests(at: path) }
        #expect(requests.allSatisfy { $0.isSigned }, "\(path)")
        let taken = Set(requests.filter { $0.isTaken }.map(\.id))
        let id = try #require(webhooks[path])
        let delivered = try database.psql(
            "SELECT change FROM deliveries WHERE webhook = '\(id)' AND state = 'delivered'"
        ).split(separator: "\n").map(String.init)
        #expect(delivered.count > 100)
        #expect(
            delivered.filter { !taken.contains($0) } == [], "marked as delivered at \(path), and not taken")
        var sequences: [String: [Int64]] = [:]
        var seen: Set<String> = []
        for request in requests where request.isTaken && seen.insert(request.id).inserted {
            if let subject = request.subject, let sequence = request.sequence {
                sequences[subject, default: []].append(sequence)
            }
        }
        for (subject, found) in sequences {
            let sorted = found.sorted()
            #expect(
                sorted == Array(sorted[0]..<sorted[0] + Int64(sorted.count)), "gaps at \(path) of \(subject)")
            if isOrdered { #expect(found == sorted, "reordered at \(path) of \(subject)") }
        }
    }
}
