import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// As JSON has times.
    private static let wholeMillisecond = Timestamp(microsecondsSince1970: 1_760_000_000_123_000)

    static let rich = RuleTerms(
        description: "It's {\"so\"}, \\ isn't it",
        when: [
            .level(atLeast: 2), .highestLevel(atLeast: 5), .milestone("ship"), .signedUp, .emailVerified,
            .counter(Counter("races_won")!, atLeast: 10), .referred, .signedUpWithinDays(7),
        ],
        pay: [
            RuleGrant(to: .referee, .piecesOfEight, .fixed(.max)),
            RuleGrant(
                to: .referrer, Currency("gems")!,
                .tiers([RuleGrant.Tier(from: 1, amount: 50), RuleGrant.Tier(from: 10, amount: 80)])),
        ],
        players: .new, from: wholeMillisecond, until: wholeMillisecond.adding(seconds: 9),
        limits: RuleTerms.Limits(perBeneficiary: 20, perBeneficiaryPerDay: 3, budget: .max), holdHours: 48)

    /// A third rule of two versions, and what it gave.
    func checkRules(_ pool: PostgresPool) async throws {
        let before = try await pool.run(ListRules())
        #expect(before.map(\.rule.terms) == Rule.standard.map(\.terms))
        #expect(before.allSatisfy { $0.state == .active && $0.rule.activatedAt != nil })
        func stored(_ version: Int64, _ terms: RuleTerms) -> StoredRule {
            StoredRule(
                rule: Rule(
                    name: "rich", version: version, terms: terms, activatedAt: Sample.now, countedFrom: 1),
                state: .paused, position: 3, changedAt: Sample.now, changedBy: "a test")
        }
        let (first, second) = (
            stored(1, Self.rich),
            stored(2, RuleTerms(when: [.signedUp], pay: [RuleGrant(to: .referee, .piecesOfEight, .fixed(1))]))
        )
        _ = try await pool.run(LockRules())
        try await pool.run(SetRules([first]), InsertRuleVersions([first, second]), SetRules([second]))
        #expect(try await pool.run(ListRules()) == before + [second])
        #expect(try await pool.run(ListRuleVersions(of: "rich", before: nil, limit: 9)) == [second, first])
        #expect(try await pool.run(ListRuleVersions(of: "rich", before: 2, limit: 9)) == [first])
        let newest: [Int64?] = try await pool.run(FindProgramme())
        #expect(newest == [1])
        let made: [Int64] = try await pool.run(InsertProgramme([first.rule, before[0].rule]))
        #expect(made == [2])
        try await pool.run(
            SetShortLockTimeout(), LockCountingExclusive(), LockCountingShared(), CheckProgramme(2),
            LockProgrammeExclusive())
        try await pool.run(LockProgrammeShared())
        let former = await #expect(throws: PostgresError.self) { try await pool.run(CheckProgramme(1)) }
        #expect(former?.isOfFormerProgramme == true)
        let there: [Int64?] = try await pool.run(FindProgramme(2))
        let missing: [Int64?] = try await pool.run(FindProgramme(3))
        #expect(there == [2] && missing == [nil])
        let rules: [ListProgrammeRules.Row] = try await pool.run(ListProgrammeRules())
        #expect(rules.map(\.rule) == [first.rule, before[0].rule] && rules.map(\.programme) == [2, 2])
        let earlier: [ListProgrammeRules.Row] = try await pool.run(ListProgrammeRules(of: 1))
        #expect(earlier.map(\.rule) == before.map(\.rule))
        let since = Timestamp(microsecondsSince1970: 0)
        let calendar: [ListProgrammes.Row] = try await pool.run(ListProgrammes(since: since, limit: 9))
        #expect(calendar.map(\.version) == before.map { _ in 1 } + [2, 2])
        #expect(Set(calendar.suffix(2).map(\.rule?.rule)) == [first.rule.name, before[0].rule.name])
        let last: [ListProgrammes.Row] = try await pool.run(ListProgrammes(since: since, limit: 1))
        #expect(last.map(\.version) == [2, 2])
        try await checkGrantCounts(pool)
        try await checkDue(pool)
    }

    /// What user 10 was given before it was counted, from `checkMoney`.
    private func checkGrantCounts(_ pool: PostgresPool) async throws {
        let budgetKey = GrantLimits.BudgetKey(rule: "level-5", currency: .piecesOfEight)
        let key = GrantLimits.Key(beneficiary: Sample.uid(10), budgetKey: budgetKey)
        let fresh = try await pool.run(LockGrantCounts([key]))
        #expect(fresh.map(\.key) == [key] && fresh.map(\.given) == [GrantLimits.Given()])
        let counted = try await pool.run(
            CountGiven([key: 4], recentSince: Sample.now.adding(seconds: -1)))
        let rewards = try await pool.run(ListRewardsOfUser(of: Sample.uid(10), before: nil, limit: 9_999))
        let count = rewards.count { $0.rule == "level-5" && $0.currency == .piecesOfEight }
        #expect(count > 1_000 && counted.map(\.given.count) == [Int64(count)])
        #expect(counted.first?.given.recent.last.map { $0 >= Sample.now } == true)
        let far = Timestamp(microsecondsSince1970: .max / 2)
        let none = try await pool.run(CountGiven([key: 4], recentSince: far))
        #expect(none.map(\.given.recent) == [[]])
        let given = GrantLimits.Given(count: 7, recent: [Sample.now, Sample.now.adding(seconds: 1)])
        try await pool.run(SetGrantCounts([key: given], countedSince: [key: 4]))
        #expect(try await pool.run(LockGrantCounts([key])).map(\.given) == [given])
        #expect(try await pool.run(CountGiven([key: 4], recentSince: Sample.now)) == [])
        let last = rewards.map(\.id).max() ?? .zero
        let sums: [SumRuleRewards.Row] = try await pool.run(SumRuleRewards(of: "level-5", before: last))
        let rest: [SumRuleRewards.Row] = try await pool.run(SumLatestRuleRewards(of: "level-5", from: last))
        #expect(sums.map(\.currency) == [.piecesOfEight] && rest.map(\.currency) == [.piecesOfEight])
        let least = try #require(rest.first).amount
        #expect(try #require(sums.first).amount > least && least > 0)
        #expect(try await pool.run(LockBudgets([budgetKey])).isEmpty as Bool)
        try await pool.run(SetBudgets([budgetKey: 3]))
        try await pool.run(SetBudgets([budgetKey: 5]))
        let spent: [LockBudgets.Row] = try await pool.run(LockBudgets([budgetKey]))
        #expect(spent.map(\.spent) == [5])
        try await checkStripes(of: budgetKey, pool)
    }

    private func checkStripes(of budgetKey: GrantLimits.BudgetKey, _ pool: PostgresPool) async throws {
        func held(all: Bool) async throws -> [BudgetStripe] {
            try await pool.run(LockBudgetStripes([budgetKey], gathering: all ? [budgetKey] : []))
        }
        #expect(try await held(all: true).isEmpty)
        try await pool.run(StripeBudgets([BudgetStripe(budgetKey: budgetKey, budget: 7, remaining: 1)]))
        let stripe = BudgetStripe(budgetKey: budgetKey, budget: 900, remaining: 4)
        try await pool.run(StripeBudgets([stripe]))
        #expect(try await held(all: false) == [stripe])
        #expect(try await held(all: true) == Array(repeating: stripe, count: Int(BudgetStripe.count)))
        try await pool.run(SetBudgetStripes([budgetKey: 3]))
        #expect(try await held(all: false).map(\.remaining) == [3])
        let apart = try await held(all: true).map(\.remaining).reduce(0, +)
        #expect(apart == 4 * BudgetStripe.count - 1)
        try await pool.run(SetBudgets([budgetKey: 5 + apart]))
        #expect(try await pool.run(ListBudgetSpending()).map { $0.spent } == [5 as Int64])
    }

    private func checkDue(_ pool: PostgresPool) async throws {
        let rewards = [-1, 3_600].map { seconds in
            Reward(
                id: Sample.id(7_000 + seconds), rule: "rich", beneficiary: Sample.uid(33), role: .referee,
                subject: Sample.uid(33), currency: Currency(seconds < 0 ? "gold" : "gems")!, amount: 1,
                status: .held, reason: "why", grantedAt: Sample.now,
                releaseAt: seconds < 0 ? Sample.now : Timestamp(microsecondsSince1970: .max / 2),
                ruleVersion: 2)
        }
        let mac: [UInt8] = [7]
        try await pool.run(InsertRewards(rewards) { _ in mac })
        let due = try await pool.run(FindDueRewards(limit: 9))
        #expect(due.map(\.reward) == [rewards[0]] && due.map(\.mac) == [mac])
        // One that isn't what was read stays as it is.
        #expect(try await pool.run(ReleaseDueRewards([(rewards[0], nil)])) == [])
        let released = try await pool.run(ReleaseDueRewards(due))
        #expect(released.map(\.status) == [.paid] && released.map(\.id) == [rewards[0].id])
        #expect(try await pool.run(ReleaseDueRewards(due)) == [])
        #expect(try await pool.run(FindDueRewards(limit: 9)).isEmpty)
        let macs = try await pool.run(FindRewardMACs(rewards.map(\.id), of: Sample.uid(33)))
        #expect(macs.first { $0.id == rewards[0].id }?.mac == .some(nil))
        #expect(macs.first { $0.id == rewards[1].id }?.mac == mac)
    }
}
