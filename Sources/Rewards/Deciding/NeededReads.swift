internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Reads what rules need to know, and locks what rules with limits have given, in one round trip.
struct NeededReads {
    private let needs: Needs
    private let context: RewardsContext
    private let inquiry: TrustInquiry
    private let keys: [GrantLimits.Key]
    /// Budgets of which all is held.
    private let gathered: Set<GrantLimits.BudgetKey>

    init(_ needs: Needs, _ terms: TrustTerms, _ context: RewardsContext) {
        self.needs = needs
        self.context = context
        inquiry = TrustInquiry(
            about: Array(needs.suspects.values), terms: terms, disposable: context.disposable)
        keys = Array(needs.grantCounts.keys)
        gathered = context.doubts.exhaustedBudgets.intersection(needs.budgets.keys)
    }

    /// Findings of checks that need a round trip for each step up a chain of referrers: read before the
    /// first lock.
    func findings(in transaction: Transaction) async throws(PostgresError) -> [UserID: TrustCodes] {
        guard transaction.followsChainsByStep, !needs.suspects.isEmpty else { return [:] }
        return try await inquiry.findings(in: transaction)
    }

    /// Budgets are locked after limits. A transaction that changes a counted rule writes budgets, and first
    /// waits for their holders.
    func read(
        in transaction: Transaction, at now: Timestamp, _ answers: inout Answers
    ) async throws(PostgresError) -> BudgetReservation {
        let dayAgo = now.adding(seconds: -GrantLimits.daySeconds)
        let asks = !transaction.followsChainsByStep
        let isLimited = !keys.isEmpty
        let isBudgeted = !needs.budgets.isEmpty
        let (rewards, evidence, chains, _, locked, counted, totals, stripes) = try await transaction.sendEach(
            needs.rewards.isEmpty ? [] : [FindRewards(Array(needs.rewards))],
            asks ? inquiry.questions : [], asks ? inquiry.chains : [],
            isBudgeted ? [LockCountingShared()] : [], isLimited ? [LockGrantCounts(keys)] : [],
            isLimited ? [CountGiven(needs.grantCounts, recentSince: dayAgo)] : [],
            isBudgeted ? [LockBudgets(gathered)] : [],
            isBudgeted ? [LockBudgetStripes(Set(needs.budgets.keys), gathering: gathered)] : [])
        answers.kept = rewards.flatMap(\.self)
        if asks {
            answers.findings = try await inquiry.findings(evidence, chains.flatMap(\.self), in: transaction)
        }
        let budgets = BudgetReservation(
            needs.budgets, gathered: gathered, stripes: stripes.flatMap(\.self),
            totals: totals.flatMap(\.self))
        answers.grantLimits = grantLimits(locked.flatMap(\.self), counted.flatMap(\.self), budgets)
        return budgets
    }

    private func grantLimits(
        _ locked: [StoredGrantCount], _ counted: [StoredGrantCount], _ budgets: BudgetReservation
    ) -> GrantLimits {
        var given = Dictionary(uniqueKeysWithValues: keys.map { ($0, GrantLimits.Given()) })
        for count in locked where count.epoch == needs.grantCounts[count.key] {
            given[count.key] = count.given
        }
        for count in counted { given[count.key] = count.given }
        return GrantLimits(given: given, spent: budgets.spent)
    }
}
