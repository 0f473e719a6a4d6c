internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Replays what was recorded under a rule, player by player, in memory that doesn't grow with them.
///
/// Rewards of a rule without limits and tiers are added up on the way. A rule with them depends on its
/// earlier rewards. So the deserved rewards are first stored, and then processed in the order of the
/// facts.
struct TrialRun {
    /// Few, as the loop serves requests, too, and does nothing else while it replays their facts.
    private static let pageUsers = 250
    private static let pageFacts = 5_000
    /// Less than the lease.
    fileprivate static let longMilliseconds = 10_000
    /// Of a trial in two parts; the first has all facts to read.
    private static let firstShare = 0.8

    let context: RewardsContext
    let lease: JobLease
    let trial: RuleTrial
    /// Whether a rule of the name has ever given anything.
    let isNamed: Bool

    private var pool: PostgresPool { context.pool }
    private var id: UUID { lease.job.id }

    init(_ lease: JobLease, isNamed: Bool, _ context: RewardsContext) {
        self.lease = lease
        trial = lease.job.trial
        self.isNamed = isNamed
        self.context = context
    }

    func run(on loop: isolated EventLoop) async throws(PostgresError) {
        try await clear()
        let walk = UserWalk(
            pool: pool, lease: lease, pageUsers: Self.pageUsers, share: trial.isCounted ? Self.firstShare : 1)
        let isOurs = try await walk.run(on: loop) { page throws(PostgresError) in try await replay(page) }
        guard isOurs else { return }
        if trial.isCounted {
            guard
                try await TrialLimitPass(lease, trial, pool, in: context.clock.zone)
                    .run(from: Self.firstShare, on: loop)
            else {
                return
            }
        }
        try await pool.countBeneficiaries(of: lease)
        try await lease.end()
        try await clear()
    }

    /// A vacuum of what the trial before has left gives way after a second.
    private func clear() async throws(PostgresError) {
        try await pool.transaction(
            statementTimeoutMilliseconds: Self.longMilliseconds,
            patience: TransactionPatience(lockMilliseconds: Self.longMilliseconds)
        ) { transaction throws(PostgresError) in try await transaction.commit([ClearTrials()]) }
    }

    private func replay(_ page: [User]) async throws(PostgresError) {
        let trust = try await context.programme.current().trust
        var moments = try await moments(of: page)
        for (index, user) in try await context.withTrustContext(moments.map(\.user), for: trust).enumerated()
        {
            moments[index].user = user
        }
        var rewards = moments.flatMap { trial.rewards(at: $0, trust: trust) }
        let given = try await given(for: page)
        for reward in given.values { lease.job.tally.add(active: reward) }
        for index in rewards.indices {
            rewards[index].wasGiven = given[GivenKey(rewards[index])] != nil
        }
        for reward in rewards where !trial.isCounted || !reward.isGiven {
            lease.job.tally.add(reward, in: context.clock.zone)
        }
        rewards.removeAll { !$0.isGiven }
        guard !rewards.isEmpty else { return }
        if trial.isCounted {
            try await pool.run(InsertTrialRewards(rewards, of: id))
        } else {
            try await pool.run(AddTrialSums(TrialSum.all(of: rewards), of: id))
        }
    }

    /// When players of a page would have been rewarded.
    private func moments(of page: [User]) async throws(PostgresError) -> [TrialMoment] {
        guard let first = page.first, let last = page.last else { return [] }
        var moments: [TrialMoment] = []
        var replay: TrialReplay?
        var position = RecordedFact.Position(
            uid: first.uid, receivedAt: Timestamp(microsecondsSince1970: 0), number: FactNumber(.min),
            id: .zero)
        while true {
            let facts = try await pool.run(
                WalkFacts(after: position, upTo: last.uid, limit: Self.pageFacts))
            let isAll = facts.count < Self.pageFacts
            if replay == nil {
                let late = isAll ? facts.latelyReferred : try await lateReferrals(first.uid, last.uid)
                replay = TrialReplay(trial, page, referredLater: late)
                moments = replay?.signUpMoments ?? []
            }
            for fact in facts {
                if let moment = replay?.take(fact) { moments.append(moment) }
            }
            guard !isAll, let end = facts.last else { return moments }
            position = end.position
        }
    }

    /// Where the facts of a page are too many to look at them first.
    private func lateReferrals(_ first: UserID, _ last: UserID) async throws(PostgresError) -> Set<UserID> {
        let late: [UserID] = try await pool.run(FindLateReferrals(from: first, upTo: last))
        return Set(late)
    }

    /// The existing rewards of the rule of that name for these players in the tried period.
    private func given(for page: [User]) async throws(PostgresError) -> [GivenKey: Reward] {
        guard isNamed else { return [:] }
        let keys = page.flatMap { user in
            [user.uid, user.referral.referredBy].compactMap(\.self).map {
                RewardKey(beneficiary: $0, subject: user.uid, rule: trial.rule.name)
            }
        }
        var given: [GivenKey: Reward] = [:]
        let rewards: [Reward] = try await pool.run(FindRewards(keys.sorted()))
        for reward in rewards where trial.covers(reward.grantedAt) { given[GivenKey(reward)] = reward }
        return given
    }
}

extension PostgresPool {
    /// The number of players of a job, and those with the highest sums; nil if the database lost some of
    /// the counts in a crash.
    func countBeneficiaries(of lease: JobLease) async throws(PostgresError) {
        let id = lease.job.id
        let (largest, beneficiaries) = try await transaction(
            isReadOnly: true, statementTimeoutMilliseconds: TrialRun.longMilliseconds
        ) { transaction throws(PostgresError) in
            try await transaction.commit(ListLargestTrialSums(of: id), CountTrialBeneficiaries(of: id))
        }
        let rewards = lease.job.tally.given.values.reduce(0) { $0 + $1.rewards }
        guard let counted = beneficiaries.first, counted.rewards == rewards else { return }
        lease.job.tally.largest = largest.map {
            TrialTally.Largest(
                uid: $0.uid, currency: $0.currency,
                sum: TrialTally.Sum(rewards: $0.given, amount: $0.amount))
        }
        lease.job.tally.beneficiaries = counted.beneficiaries
    }
}

/// A reward but for its rule.
private struct GivenKey: Hashable {
    let (beneficiary, subject): (UserID, UserID)
    let currency: Currency

    init(_ reward: Reward) {
        (beneficiary, subject, currency) = (reward.beneficiary, reward.subject, reward.currency)
    }

    init(_ reward: TrialReward) {
        (beneficiary, subject, currency) = (reward.beneficiary, reward.subject, reward.currency)
    }
}

/// The players of a page, as their facts come by: both are in the order of uids.
private struct TrialReplay {
    private let trial: RuleTrial
    private let page: [User]
    private let referredLater: Set<UserID>
    private var index = 0
    private var player: TrialPlayer?

    init(_ trial: RuleTrial, _ page: [User], referredLater: Set<UserID>) {
        self.trial = trial
        self.page = page
        self.referredLater = referredLater
    }

    /// Also players without other records.
    var signUpMoments: [TrialMoment] {
        page.compactMap { user in
            var player = TrialPlayer(user, isReferredLater: referredLater.contains(user.uid))
            return trial.signUpMoment(of: &player)
        }
    }

    mutating func take(_ fact: RecordedFact) -> TrialMoment? {
        let uid = fact.position.uid
        while index < page.count, page[index].uid < uid {
            index += 1
            player = nil
        }
        guard index < page.count, page[index].uid == uid else { return nil }
        var current = player ?? begin(page[index])
        player = nil
        defer { player = current }
        return trial.moment(fact, of: &current)
    }

    private func begin(_ user: User) -> TrialPlayer {
        var player = TrialPlayer(user, isReferredLater: referredLater.contains(user.uid))
        _ = trial.signUpMoment(of: &player)
        return player
    }
}

extension [RecordedFact] {
    fileprivate var latelyReferred: Set<UserID> {
        Set(lazy.filter { $0.fact.type == .referrerRecorded }.map(\.position.uid))
    }
}

extension RuleTrial {
    fileprivate func covers(_ time: Timestamp) -> Bool {
        (from.map { $0 <= time } ?? true) && (until.map { time < $0 } ?? true)
    }
}
