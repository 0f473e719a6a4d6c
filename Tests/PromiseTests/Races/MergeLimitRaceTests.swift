import FoundationEssentials
import HTTP
import JSON
import Referrals
import TestSupport
import Testing
import Values

extension Promises.UnderLoad {
    /// Any programme with limits, and accounts that many anonymous players become while friends of all of
    /// them play, on two servers: an account never has what one player could not have been given.
    @Suite struct MergeLimitRaceTests {
        private static let rounds = 3
        private static let accounts = 2
        private static let playersPerAccount = 3

        @Test func `an account that many players become has what one could have been given`() async throws {
            var random = SeededGenerator("MergeLimitRaceTests")
            try await TestServer.withTwo { one, other in
                let stage = try await RuleStage(one, other)
                for round in 1...Self.rounds {
                    let rules = (1...3).compactMap { number in
                        RuleName("m\(round)-\(number)").map {
                            Rule(name: $0, version: 1, terms: Self.terms(&random))
                        }
                    }.filter(\.terms.mistakes.isEmpty)
                    try await stage.put(rules)
                    let families = try (0..<Self.accounts).map { _ in try Family(stage, &random) }
                    try await play(families, on: stage, &random)
                    try await stage.settle()
                    for family in families {
                        for rule in rules { try family.expectWithin(rule, stage) }
                    }
                }
                let excess = try stage.database.psql(
                    "SELECT count(*) FROM rewards WHERE codes LIKE '%merge_limit%'")
                #expect(Int(excess).map { $0 > 5 } == true, "too few to say anything: \(excess)")
                try stage.expectSoundBooks()
            }
        }

        /// Something that each friend fulfils in time, with limits by chance.
        private static func terms(_ random: inout SeededGenerator) -> RuleTerms {
            var terms = RandomProgramme.limited(RandomProgramme.terms(&random), &random)
            terms.when = [.highestLevel(atLeast: .random(in: 1...3, using: &random)), .referred]
            terms.limits.budget = nil
            return terms
        }

        /// Friends and players reach levels, and players become their account, all at once.
        private func play(
            _ families: [Family], on stage: RuleStage, _ random: inout SeededGenerator
        ) async throws {
            var steps: [@Sendable (TestClient) throws -> Void] = []
            for family in families {
                for user in family.everybody {
                    for level in Int64(1)...3 {
                        steps.append { client in
                            let call = levelCall(
                                level, token: stage.server, id: newID(), uid: user.uid)
                            _ = try client.insist(call)
                        }
                    }
                }
                for player in family.players {
                    steps.append { client in
                        let call = Call(
                            "POST", "/v1/sessions", token: player.token,
                            [
                                "email": .string(family.email), "password": .string(TestClient.password),
                                "merge": .string(player.token),
                            ])
                        try client.insist(call).required(200)
                    }
                }
            }
            steps.shuffle(using: &random)
            let all = steps
            try await Crowd.run(6) { number in
                let client = try TestClient(port: stage.ports[number % 2])
                for place in stride(from: number, to: all.count, by: 6) { try all[place](client) }
            }
        }
    }

    /// An account, the players who become it, and the friends of each.
    struct Family: Sendable {
        let email: String
        let account: TestUser
        let players: [TestUser]
        let friends: [TestUser]

        var everybody: [TestUser] { [account] + players + friends }

        init(_ stage: RuleStage, _ random: inout SeededGenerator) throws {
            let client = try TestClient(port: stage.ports[0])
            let anne = try client.signUp()
            var account = try client.signUp(referredBy: anne.code)
            email = "\(account.uid)@example.com"
            try client.link(&account, email: email).required(200)
            self.account = account
            players = try (0..<3).map { number in
                try client.signUp(referredBy: number == 0 ? nil : anne.code)
            }
            friends = try ([account] + players).flatMap { user in
                try (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    try client.signUp(referredBy: user.code)
                }
            }
        }

        private var uids: String { ([account] + players).map { "'\($0.uid)'" }.joined(separator: ",") }

        /// Of what is paid or held.
        func expectWithin(_ rule: Rule, _ stage: RuleStage) throws {
            let limits = rule.terms.limits
            let most = [limits.perBeneficiary, limits.perBeneficiaryPerDay].compactMap(\.self).min() ?? .max
            let rows = try stage.database.psql(
                """
                SELECT currency, role, count(*), sum(amount), count(*) FILTER (WHERE subject IN (\(uids)))
                FROM rewards WHERE rule = '\(rule.name)' AND uid IN (\(uids)) AND status IN ('paid', 'held')
                GROUP BY currency, role
                """
            ).split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
            for row in rows {
                let counts = row[2...].compactMap { Int64($0) }
                #expect(counts[0] <= most, "\(rule.name) \(limits) \(row)")
                #expect(counts[2] <= 1, "\(rule.name) pays one player for itself \(row)")
            }
        }
    }
}
