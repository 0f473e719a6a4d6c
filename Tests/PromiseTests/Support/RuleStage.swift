import Crypto
import FoundationEssentials
import HTTP
import JSON
import Links
import Referrals
import TestSupport
import Testing
import Values

@testable import API

/// Two servers with an administrator, and clients of both.
struct RuleStage: Sendable {
    private static let clientCount = 6

    let database: TestDatabase
    let ports: [UInt16]
    let admin: String
    let server: String
    let read: String

    init(_ one: TestServer, _ other: TestServer) async throws {
        database = one.database
        ports = [one.port, other.port]
        admin = try await one.key(.admin)
        server = try await one.key(.server)
        read = try await one.key(.read)
    }

    /// By turns of both servers.
    private func clients(_ count: Int) throws -> [TestClient] {
        try (0..<count).map { try TestClient(port: ports[$0 % 2]) }
    }

    /// Makes these the rules in force, and returns when all loops go by them.
    func put(_ rules: [Rule]) async throws {
        let path = "/v1/admin/rules"
        // So many that some are on each loop.
        let clients = try clients(24)
        for currency in RandomProgramme.currencies { try database.declare(currency.description) }
        let list = try clients[0].insist(Call("GET", path, token: admin)).required(200)
        for rule in list.json["rules"]?.array ?? [] where rule["state"] == "active" {
            let name = rule["name"]?.string ?? ""
            try clients[0].insist(Call("POST", "\(path)/\(name)/archive", token: admin)).required(200)
        }
        for rule in rules {
            let now = Timestamp(microsecondsSince1970: 0)
            let stored = StoredRule(
                rule: rule, state: .active, position: 1, changedAt: now, changedBy: "")
            let body = try JSONParser.parse(JSONWriter.bytes(of: RuleView(stored)))
            let reply = try clients[0].insist(Call("POST", path, token: admin, body))
            // It is there where a call that was in doubt did hold.
            #expect([201, 409].contains(reply.status), "\(reply.text)")
        }
        let probe = try clients[0].signUp()
        let names = Set(rules.map(\.name.description))
        let isInForce = try await eventually {
            try clients.allSatisfy { client in
                let reply = try client.reachLevel(1, token: server, id: newID(), uid: probe.uid)
                let told = reply.json["decisions"]?.array?.compactMap { $0["rule"]?.string } ?? []
                return Set(told) == names
            }
        }
        #expect(isInForce)
    }

    func crowd(_ areReferred: [Bool]) throws -> [TestUser] {
        let clients = try clients(2)
        let anne = try clients[0].signUp()
        return try areReferred.map { try clients[1].signUp(referredBy: $0 ? anne.code : nil) }
    }

    /// Each fact up to three times under one id, all of them shuffled and cut into batches; what
    /// links an account comes in between.
    func tell(
        _ facts: [[Fact]], of crowd: [TestUser], _ random: inout SeededGenerator
    ) async throws {
        var events: [JSONValue] = []
        var linking: [TestUser] = []
        for (user, facts) in zip(crowd, facts) {
            for fact in facts {
                guard let event = fact.event(of: user.uid) else {
                    linking.append(user)
                    continue
                }
                events += Array(repeating: event, count: .random(in: 1...3, using: &random))
            }
        }
        events.shuffle(using: &random)
        var batches: [[JSONValue]] = []
        while !events.isEmpty {
            let count = Int.random(in: 1...9, using: &random)
            batches.append(Array(events.prefix(count)))
            events.removeFirst(min(count, events.count))
        }
        let (all, users) = (batches, linking)
        let clients = Self.clientCount
        try await Crowd.run(clients) { number in
            let client = try TestClient(port: ports[number % 2])
            for place in stride(from: number, to: all.count, by: clients) {
                let call = Call(
                    "POST", "/v1/events/batch", token: server, ["events": .array(all[place])])
                try tellAll(call, client)
            }
            for place in stride(from: number, to: users.count, by: clients) {
                var user = users[place]
                try client.link(&user, email: "\(user.uid)@example.com").required(200)
            }
        }
    }

    /// Again where some of it couldn't be taken in for a moment, as a server does.
    private func tellAll(_ call: Call, _ client: TestClient) throws {
        for attempt in 1... {
            let reply = try client.insist(call).required(200)
            let results = reply.json["results"]?.array ?? []
            if results.allSatisfy({ $0["status"] == 200 }) { return }
            let isHeldUp = results.allSatisfy { [200, 503].contains($0["status"]?.integer) }
            guard isHeldUp, attempt < 50 else { throw ServedInstall.Failure(description: reply.text) }
        }
    }

    /// Waits until what came in for merged players has been looked for once more, as a minute later.
    func settle() async throws {
        try database.tamper(
            "merges", set: "merged_at = merged_at - interval '2 minutes', due_at = now()")
        let open = "SELECT count(*) FROM merges WHERE due_at IS NOT NULL"
        #expect(try await eventually { try database.psql(open) == "0" })
    }

    func expectSoundBooks() throws {
        let check = try clients(1)[0].insist(Call("GET", "/v1/admin/ledger/check", token: read))
        #expect(check.json["balanced"] == true, "\(check.text)")
        let twice = try database.psql(
            """
            SELECT count(*) FROM (
                SELECT FROM rewards GROUP BY uid, subject, rule, currency HAVING count(*) > 1) AS t
            """)
        #expect(twice == "0")
    }
}

extension Fact {
    /// As a server sends it; nil where a call of its own says it.
    fileprivate func event(of uid: String) -> JSONValue? {
        let what: [JSONMember]
        switch self {
        case .levelReached(let level): what = [JSONMember("level", .integer(Int64(level)))]
        case .milestoneReached(let milestone):
            what = [JSONMember("milestone", .string(milestone.description))]
        case .counterIncremented(let counter, let step):
            what = [
                JSONMember("counter", .string(counter.description)), JSONMember("by", .integer(step)),
            ]
        case .platformUsed(let platform):
            what = [JSONMember("platform", .string(platform.rawValue))]
        case .referrerRecorded, .credentialLinked, .emailVerified, .playerMerged: return nil
        }
        return .object(
            [
                JSONMember("id", .string(newID())), JSONMember("uid", .string(uid)),
                JSONMember("type", .string(type.rawValue)),
            ] + what)
    }
}
