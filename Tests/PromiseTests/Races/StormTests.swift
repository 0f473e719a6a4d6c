import Batching
import Crypto
import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Everything at once, on the same few users, from two servers.
    @Suite struct StormTests {
        private static let milliseconds = 4_000
        /// Of each client, however long they take.
        private static let roundsMin = 20
        private static let clients = 12

        /// What a client saw.
        fileprivate struct Report: Sendable {
            var statuses: [Int: Int] = [:]
            var redeemed: Int64 = 0
            var adjusted: Int64 = 0
            var slowestMilliseconds = 0
        }

        /// Whoever has signed up so far; clients pick among the last few, so that they meet.
        private final class Town: Sendable {
            private let users = Locked<[TestUser]>([])

            func add(_ user: TestUser) {
                users.withLock { $0.append(user) }
            }

            func anyone(_ random: inout SeededGenerator) -> TestUser {
                users.withLock { $0.suffix(12).randomElement(using: &random)! }
            }
        }

        @Test func `whatever comes at once, the ledger adds up and nothing is paid twice`() async throws {
            var options = TestServer.Options()
            options.coalescer.batchCommandsMax = 8
            try await TestServer.withTwo(options) { one, other in
                let client = try one.client
                let (server, admin) = (try await one.key(.server), try await one.key(.admin))
                let town = Town()
                for _ in 0..<6 { town.add(try client.signUp()) }
                let seed = SeededGenerator("StormTests").seed
                let reports = try await Crowd.run(Self.clients) { number in
                    var random = SeededGenerator(seed: seed &+ UInt64(number))
                    let client = try TestClient(port: number % 2 == 0 ? one.port : other.port)
                    return try storm(client, town, server: server, admin: admin, number, &random)
                }
                try expectCalm(reports)
                try expectSums(one.database, reports)
                try expectSoundLedger(one.database, client, readKey: try await one.key(.read))
            }
        }

        private func storm(
            _ client: TestClient, _ town: Town, server: String, admin: String, _ number: Int,
            _ random: inout SeededGenerator
        ) throws -> Report {
            var report = Report()
            let end = MonotonicInstant.now.adding(milliseconds: Self.milliseconds)
            var rounds = 0
            while rounds < Self.roundsMin || MonotonicInstant.now < end {
                rounds += 1
                let user = town.anyone(&random)
                let began = MonotonicInstant.now
                switch Int.random(in: 0..<20, using: &random) {
                case 0...2:
                    let reply = try client.send("POST", "/v1/users", ["referred_by": .string(user.code)])
                    if reply.status == 201 { town.add(TestUser(reply)) }
                    report.statuses[reply.status, default: 0] += 1
                case 3:
                    // From a common pool of e-mails, so that two want the same.
                    let email = "user\(Int.random(in: 0..<200, using: &random))@example.com"
                    let body: JSONValue = ["email": .string(email), "password": .string(TestClient.password)]
                    let call = Call("PUT", "/v1/users/me/credential", token: user.token, body)
                    report.count(try client.pipelineOnce([call]))
                case 4...6:
                    let body: JSONValue = ["referred_by": .string(town.anyone(&random).uid)]
                    let call = Call("PUT", "/v1/users/me/referrer", token: user.token, body)
                    report.count(try client.pipelineOnce([call]))
                case 7...8:
                    let amount = Int64.random(in: 1...9, using: &random)
                    report.post(try client.pipelineOnce([postingCall(amount, of: user.uid, key: admin)]))
                case 9...11:
                    let amount = -Int64.random(in: 1...60, using: &random)
                    report.post(try client.pipelineOnce([postingCall(amount, of: user.uid, key: server)]))
                case 12:
                    report.count(try client.pipelineOnce([batchCall(town, key: server, &random)]))
                default:
                    let calls = (0..<3).map { _ in
                        let level = Int64.random(in: 1...7, using: &random)
                        return levelCall(level, token: server, id: newID(), uid: town.anyone(&random).uid)
                    }
                    report.count(try client.pipelineOnce(calls))
                }
                let took = MonotonicInstant.now.milliseconds(since: began)
                report.slowestMilliseconds = max(report.slowestMilliseconds, took)
            }
            return report
        }

        private func batchCall(_ town: Town, key: String, _ random: inout SeededGenerator) -> Call {
            let events = (0..<10).map { _ -> JSONValue in
                [
                    "id": .string(newID()), "type": "level_reached",
                    "level": .integer(.random(in: 1...7, using: &random)),
                    "uid": .string(town.anyone(&random).uid),
                ]
            }
            return Call("POST", "/v1/events/batch", token: key, ["events": .array(events)])
        }

        private func expectCalm(_ reports: [Report]) throws {
            var statuses: [Int: Int] = [:]
            for report in reports { statuses.merge(report.statuses, uniquingKeysWith: +) }
            print("StormTests: \(statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })")
            #expect(statuses.keys.filter { $0 >= 500 && $0 != 503 } == [])
            #expect(statuses.keys.filter { [400, 404, 422].contains($0) && $0 != 422 } == [])
            #expect((statuses[200] ?? 0) > 50)
            // A deadlock would be waited out by lock_timeout, again and again.
            #expect(reports.map(\.slowestMilliseconds).max() ?? 0 < 9_000)
        }

        /// What clients were told of money is what the ledger says.
        private func expectSums(_ database: TestDatabase, _ reports: [Report]) throws {
            let booked = try database.psql(
                """
                SELECT coalesce(sum(amount) FILTER (WHERE kind = 'adjustment'), 0),
                    coalesce(-sum(amount) FILTER (WHERE kind = 'redemption'), 0) FROM ledger_entries
                """
            ).split(separator: "|").compactMap { Int64($0) }
            // A 503 may have been booked all the same.
            let isExact = reports.allSatisfy { $0.statuses[503] == nil }
            let told = [reports.map(\.adjusted).reduce(0, +), reports.map(\.redeemed).reduce(0, +)]
            #expect(isExact ? booked == told : zip(booked, told).allSatisfy { $0 >= $1 })
        }
    }
}

extension Promises.UnderLoad.StormTests.Report {
    fileprivate mutating func count(_ replies: [TestClient.Reply]) {
        for reply in replies { statuses[reply.status, default: 0] += 1 }
    }

    fileprivate mutating func post(_ replies: [TestClient.Reply]) {
        count(replies)
        for reply in replies where reply.status == 201 {
            let amount = reply.json["entry"]?["amount"]?.integer ?? 0
            if amount < 0 { redeemed -= amount } else { adjusted += amount }
        }
    }
}

extension TestClient {
    /// As `pipeline`, a 503 taken for an answer.
    fileprivate func pipelineOnce(_ calls: [Call]) throws -> [Reply] {
        for call in calls { try post(call.method, call.path, token: call.token, call.body) }
        return try calls.map { _ in try reply() }
    }
}
