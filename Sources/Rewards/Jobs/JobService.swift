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
    package func startBackfill(of name: RuleName, by actor: String) async throws(JobError) -> Job {
        guard !context.code.contains(where: { $0.name == name }) else { throw .rule(.inCode) }
        let rules = try await context.call(JobError.self) { () throws(PostgresError) in
            try await context.pool.run(ListRules())
        }
        guard let stored = rules.first(where: { $0.rule.name == name }) else { throw .rule(.ruleNotFound) }
        guard stored.state == .active else { throw .rule(.stateNotPossible(stored.state)) }
        return try await start(
            .backfill, stored.rule, nil, nil, by: actor, detail: "version \(stored.rule.version)")
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
        detail: String
    ) async throws(JobError) -> Job {
        let now = context.clock.now
        let job = Job(
            id: context.makeID(), kind: kind, rule: rule, from: from, until: until, madeAt: now, madeBy: actor
        )
        let entry = AuditEntry(
            id: context.makeID(), actor: actor, action: "rule.\(kind.rawValue)", uid: nil,
            detail: "\(rule.name): \(detail)", createdAt: now)
        let underWay = try await context.call(JobError.self) { () throws(PostgresError) in
            try await insert(job, entry)
        }
        if let underWay, underWay != job.id { throw .underWay(underWay) }
        return job
    }

    /// The job that is under way instead; it is this one where an earlier attempt was committed.
    private func insert(_ job: Job, _ entry: AuditEntry) async throws(PostgresError) -> UUID? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let inserted = try await transaction.send(InsertJob(job))
            guard inserted.isEmpty else {
                try await transaction.commit([InsertAuditEntries([entry], by: context.ledgerKey)])
                return nil
            }
            let (own, underWay) = try await transaction.send(FindJob(job.id), FindJobUnderWay())
            // One that has ended meanwhile was under way all the same when this was asked for.
            return own.first?.id ?? underWay.first?.id ?? .zero
        }
    }
}
