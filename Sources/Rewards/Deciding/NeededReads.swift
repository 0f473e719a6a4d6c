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
    private let keys: [RewardPlaces.Key]
    /// Budgets of which all is held.
    private let gathered: Set<RewardPlaces.Pot>

    init(_ needs: Needs, _ terms: TrustTerms, _ context: RewardsContext) {
        self.needs = needs
        self.context = context
        inquiry = TrustInquiry(
            about: Array(needs.suspects.values), terms: terms, disposable: context.disposable)
        keys = Array(needs.places.keys)
        gathered = context.doubts.scarcePots.intersection(needs.budgets.keys)
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
    ) async throws(PostgresError) -> HeldBudgets {
        let dayAgo = now.adding(seconds: -RewardPlaces.daySeconds)
        let asks = !transaction.followsChainsByStep
        let isLimited = !keys.isEmpty
        let isBudgeted = !needs.budgets.isEmpty
        let (rewards, evidence, chains, _, locked, counted, totals, shares) = try await transaction.sendEach(
            needs.rewards.isEmpty ? [] : [FindRewards(Array(needs.rewards))],
            asks ? inquiry.questions : [], asks ? inquiry.chains : [],
            isBudgeted ? [EnterCounting()] : [], isLimited ? [LockPlaces(keys)] : [],
            isLimited ? [CountGiven(needs.places, recentSince: dayAgo)] : [],
            isBudgeted ? [LockBudgets(gathered)] : [],
            isBudgeted ? [LockBudgetShares(Set(needs.budgets.keys), gathering: gathered)] : [])
        answers.kept = rewards.flatMap(\.self)
        if asks {
            answers.findings = try await inquiry.findings(evidence, chains.flatMap(\.self), in: transaction)
        }
        let budgets = HeldBudgets(
            needs.budgets, gathered: gathered, shares: shares.flatMap(\.self), totals: totals.flatMap(\.self))
        answers.places = places(locked.flatMap(\.self), counted.flatMap(\.self), budgets)
        return budgets
    }

    private func places(_ locked: [KeptPlace], _ counted: [KeptPlace], _ budgets: HeldBudgets) -> RewardPlaces
    {
        var given = Dictionary(uniqueKeysWithValues: keys.map { ($0, RewardPlaces.Given()) })
        for place in locked where place.epoch == needs.places[place.key] { given[place.key] = place.given }
        for place in counted { given[place.key] = place.given }
        return RewardPlaces(given: given, spent: budgets.spent)
    }
}
