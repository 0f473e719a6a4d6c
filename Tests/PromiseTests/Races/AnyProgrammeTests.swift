import FoundationEssentials
import HTTP
import Referrals
import TestSupport
import Testing
import Values

extension Promises.UnderLoad {
    /// Rules by chance, and facts by chance to two servers: in any order, some told again and again, in
    /// batches of any size.
    @Suite struct AnyProgrammeTests {
        private static let rounds = 3

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
                let stage = try await RuleStage(one, other)
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
                var places = GrantLimits()
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

        private func grants(to crowd: [TestUser], _ stage: RuleStage) throws -> [Grant] {
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
                let stage = try await RuleStage(one, other)
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

        private func expectWithin(_ rule: Rule, _ stage: RuleStage) throws {
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
