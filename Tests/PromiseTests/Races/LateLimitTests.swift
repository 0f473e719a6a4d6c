import Crypto
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Rules are given limits while two servers pay by them as they were.
    @Suite struct LateLimitTests {
        private static let friends = 4_000
        /// More than is paid between a look at the books and the change.
        private static let room = 1_500

        @Test func `a limit that comes while rules pay is not passed by those who hadn't heard of it`()
            async throws
        {
            try await TestServer.withTwo { one, other in
                let database = one.database
                let (server, admin) = (try await one.key(.server), try await one.key(.admin))
                try database.declare("gems")
                try database.psql(Self.people)
                for name in ["few", "pot"] {
                    try one.client.send("POST", "/v1/admin/rules", token: admin, rule(name)).required(201)
                }
                async let paying: [Void] = Crowd.run(6) { number in
                    let client = try TestClient(port: number % 2 == 0 ? one.port : other.port)
                    for first in stride(from: number * 10, to: Self.friends, by: 60) {
                        try tell(Array(first..<min(first + 10, Self.friends)), server, client)
                    }
                }
                #expect(try await eventually { try given("few", database) > 100 })
                let limit = try setLimit("few", by: "per_beneficiary", database, admin, try one.client)
                let budget = try setLimit("pot", by: "budget", worth: 10, database, admin, try other.client)
                _ = try await paying
                #expect(try (given("few", database), given("pot", database)) == (limit, budget))
                try expectSoundLedger(database, try one.client, readKey: try await one.key(.read))
            }
        }

        /// All of them friends of the first.
        private static let people = """
            INSERT INTO users (uid, referral_code, referred_by, created_at)
            SELECT ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, lpad(i::text, 10, '0'),
                CASE WHEN i > 0 THEN '00000000-0000-7000-8000-000000000000'::uuid END, now()
            FROM generate_series(0, \(friends)) AS i
            """

        private func rule(_ name: String, _ limits: JSONValue = [:]) -> JSONValue {
            [
                "name": .string(name), "when": [["fact": "highest_level", "at_least": 3]], "limits": limits,
                "pay": [["to": "referrer", "currency": "gems", "amount": 10]], "state": "active",
            ]
        }

        /// How many rewards a rule may give from now on. A change gives up after a second, since payments
        /// wait behind it: then it is made again, by what was paid meanwhile.
        private func setLimit(
            _ name: String, by member: String, worth amount: Int = 1, _ database: TestDatabase,
            _ admin: String, _ client: TestClient
        ) throws -> Int {
            for _ in 0..<10 {
                let most = try given(name, database) + Self.room
                let limits = JSONValue.object([JSONMember(member, .integer(Int64(most * amount)))])
                guard case .object(let members) = rule(name, limits) else { break }
                let reply = try client.send(
                    "PUT", "/v1/admin/rules/\(name)", token: admin, headers: ["If-Match": "*"],
                    .object(members.filter { $0.name != "state" }))
                if reply.status == 503 { continue }
                try reply.required(200)
                return most
            }
            throw ServedInstall.Failure(description: "a rule that is never changed")
        }

        private func tell(_ friends: [Int], _ key: String, _ client: TestClient) throws {
            let events = friends.map { friend -> JSONValue in
                let digits = String(friend + 1)
                let uid =
                    "00000000-0000-7000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
                return [
                    "id": .string(newID()), "type": "level_reached", "level": 3, "uid": .string(uid),
                ]
            }
            let call = Call("POST", "/v1/events/batch", token: key, ["events": .array(events)])
            // Whom a change held up is told of again; by the same id.
            _ = try eventuallyTold(call, client)
        }

        private func eventuallyTold(_ call: Call, _ client: TestClient) throws -> Bool {
            for _ in 0..<50 {
                let results = try client.insist(call).required(200).json["results"]?.array ?? []
                if results.allSatisfy({ $0["status"] == 200 }) { return true }
            }
            throw ServedInstall.Failure(description: "facts that are never taken in")
        }

        private func given(_ rule: String, _ database: TestDatabase) throws -> Int {
            Int(try database.psql("SELECT count(*) FROM rewards WHERE rule = '\(rule)'")) ?? -1
        }
    }
}
