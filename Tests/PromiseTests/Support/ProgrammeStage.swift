import EventLoops
import Glibc
import HTTP
import JSON
import TestSupport
import Testing

/// Friends to whom things happen, and an administrator who can't leave the rules alone.
///
/// Friends come all the time, and what a few clients tell makes each deserve something soon: rules of every
/// version have something to give.
final class ProgrammeStage: Sendable {
    /// To begin with.
    private static let friends = 24
    /// Of what a client does, one in so many is a friend's coming.
    private static let comings = 6
    /// Of each of those who bring any; more than the limit lets them be paid for.
    private static let friendsEach = 12
    private static let rules = "/v1/admin/rules"

    private let installs: [ServedInstall]
    private let (server, admin): (String, String)
    private let users = Locked<[TestUser]>([])
    private let isOver = Locked(false)
    private let count = Locked(0)
    private let odd = Locked<[String]>([])

    init(_ installs: [ServedInstall]) throws {
        self.installs = installs
        (server, admin) = (try installs[0].key("server"), try installs[0].key("admin"))
    }

    var oddities: [String] { odd.withLock { $0 } }
    /// How many facts were acknowledged.
    var told: Int { count.withLock { $0 } }

    private static func rule(_ name: String, _ when: JSONValue, _ pay: JSONValue) -> JSONValue {
        ["name": .string(name), "when": [when], "pay": pay, "state": "active"]
    }

    private static func steady(_ amount: Int64) -> JSONValue {
        rule(
            "steady", ["fact": "highest_level", "at_least": 3],
            [["to": "referrer", "currency": "gems", "amount": .integer(amount)]])
    }

    private static func both(_ amount: Int64) -> JSONValue {
        rule(
            "both", ["milestone": "ship"],
            [
                ["to": "referee", "currency": "gems", "amount": .integer(amount)],
                ["to": "referrer", "currency": "gold", "amount": .integer(amount)],
            ])
    }

    private static func few(_ most: Int64) -> JSONValue {
        let tiers: JSONValue = ["tiers": [["from": 1, "amount": 10], ["from": 3, "amount": 20]]]
        let terms = rule(
            "few", ["counter": "races", "at_least": 2],
            [["to": "referrer", "currency": "silver", "amount": tiers]])
        guard case .object(let members) = terms else { return terms }
        return .object(members + [JSONMember("limits", ["per_beneficiary": .integer(most)])])
    }

    func begin() throws {
        let client = try TestClient(port: installs[0].port)
        for _ in 0..<Self.friends {
            let friend = try client.signUp(referredBy: users.withLock(referrer)?.code)
            users.withLock { $0.append(friend) }
        }
        for currency in ["gems", "gold", "silver"] {
            try client.send(
                "PUT", "/v1/admin/currencies/\(currency)", token: admin, ["title": "A test's"]
            ).required(200)
        }
        let ended = Self.rule(
            "ended", ["fact": "highest_level", "at_least": 2],
            [["to": "referrer", "currency": "gems", "amount": 1]])
        for rule in [Self.steady(1), Self.both(1), Self.few(4), ended] {
            try client.send("POST", Self.rules, token: admin, rule).required(201)
        }
    }

    /// Clients and the administrator, for as long as `body` takes.
    func play(clients: Int, _ body: @Sendable () async throws -> Void) async throws {
        async let running: [Void] = Crowd.run(clients + 1) { number in
            if number == clients { self.administer() } else { self.tell(number) }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        isOver.withLock { $0 = true }
        _ = try await running
        try outcome.get()
    }

    /// A last fact of each, once both servers go by the rules as they are then.
    func end() async throws {
        let clients = try installs.flatMap { install in
            try (0..<ServedInstall.loops * 2).map { _ in try TestClient(port: install.port) }
        }
        for name in ["steady", "both", "few"] {
            let call = Call("POST", "\(Self.rules)/\(name)/resume", token: admin)
            try clients[0].insist(call).required(200)
        }
        let probe = try clients[0].signUp()
        let isInForce = try await eventually {
            try clients.allSatisfy { client in
                let reply = try client.insist(levelCall(1, token: server, id: newID(), uid: probe.uid))
                let told = reply.json["decisions"]?.array?.compactMap { $0["rule"]?.string } ?? []
                return ["steady", "both", "few"].allSatisfy(told.contains)
            }
        }
        #expect(isInForce)
        for (number, user) in users.withLock({ $0 }).enumerated() {
            let call = levelCall(1, token: server, id: newID(), uid: user.uid)
            try clients[number % clients.count].insist(call).required(200)
        }
    }

    private func tell(_ number: Int) {
        var random = SeededGenerator(seed: UInt64(number))
        while !isOver.withLock({ $0 }) {
            if Int.random(in: 0..<Self.comings, using: &random) == 0 { come(&random) }
            let uid = latest(&random)?.uid ?? ""
            let id = newID()
            let what: [JSONMember] =
                switch Int.random(in: 0...3, using: &random) {
                case 0: [JSONMember("type", "milestone_reached"), JSONMember("milestone", "ship")]
                case 1:
                    [
                        JSONMember("type", "counter_incremented"), JSONMember("counter", "races"),
                        JSONMember("by", 1),
                    ]
                default:
                    [
                        JSONMember("type", "level_reached"),
                        JSONMember("level", .integer(.random(in: 1...4, using: &random))),
                    ]
                }
            let members = [JSONMember("id", .string(id)), JSONMember("uid", .string(uid))] + what
            // Until it is acknowledged, by whichever server is there.
            while !isOver.withLock({ $0 }) {
                let install = installs[Int.random(in: 0...1, using: &random)]
                let call = Call("POST", "/v1/events", token: server, .object(members))
                guard let status = send(call, to: install.port), status != 503 else { continue }
                if status == 200 { count.withLock { $0 += 1 } } else { note("\(status) for a fact") }
                break
            }
        }
    }

    /// One of those who came last, to whom something may happen that they aren't paid for yet.
    private func latest(_ random: inout SeededGenerator) -> TestUser? {
        users.withLock { $0.suffix(Self.friends).randomElement(using: &random) }
    }

    private func referrer(of users: inout [TestUser]) -> TestUser? {
        users.isEmpty ? nil : users[(users.count - 1) / Self.friendsEach * Self.friendsEach]
    }

    /// Another friend; nobody where the server that is asked isn't there.
    private func come(_ random: inout SeededGenerator) {
        guard let referrer = users.withLock(referrer) else { return }
        let install = installs[Int.random(in: 0...1, using: &random)]
        let body: JSONValue = ["referred_by": .string(referrer.code)]
        let reply = try? TestClient(port: install.port).send("POST", "/v1/users", body)
        guard let reply, reply.status != 503 else { return }
        guard reply.status == 201 else { return note("\(reply.status) for a friend") }
        users.withLock { $0.append(TestUser(reply)) }
    }

    /// Nil where the connection ends without an answer: the server may just be killed.
    private func send(_ call: Call, to port: UInt16) -> Int? {
        do {
            let client = try TestClient(port: port)
            return try client.send(call.method, call.path, token: call.token, call.body).status
        } catch {
            usleep(10_000)
            return nil
        }
    }

    private func note(_ text: String) {
        odd.withLock { $0.append(text) }
    }

    private func administer() {
        var round: Int64 = 1
        while !isOver.withLock({ $0 }) {
            round += 1
            for change in changes(round) {
                guard let status = administer(change), ![200, 202, 409].contains(status) else { continue }
                note("\(status) for \(change.method) \(change.path)")
            }
        }
    }

    private func changes(_ round: Int64) -> [Call] {
        func call(_ method: String, _ path: String, _ body: JSONValue? = nil) -> Call {
            Call(method, path, token: admin, body)
        }
        var changes = [
            call("PUT", Self.rules + "/steady", Self.steady(round)),
            call("POST", Self.rules + "/few/pause"),
            call("PUT", Self.rules + "/both", Self.both(round)),
            call("POST", Self.rules + "/steady/backfill"),
            call("PUT", Self.rules + "/few", Self.few(4 + round % 2)),
            call("POST", Self.rules + "/steady/pause"),
            call("POST", Self.rules + "/few/resume"),
            call("POST", "/v1/admin/trials", ["rule": Self.steady(round * 2)]),
            call("POST", Self.rules + "/steady/resume"),
        ]
        if round == 12 { changes.append(call("POST", Self.rules + "/ended/archive")) }
        return changes
    }

    /// By whichever server is there; nil when the play was over before.
    private func administer(_ change: Call) -> Int? {
        while !isOver.withLock({ $0 }) {
            for install in installs {
                let status = try? TestClient(port: install.port).send(
                    change.method, change.path, token: change.token, headers: ["If-Match": "*"], change.body
                ).status
                if let status, status != 503 { return status }
            }
            usleep(10_000)
        }
        return nil
    }
}
