internal import Batching
package import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Trials of rules and backfills: asked for and looked at here, done by whichever process comes first.
package final class JobService {
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// Tries a rule on recorded facts; nothing is paid.
    ///
    /// - Parameters:
    ///   - from: facts that arrived earlier count for what players had become.
    ///   - until: facts that arrived then or later don't count.
    package func startTrial(
        of name: RuleName, _ terms: RuleTerms, from: Timestamp?, until: Timestamp?, by actor: String
    ) async throws(JobError) -> Job {
        let currencies = try await context.call(JobError.self) { () throws(PostgresError) in
            try await context.currencies.active()
        }
        do throws(RuleError) { try terms.check(in: currencies) } catch { throw .rule(error) }
        return try await start(
            .trial, Rule(name: name, version: 1, terms: terms), from, until, by: actor, detail: terms.text)
    }

    /// Makes an active rule pay what it owes to players without new events.
    package func startBackfill(
        of name: RuleName, ifVersion version: Int64? = nil, by actor: String, approval: Approval? = nil
    ) async throws(JobError) -> Job {
        guard approval != nil || !context.approvals.scopes.contains(.rules) else {
            throw .rule(.needsApproval)
        }
        let stored = try await backfillable(name)
        if let version, version != stored.rule.version {
            throw .rule(.changedMeanwhile(version: stored.rule.version))
        }
        return try await start(
            .backfill, stored.rule, nil, nil, by: actor, detail: "version \(stored.rule.version)", approval)
    }

    /// The rule, if it is active and not written in Swift.
    package func backfillable(_ name: RuleName) async throws(JobError) -> StoredRule {
        guard !context.code.contains(where: { $0.name == name }) else { throw .rule(.inCode) }
        let rules = try await context.call(JobError.self) { () throws(PostgresError) in
            try await context.pool.run(ListRules())
        }
        guard let stored = rules.first(where: { $0.rule.name == name }) else { throw .rule(.ruleNotFound) }
        guard stored.state == .active else { throw .rule(.stateNotPossible(stored.state)) }
        return stored
    }

    package func job(_ id: UUID) async throws(JobError) -> Job {
        let found = try await context.call(JobError.self) { () throws(PostgresError) in
            try await context.pool.run(FindJob(id))
        }
        guard let job = found.first else { throw .notFound }
        return job
    }

    private func start(
        _ kind: Job.Kind, _ rule: Rule, _ from: Timestamp?, _ until: Timestamp?, by actor: String,
        detail: String, _ approval: Approval? = nil
    ) async throws(JobError) -> Job {
        let now = context.clock.now
        let job = Job(
            id: context.makeID(), kind: kind, rule: rule, from: from, until: until, madeAt: now, madeBy: actor
        )
        let entry = AuditEntry(
            id: context.makeID(), actor: actor, action: "rule.\(kind.rawValue)", uid: nil,
            detail: "\(rule.name): \(detail)", createdAt: now)
        let refusal = try await context.call(JobError.self) { () throws(PostgresError) in
            try await insert(job, entry, approval)
        }
        if let refusal { throw refusal }
        return job
    }

    /// Nil where the job is there, also by an earlier attempt that was committed.
    private func insert(
        _ job: Job, _ entry: AuditEntry, _ approval: Approval?
    ) async throws(PostgresError) -> JobError? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let inserted = try await transaction.send(InsertJob(job))
            guard inserted.isEmpty else {
                if let approval {
                    let decided = try await transaction.send(
                        DecidePendingChanges([approval], as: .approved, at: job.madeAt))
                    guard !decided.isEmpty else {
                        await transaction.rollback()
                        return .rule(.alreadyDecided)
                    }
                }
                try await transaction.commit([InsertAuditEntries([entry], by: context.ledgerKey)])
                return nil
            }
            let (own, underWay) = try await transaction.send(FindJob(job.id), FindJobUnderWay())
            guard own.isEmpty else { return nil }
            // One that has ended meanwhile was under way all the same when this was asked for.
            return .underWay(underWay.first?.id ?? .zero)
        }
    }
}
