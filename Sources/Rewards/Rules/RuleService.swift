package import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
package import Values

/// The rules of the installation: reads, and changes of the active ones.
package final class RuleService {
    /// A budget that a rule is given late counts what was given before, over everything.
    static let changeMilliseconds = 25_000

    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// Rules in Swift, which can't be changed here.
    package var code: [any RewardRule] { context.code }

    /// All that are data, in the order in which they decide.
    package func all() async throws(InfrastructureError) -> [StoredRule] {
        try await context.call { () throws(PostgresError) in try await context.pool.run(ListRules()) }
    }

    /// The spending of rules with a budget.
    package func spending() async throws(InfrastructureError) -> [GrantLimits.BudgetKey: Int64] {
        let found = try await context.call { () throws(PostgresError) in
            try await context.pool.run(ListBudgetSpending())
        }
        return Dictionary(found.map { ($0.budgetKey, $0.spent) }, uniquingKeysWith: max)
    }

    /// Of programmes, so that many changes on one day stay one short answer.
    private static let programmesMax = 200

    /// When rules were active since a time, and will be.
    package func calendar(since time: Timestamp) async throws(InfrastructureError) -> RuleCalendar {
        let rows = try await context.call { () throws(PostgresError) in
            try await context.pool.run(ListProgrammes(since: time, limit: Self.programmesMax))
        }
        let programmes = Dictionary(grouping: rows, by: \.version).sorted { $0.key < $1.key }
        return RuleCalendar(
            programmes.map { RuleCalendar.Programme(madeAt: $1[0].madeAt, rules: $1.compactMap(\.rule)) },
            isWhole: programmes.first?.key == 1)
    }

    package func rule(_ name: RuleName) async throws(RuleError) -> StoredRule {
        let rules = try await context.call(RuleError.self) { () throws(PostgresError) in
            try await context.pool.run(ListRules())
        }
        guard let rule = rules.first(where: { $0.rule.name == name }) else { throw .ruleNotFound }
        return rule
    }

    /// A page of a rule's versions, newest first.
    package func versions(
        of name: RuleName, before version: Int64?, limit: Int
    ) async throws(RuleError) -> Page<StoredRule, Int64> {
        _ = try await rule(name)
        let found = try await context.call(RuleError.self) { () throws(PostgresError) in
            try await context.pool.run(ListRuleVersions(of: name, before: version, limit: limit + 1))
        }
        return Page(found, limit: limit) { $0[$0.count - 1].rule.version }
    }

    package func add(
        _ name: RuleName, _ terms: RuleTerms, isActive: Bool, by actor: String
    ) async throws(RuleError) -> StoredRule {
        try await change(by: actor) { edit throws(RuleError) in
            try edit.add(name, terms, isActive: isActive)
        }
    }

    /// Whether a change could be made now.
    func check(_ change: ProposedChange, by actor: String) async throws(RuleError) {
        let result = try await context.call(RuleError.self) { () throws(PostgresError) in
            try await ruleChange(by: actor).check { edit throws(RuleError) in try edit.make(change) }
        }
        try result.get()
    }

    func make(_ change: ProposedChange, _ approval: Approval) async throws(RuleError) {
        try await self.change(by: approval.decidedBy, approval: approval) { edit throws(RuleError) in
            try edit.make(change)
        }
    }

    /// - Parameters:
    ///   - state: nil where it stays.
    ///   - versions: the versions that the caller has seen; nil for any.
    package func change(
        _ name: RuleName, to terms: RuleTerms, state: RuleState?, ifVersion versions: [Int64]?,
        by actor: String
    ) async throws(RuleError) -> StoredRule {
        try await change(by: actor) { edit throws(RuleError) in
            let changed = try edit.change(name, to: terms, ifVersion: versions)
            guard let state else { return changed }
            return try edit.set(name, to: state)
        }
    }

    /// - Parameter version: the version that the caller has seen; nil for any.
    package func set(
        _ name: RuleName, to state: RuleState, ifVersion version: Int64? = nil, by actor: String
    ) async throws(RuleError) -> StoredRule {
        try await change(by: actor) { edit throws(RuleError) in
            try edit.set(name, to: state, ifVersion: version)
        }
    }

    /// In one transaction: the rules, their versions, the active ones, the audit. This loop uses them when
    /// it returns, the others within a second.
    func change<Answer: Sendable>(
        by actor: String, approval: Approval? = nil,
        _ body: (inout ProgrammeEdit) throws(RuleError) -> Answer
    ) async throws(RuleError) -> Answer {
        guard approval != nil || !context.approvals.scopes.contains(.rules) else { throw .needsApproval }
        let result = try await context.call(RuleError.self) { () throws(PostgresError) in
            let change = ruleChange(by: actor, approval)
            let result = try await change.run(within: Self.changeMilliseconds, body)
            try await context.programme.readOnce()
            return result
        }
        return try result.get()
    }

    private func ruleChange(by actor: String, _ approval: Approval? = nil) -> RuleChange {
        RuleChange(
            pool: context.pool, code: context.code, now: context.clock.now, actor: actor,
            makeID: context.makeID, ledgerKey: context.ledgerKey, changes: context.changes,
            approval: approval)
    }
}
