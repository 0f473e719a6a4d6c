internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A change of rules, in one transaction that nobody else changes them beside.
struct RuleChange {
    let pool: PostgresPool
    /// Rules in Swift, whose names are taken.
    let code: [any RewardRule]
    let now: Timestamp
    let actor: String
    let makeID: () -> UUID
    var patience = TransactionPatience()

    func run<Answer: Sendable>(
        within milliseconds: Int, _ body: (inout RuleShelf) throws(RuleError) -> Answer
    ) async throws(PostgresError) -> Result<Answer, RuleError> {
        try await pool.transaction(statementTimeoutMilliseconds: milliseconds, patience: patience) {
            transaction throws(PostgresError) in
            let (_, rules, declared, trust) = try await transaction.send(
                LockRules(), ListRules(), ListCurrencies(after: nil, limit: CurrencyBook.countMax),
                FindTrust())
            let active = Set(declared.filter { $0.state == .active }.map(\.currency))
            var shelf = RuleShelf(
                rules, trust: trust.first ?? StoredTrust(version: 0, terms: .standard), code: code,
                currencies: active, at: now, by: actor)
            let inForce = shelf.inForce
            let answer: Answer
            do throws(RuleError) {
                answer = try body(&shelf)
            } catch {
                await transaction.rollback()
                return .failure(error)
            }
            let budgets = try await budgets(of: shelf.budgeted, in: transaction)
            try await transaction.commit(statements(shelf, was: inForce) + budgets)
            return .success(answer)
        }
    }

    private func statements(_ shelf: RuleShelf, was inForce: [Rule]) -> [any Statement] {
        guard !shelf.audited.isEmpty else { return [] }
        var statements: [any Statement] = []
        if !shelf.written.isEmpty { statements.append(SetRules(shelf.written)) }
        if !shelf.newVersions.isEmpty { statements.append(InsertRuleVersions(shelf.newVersions)) }
        let trust = shelf.changedTrust
        if let trust { statements.append(InsertTrust(trust, at: now, by: actor)) }
        if trust != nil || shelf.inForce != inForce { statements.append(InsertProgramme(shelf.inForce)) }
        let entries = shelf.audited.map { act in
            AuditEntry(
                id: makeID(), actor: actor, action: act.action, uid: nil, detail: act.detail, createdAt: now,
                before: act.before, after: act.after)
        }
        return statements + [InsertAuditEntries(entries)]
    }

    /// A rule that was in force without a budget has spent what it gave.
    private func budgets(
        of rules: [StoredRule], in transaction: Transaction
    ) async throws(PostgresError) -> [any Statement] {
        var spent: [RewardPlaces.Pot: Int64] = [:]
        for stored in rules {
            let name = stored.rule.name
            for currency in stored.rule.terms.currencies {
                spent[RewardPlaces.Pot(rule: name, currency: currency)] = 0
            }
            guard stored.rule.version > 1, stored.rule.activatedAt != nil else { continue }
            let sums: [SumRuleRewards.Row] = try await transaction.send(SumRuleRewards(of: name))
            for sum in sums {
                spent[RewardPlaces.Pot(rule: name, currency: sum.currency)] = sum.amount
            }
        }
        guard !spent.isEmpty else { return [] }
        // What was set apart of a budget that it had once.
        let shares = spent.keys.map { BudgetShare(pot: $0, budget: 0, remaining: 0) }
        return [SetBudgets(spent), ShareBudgets(shares)]
    }
}
