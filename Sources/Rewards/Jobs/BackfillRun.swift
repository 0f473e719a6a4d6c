internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Pays what an active rule owes to players without new events. It can be restarted at any point: payments
/// are remembered, and unique by constraint.
struct BackfillRun {
    private static let pageUsers = 1_000
    private static let batchUsers = 200
    private static let attemptsMax = 10
    private static let pauseMilliseconds = 200

    let lease: JobLease
    let context: RewardsContext

    private var rule: RuleName { lease.job.rule.name }

    func run(on loop: isolated EventLoop) async throws(PostgresError) {
        var isInForce = true
        let walk = UserWalk(pool: context.pool, lease: lease, pageUsers: Self.pageUsers)
        let isOurs = try await walk.run(on: loop) { page throws(PostgresError) in
            guard isInForce else { return }
            isInForce = try await payPage(page, on: loop)
        }
        guard isOurs else { return }
        try await context.pool.countBeneficiaries(of: lease)
        try await lease.end(isInForce ? nil : .ruleNotActive)
    }

    /// False if the rule isn't active.
    private func payPage(_ page: [User], on loop: isolated EventLoop) async throws(PostgresError) -> Bool {
        let rules = try await context.programme.current()
        guard rules.rules.contains(where: { $0.name == rule }) else { return false }
        let now = context.clock.now
        var due = page.filter { rules.owes(rule, to: $0, at: now) }.map(\.uid)[...]
        while !due.isEmpty {
            try await pay(Array(due.prefix(Self.batchUsers)), on: loop)
            due = due.dropFirst(Self.batchUsers)
        }
        return true
    }

    /// Together; if a lock is busy, one by one, repeatedly.
    private func pay(_ users: [UserID], on loop: isolated EventLoop) async throws(PostgresError) {
        do throws(PostgresError) {
            if try await payTogether(users, .normal) { return }
        } catch {
            guard error.isHindrance else { throw error }
        }
        for user in users {
            for attempt in 1... {
                do throws(PostgresError) {
                    if try await payTogether([user], .isolated) { break }
                } catch {
                    guard error.isHindrance, attempt < Self.attemptsMax else { throw error }
                }
                try? await loop.sleep(milliseconds: Self.pauseMilliseconds)
            }
        }
    }

    /// Its total is stored with it.
    ///
    /// - Returns: false where nothing was written, since another transaction is in the way.
    private func payTogether(
        _ uids: [UserID], _ lockPolicy: LockPolicy
    ) async throws(PostgresError) -> Bool {
        let before = lease.job
        let attempt = try await context.deciding(at: context.clock.now, lockPolicy) {
            deciding throws(PostgresError) in
            context.lockInOrder(uids, in: deciding.transaction)
            let users = try await deciding.transaction.send(LockUsers(uids))
            let debts = users.map { Docket.Occasion.debt(rule, $0.uid) }
            return try await deciding.commit(Docket(users, debts, at: deciding.now)) { decisions in
                let (job, given) = job(before, with: verdicts(decisions), by: deciding.rules)
                let sums = TrialSum.all(of: given)
                return [RenewJob(job, fencingToken: lease.fencingToken)]
                    + (sums.isEmpty ? [] : [AddTrialSums(sums, of: job.id)])
            }.map { job(before, with: verdicts($0), by: deciding.rules).job }
        }
        guard case .finished(let after) = attempt else { return false }
        lease.job = after
        return true
    }

    private func verdicts(_ decisions: Decisions) -> [Verdict] {
        decisions.answers.compactMap { if case .paid(let verdict) = $0 { verdict } else { nil } }
    }

    /// The job with all of it, and what was given.
    private func job(
        _ job: Job, with verdicts: [Verdict], by rules: RuleBook
    ) -> (job: Job, given: [TrialReward]) {
        var (job, given) = (job, [TrialReward]())
        guard let rule = rules.rules.first(where: { $0.name == self.rule })?.rule else { return (job, []) }
        for reward in verdicts.flatMap({ TrialReward.all(of: $0, by: rule) }) {
            job.tally.add(reward, in: context.clock.zone)
            if reward.isGiven { given.append(reward) }
        }
        return (job, given)
    }
}

extension PostgresError {
    /// Another transaction holds its locks, for now.
    fileprivate var isHindrance: Bool { isLocked || isRetryable }
}
