import FoundationEssentials
import HTTP
import Referrals
import Service
import TestSupport
import Testing
import Values

@testable import API

extension Promises.UnderLoad {
    /// Rules by chance, and facts by chance to two servers: in any order, some told again and again, in
    /// batches of any size.
    @Suite struct AnyProgrammeTests {
        private static let rounds = 3
        private static let clients = 6

        /// What somebody gets, said without uids: those of another crowd are others.
        private struct Grant: Hashable, Comparable {
            let subject: Int
            let rule: String
            let role: String
            let currency: String
            let amount: Int64
            let status: String

            static func < (left: Grant, right: Grant) -> Bool { "\(left)" < "\(right)" }
        }

        /// A player, and all that will ever happen to it.
        private struct Life {
            let isReferred: Bool
            let facts: [Fact]
        }

        @Test func `whatever the order, the repeats and the batches, there is one ledger`() async throws {
            var random = SeededGenerator("AnyProgrammeTests")
            try await TestServer.withTwo { one, other in
                let stage = try await Stage(one, other)
                for round in 1...Self.rounds {
                    let rules = (1...Int.random(in: 2...5, using: &random)).compactMap { number in
                        RuleName("r\(round)-\(number)").map {
                            Rule(name: $0, version: 1, terms: RandomProgramme.terms(&random))
                        }
                    }
                    try await stage.put(rules)
                    let lives = (0..<5).map { _ in
                        Life(
                            isReferred: .random(in: 0..<4, using: &random) > 0,
                            facts: RandomProgramme.facts(&random))
                    }
                    let expected = deserved(lives, rules)
                    for _ in 0..<2 {
                        let crowd = try stage.crowd(lives.map(\.isReferred))
                        try await stage.tell(lives.map(\.facts), of: crowd, &random)
                        #expect(try grants(to: crowd, stage) == expected)
                    }
                }
                try stage.expectSoundBooks()
            }
        }

        /// By the rules themselves, one fact after the other.
        private func deserved(_ lives: [Life], _ rules: [Rule]) -> [Grant] {
            let book = RuleBook(version: 1, rules)
            return lives.enumerated().flatMap { number, life in
                let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
                var user = User(
                    uid: UserID(UUID()), referralCode: ReferralCode("0000000000")!,
                    referral: Referral(referredBy: life.isReferred ? UserID(UUID()) : nil), createdAt: now)
                var places = RewardPlaces()
                return life.facts.flatMap { fact in
                    let verdict = book.apply(fact, to: user, at: now, &places) { UUID() }
                    user = verdict.user
                    return verdict.rewards.map {
                        Grant(
                            subject: number, rule: $0.rule.description, role: $0.role.rawValue,
                            currency: $0.currency.description, amount: $0.amount, status: $0.status.rawValue)
                    }
                }
            }.sorted()
        }

        private func grants(to crowd: [TestUser], _ stage: Stage) throws -> [Grant] {
            try crowd.enumerated().flatMap { number, user in
                try stage.database.psql(
                    "SELECT rule, role, currency, amount, status FROM rewards WHERE subject = '\(user.uid)'"
                ).split(separator: "\n").map { line in
                    let parts = line.split(separator: "|").map(String.init)
                    return Grant(
                        subject: number, rule: parts[0], role: parts[1], currency: parts[2],
                        amount: Int64(parts[3]) ?? 0, status: parts[4])
                }
            }.sorted()
        }

        @Test func `with limits and tiers sums stay below, tiers come in order and once, and it adds up`()
            async throws
        {
            var random = SeededGenerator("AnyProgrammeTests")
            try await TestServer.withTwo { one, other in
                let stage = try await Stage(one, other)
                for round in 1...Self.rounds {
                    let rules = (1...3).compactMap { number in
                        RuleName("l\(round)-\(number)").map {
                            let terms = RandomProgramme.limited(RandomProgramme.terms(&random), &random)
                            return Rule(name: $0, version: 1, terms: terms)
                        }
                    }.filter(\.terms.mistakes.isEmpty)
                    try await stage.put(rules)
                    let crowd = try stage.crowd((0..<12).map { $0 > 1 })
                    let facts = crowd.map { _ in RandomProgramme.facts(&random) }
                    try await stage.tell(facts, of: crowd, &random)
                    for rule in rules { try expectWithin(rule, stage) }
                }
                try stage.expectSoundBooks()
            }
        }

        private func expectWithin(_ rule: Rule, _ stage: Stage) throws {
            let terms = rule.terms
            let rows = try stage.database.psql(
                """
                SELECT uid, currency, string_agg(amount::text, ',' ORDER BY amount), min(role) FROM rewards
                WHERE rule = '\(rule.name)' GROUP BY uid, currency
                """
            ).split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
            var spent: [String: Int64] = [:]
            for row in rows {
                let given = row[2].split(separator: ",").compactMap { Int64($0) }
                let most =
                    [terms.limits.perBeneficiary, terms.limits.perBeneficiaryPerDay]
                    .compactMap(\.self).min() ?? .max
                #expect(given.count <= most, "\(rule.name) \(row)")
                spent[row[1], default: 0] += given.reduce(0, +)
                // Nobody here is both: the amounts are those of its first, its second, … reward.
                let grant = terms.pay.first {
                    $0.role.rawValue == row[3] && $0.currency.description == row[1]
                }
                let due = given.indices.map { grant?.amount(of: $0 + 1) ?? 0 }
                #expect(given == due.sorted(), "\(rule.name) \(row)")
            }
            if let budget = terms.limits.budget {
                #expect(spent.values.allSatisfy { $0 <= budget }, "\(rule.name) \(spent)")
            }
        }

        /// Two servers with an administrator, and clients of both.
        private struct Stage: Sendable {
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
                let list = try clients[0].send("GET", path, token: admin).required(200)
                for rule in list.json["rules"]?.array ?? [] where rule["state"] == "active" {
                    let name = rule["name"]?.string ?? ""
                    try clients[0].send("POST", "\(path)/\(name)/archive", token: admin).required(200)
                }
                for rule in rules {
                    let now = Timestamp(microsecondsSince1970: 0)
                    let stored = StoredRule(
                        rule: rule, state: .active, position: 1, changedAt: now, changedBy: "")
                    let body = try JSONParser.parse(JSONWriter.bytes(of: RuleView(stored)))
                    try clients[0].send("POST", path, token: admin, body).required(201)
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
                let clients = AnyProgrammeTests.clients
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
        case .referrerRecorded, .credentialLinked, .emailVerified, .playerMerged: return nil
        }
        return .object(
            [
                JSONMember("id", .string(newID())), JSONMember("uid", .string(uid)),
                JSONMember("type", .string(type.rawValue)),
            ] + what)
    }
}

extension RuleGrant {
    /// Of a beneficiary's reward of this number.
    fileprivate func amount(of number: Int) -> Int64 {
        switch amount {
        case .fixed(let amount): amount
        case .tiers(let tiers): tiers.last { $0.from <= number }?.amount ?? 0
        }
    }
}
