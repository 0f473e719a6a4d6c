internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Goes through what a trial's players deserve in the order of time, and has limits and tiers say what each
/// gets.
struct TrialPlacing {
    private static let pageRewards = 1_000

    private let turn: JobTurn
    private let trial: RuleTrial
    private let pool: PostgresPool

    init(_ turn: JobTurn, _ trial: RuleTrial, _ pool: PostgresPool) {
        self.turn = turn
        self.trial = trial
        self.pool = pool
    }

    /// False when the job was lost to another process.
    ///
    /// - Parameter share: how much of the job is done.
    func run(from share: Double, on loop: isolated EventLoop) async throws(PostgresError) -> Bool {
        var after: TrialReward?
        var spent: [RewardPlaces.Pot: Int64] = [:]
        for grant in trial.rule.terms.pay {
            spent[RewardPlaces.Pot(rule: trial.rule.name, currency: grant.currency)] = 0
        }
        while true {
            let pace = JobPace()
            let (others, _, page) = try await pool.run(
                CountSessionsAtWork(), ReadInOrder(),
                WalkTrialRewards(of: turn.job.id, after: after, limit: Self.pageRewards))
            try await place(page, &spent)
            if page.count < Self.pageRewards { return true }
            after = page.last
            turn.note(share: share + (1 - share) * 0.5)
            guard try await turn.keep() else { return false }
            await pace.rest(beside: others, on: loop)
        }
    }

    private func place(
        _ page: [TrialReward], _ spent: inout [RewardPlaces.Pot: Int64]
    ) async throws(PostgresError) {
        guard !page.isEmpty else { return }
        let wanted = TrialSum.all(of: page)
        let found = try await pool.run(FindTrialSums(Set(wanted.map(\.uid)), of: turn.job.id))
        var given: [RewardPlaces.Key: RewardPlaces.Given] = [:]
        for sum in wanted { given[key(sum)] = RewardPlaces.Given() }
        for sum in found { given[key(sum)] = RewardPlaces.Given(count: sum.given, recent: sum.recent) }
        var places = RewardPlaces(given: given, spent: spent)
        let placed = page.map { trial.placed($0, &places) }
        for reward in placed { turn.job.tally.add(reward) }
        spent.merge(places.changedPots) { $1 }
        var sums = TrialSum.all(of: placed.filter(\.isGiven))
        for place in sums.indices { sums[place].recent = places.changed[key(sums[place])]?.recent ?? [] }
        if !sums.isEmpty { try await pool.run(AddTrialSums(sums, of: turn.job.id)) }
    }

    private func key(_ sum: TrialSum) -> RewardPlaces.Key {
        let pot = RewardPlaces.Pot(rule: trial.rule.name, currency: sum.currency)
        return RewardPlaces.Key(beneficiary: sum.uid, pot: pot)
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
