internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Goes through what a trial's players deserve in the order of the facts, and has limits and tiers say what
/// each gets.
struct TrialLimitPass {
    private static let pageRewards = 1_000

    private let lease: JobLease
    private let trial: RuleTrial
    private let pool: PostgresPool
    private let zone: ProgrammeZone

    init(_ lease: JobLease, _ trial: RuleTrial, _ pool: PostgresPool, in zone: ProgrammeZone) {
        self.lease = lease
        self.trial = trial
        self.pool = pool
        self.zone = zone
    }

    /// False when the job was lost to another process.
    ///
    /// - Parameter share: how much of the job is done.
    func run(from share: Double, on loop: isolated EventLoop) async throws(PostgresError) -> Bool {
        var after: TrialReward?
        var spent: [GrantLimits.BudgetKey: Int64] = [:]
        for grant in trial.rule.terms.pay {
            spent[GrantLimits.BudgetKey(rule: trial.rule.name, currency: grant.currency)] = 0
        }
        while true {
            let pace = JobPace()
            let (others, _, page) = try await pool.run(
                CountSessionsAtWork(), ReadInOrder(),
                WalkTrialRewards(of: lease.job.id, after: after, limit: Self.pageRewards))
            try await limit(page, &spent)
            if page.count < Self.pageRewards { return true }
            after = page.last
            lease.note(share: share + (1 - share) * 0.5)
            guard try await lease.renew() else { return false }
            await pace.rest(beside: others, on: loop)
        }
    }

    private func limit(
        _ page: [TrialReward], _ spent: inout [GrantLimits.BudgetKey: Int64]
    ) async throws(PostgresError) {
        guard !page.isEmpty else { return }
        let wanted = TrialSum.all(of: page)
        let found = try await pool.run(FindTrialSums(Set(wanted.map(\.uid)), of: lease.job.id))
        var given: [GrantLimits.Key: GrantLimits.Given] = [:]
        for sum in wanted { given[key(sum)] = GrantLimits.Given() }
        for sum in found { given[key(sum)] = GrantLimits.Given(count: sum.given, recent: sum.recent) }
        var grantLimits = GrantLimits(given: given, spent: spent)
        let limited = page.map { trial.limited($0, &grantLimits) }
        for reward in limited { lease.job.tally.add(reward, in: zone) }
        spent.merge(grantLimits.changedBudgets) { $1 }
        var sums = TrialSum.all(of: limited.filter(\.isGiven))
        for index in sums.indices { sums[index].recent = grantLimits.changed[key(sums[index])]?.recent ?? [] }
        if !sums.isEmpty { try await pool.run(AddTrialSums(sums, of: lease.job.id)) }
    }

    private func key(_ sum: TrialSum) -> GrantLimits.Key {
        let budgetKey = GrantLimits.BudgetKey(rule: trial.rule.name, currency: sum.currency)
        return GrantLimits.Key(beneficiary: sum.uid, budgetKey: budgetKey)
    }
}

extension TrialSum {
    /// One for each beneficiary and currency.
    static func all(of rewards: [TrialReward]) -> [TrialSum] {
        var sums: [Account: TrialSum] = [:]
        for reward in rewards {
            let account = Account(uid: reward.beneficiary, currency: reward.currency)
            var sum = sums[account] ?? TrialSum(uid: account.uid, currency: account.currency)
            sum.given += 1
            let (amount, overflow) = sum.amount.addingReportingOverflow(reward.amount)
            sum.amount = overflow ? .max : amount
            sums[account] = sum
        }
        return sums.sorted { $0.key < $1.key }.map(\.value)
    }
}
