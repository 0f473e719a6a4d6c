import Crypto
import EventLoops
import FoundationEssentials
import Glibc
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Two servers pay the same accounts at once, also within limits: one waits for the other, never both.
    /// All the time some of the accounts are new, as each referrer has only some friends.
    ///
    /// `SHIPMATE_TEST_SECONDS=60` is for the figure in Benchmarks/Faults.md.
    @Suite struct DeadlockTests {
        private static let seconds =
            ProcessInfo.processInfo.environment["SHIPMATE_TEST_SECONDS"].flatMap { Int($0) } ?? 4
        private static let clients = 12
        private static let referrersAtOnce = 40
        private static let friendsOfThem = 400
        private static let friends = seconds * 3_000
        private static let referrers = friends / friendsOfThem * referrersAtOnce

        @Test func `batches of two servers pay accounts of all nodes, and none meets a deadlock`()
            async throws
        {
            var options = TestCluster.Options()
            // Each error is a line that begins with its code.
            options.settings = ["log_min_messages = error", "log_line_prefix = '%e '"]
            let database = try await TestDatabase.make(on: TestCluster(options))
            try await TestServer.migrate(database.url)
            try database.psql(Self.people)
            let servers = [
                try await TestServer.start(on: database), try await TestServer.start(on: database),
            ]
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await pay(by: servers)) } catch { outcome = .failure(error) }
            for server in servers { await server.stop() }
            try outcome.get()
            let errors = try database.cluster.nodes.map { try lines(in: "\($0)/log") }
            let waits = errors.joined().count { $0.hasPrefix("55P03 ERROR") }
            let paid = try database.psql("SELECT count(*) FROM rewards WHERE rule = 'level-5'")
            print("DeadlockTests: \(paid) rewards in \(Self.seconds) s, \(waits) waits of 250 ms and more")
            for (node, errors) in zip(database.cluster.nodes, errors) {
                let deadlock = errors.drop { !$0.hasPrefix("40P01") }.prefix(12)
                #expect(deadlock.isEmpty, "\(node): \(deadlock.joined(separator: "\n"))")
                let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = '\(database.name)'"
                #expect(try database.psql(deadlocks, node: node) == "0", "\(node)")
            }
            #expect(Int(paid) ?? 0 > Self.seconds * 20)
        }

        /// Friends of a few, then of a few others, who are on all nodes.
        private static let people = """
            INSERT INTO users (uid, referral_code, referred_by, created_at)
            SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, lpad(i::text, 10, '0'),
                CASE WHEN i >= \(referrers) THEN
                    ('00000000-0000-7000-8000-' || lpad(to_hex(
                        (i - \(referrers)) / \(friendsOfThem) * \(referrersAtOnce) + i % \(referrersAtOnce)
                    ), 12, '0'))::uuid END, now()
            FROM generate_series(0, \(referrers + friends) - 1) AS i
            """

        private func pay(by servers: [TestServer]) async throws {
            let (server, admin) = (try await servers[0].key(.server), try await servers[0].key(.admin))
            let readKey = try await servers[0].key(.read)
            for currency in ["gems", "gold"] { try servers[0].database.declare(currency) }
            try servers[0].client.send("POST", "/v1/admin/rules", token: admin, Self.limited).required(201)
            let next = Locked(Self.referrers)
            let end = MonotonicInstant.now.adding(milliseconds: Self.seconds * 1_000)
            async let checking: Void = check(servers[1], readKey: readKey, until: end)
            let statuses = try await Crowd.run(Self.clients) { number in
                let client = try TestClient(port: servers[number % servers.count].port)
                var statuses: Set<Int> = []
                while MonotonicInstant.now < end {
                    let first = next.withLock { next in
                        defer { next += 20 }
                        return next
                    }
                    let friends = (first..<first + 20).filter { $0 < Self.referrers + Self.friends }
                    guard !friends.isEmpty else { break }
                    let calls =
                        switch number / 2 % 3 {
                        case 0: [batch(of: friends.shuffled(), key: server)]
                        case 1: friends.map { levelCall(5, token: server, id: newID(), uid: Self.uid($0)) }
                        default: postings(to: Self.referrers(of: first), key: admin)
                        }
                    for call in calls {
                        try client.post(call.method, call.path, token: call.token, call.body)
                    }
                    for _ in calls { statuses.insert(try client.reply().status) }
                }
                return statuses
            }
            #expect(statuses.allSatisfy { $0.isSubset(of: [200, 201, 503]) }, "\(statuses)")
            try await checking
            try expectSoundLedger(servers[0].database, try servers[0].client, readKey: readKey)
        }

        /// Nobody comes to a limit of it: each payment locks what was given, and shares of two budgets.
        private static let limited: JSONValue = [
            "name": "limited", "when": [["fact": "highest_level", "at_least": 5]], "state": "active",
            "pay": [
                ["to": "referrer", "currency": "gems", "amount": 1],
                ["to": "referrer", "currency": "gold", "amount": 1],
            ],
            "limits": ["per_beneficiary": 1_000_000_000, "budget": 1_000_000_000_000],
        ]

        /// What is read meanwhile is of one moment: the ledger adds up in it.
        private func check(
            _ server: TestServer, readKey: String, until end: MonotonicInstant
        ) async throws {
            try await Crowd.run(1) { _ in
                let client = try server.client
                while MonotonicInstant.now < end {
                    let check = try client.insist(Call("GET", "/v1/admin/ledger/check", token: readKey))
                    #expect(check.json["balanced"] == true, "\(check.text)")
                    usleep(100_000)
                }
            }
        }

        private func batch(of friends: [Int], key: String) -> Call {
            let events = friends.map { friend -> JSONValue in
                [
                    "id": .string(newID()), "type": "level_reached", "level": 5,
                    "uid": .string(Self.uid(friend)),
                ]
            }
            return Call("POST", "/v1/events/batch", token: key, ["events": .array(events)])
        }

        private static func referrers(of friend: Int) -> Range<Int> {
            let first = (friend - referrers) / friendsOfThem * referrersAtOnce
            return first..<first + referrersAtOnce
        }

        private func postings(to referrers: Range<Int>, key: String) -> [Call] {
            (0..<10).map { _ in postingCall(1, of: Self.uid(.random(in: referrers)), key: key) }
        }

        private static func uid(_ number: Int) -> String {
            let digits = String(number, radix: 16)
            return "00000000-0000-7000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
        }

        private func lines(in log: String) throws -> [Substring] {
            try String(contentsOf: URL(filePath: log), encoding: .utf8).split(separator: "\n")
        }
    }
}
