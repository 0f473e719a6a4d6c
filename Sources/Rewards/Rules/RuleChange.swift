internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A change of rules, in one transaction that excludes other changes.
struct RuleChange {
    let pool: PostgresPool
    /// Rules in Swift, whose names are taken.
    let code: [any RewardRule]
    let now: Timestamp
    let actor: String
    let makeID: () -> UUID
    let ledgerKey: LedgerKey?
    let changes: ChangeRecorder
    /// Of the pending change that this one is.
    var approval: Approval?
    var patience = TransactionPatience()

    func run<Answer: Sendable>(
        within milliseconds: Int, _ body: (inout ProgrammeEdit) throws(RuleError) -> Answer
    ) async throws(PostgresError) -> Result<Answer, RuleError> {
        try await pool.transaction(statementTimeoutMilliseconds: milliseconds, patience: patience) {
            transaction throws(PostgresError) in
            let (_, rules, declared, trust) = try await transaction.send(
                LockRules(), ListRules(), ListCurrencies(after: nil, limit: CurrencyBook.countMax),
                FindTrust())
            let active = Set(declared.filter { $0.state == .active }.map(\.currency))
            var edit = ProgrammeEdit(
                rules, trust: trust.first ?? StoredTrust(version: 0, terms: .standard), code: code,
                currencies: active, at: now, by: actor)
            let inForce = edit.inForce
            let answer: Answer
            do throws(RuleError) {
                answer = try body(&edit)
            } catch {
                await transaction.rollback()
                return .failure(error)
            }
            if let approval {
                guard try await !transaction.send(LockWaitingChanges([approval.id])).isEmpty else {
                    await transaction.rollback()
                    return .failure(.alreadyDecided)
                }
            }
            let budgets = try await count(edit, in: transaction)
            let changes = changes.statements { list in
                for stored in edit.written { list.add(change(of: stored)) }
            }
            try await transaction.commit(statements(edit, was: inForce) + budgets + changes + decided)
            return .success(answer)
        }
    }

    /// Says whether the change could be made, and makes nothing.
    func check<Answer: Sendable>(
        _ body: (inout ProgrammeEdit) throws(RuleError) -> Answer
    ) async throws(PostgresError) -> Result<Answer, RuleError> {
        try await run(within: RuleService.changeMilliseconds) { edit throws(RuleError) in
            var copy = edit
            return try body(&copy)
        }
    }

    private var decided: [any Statement] {
        approval.map { [DecidePendingChanges([$0], as: .approved, at: now)] } ?? []
    }

    private func change(of stored: StoredRule) -> Change {
        let rule = stored.rule
        return Change(
            .ruleChanged, of: nil, at: now,
            .rule(rule.name, version: rule.version, state: stored.state.rawValue))
    }

    private func statements(_ edit: ProgrammeEdit, was inForce: [Rule]) -> [any Statement] {
        guard !edit.audited.isEmpty else { return [] }
        var statements: [any Statement] = []
        if !edit.written.isEmpty { statements.append(SetRules(edit.written)) }
        if !edit.newVersions.isEmpty { statements.append(InsertRuleVersions(edit.newVersions)) }
        let trust = edit.changedTrust
        if let trust { statements.append(InsertTrust(trust, at: now, by: actor)) }
        if trust != nil || edit.inForce != inForce {
            statements += [LockProgrammeExclusive(), InsertProgramme(edit.inForce)] as [any Statement]
        }
        let entries = edit.audited.map { act in
            AuditEntry(
                id: makeID(), actor: actor, action: act.action, uid: nil, detail: act.detail, createdAt: now,
                before: act.before, after: act.after)
        }
        return statements + [InsertAuditEntries(entries, by: ledgerKey)]
    }

    /// When rules begin to be counted, all their rewards must be. The earlier ones, which may take long,
    /// are counted beforehand. The latest ones follow once the old version pays no more.
    private func count(
        _ edit: ProgrammeEdit, in transaction: Transaction
    ) async throws(PostgresError) -> [any Statement] {
        let last = UUID(firstAt: now.adding(seconds: -PageSpan.slackSeconds))
        let given = edit.budgeted.filter(\.hasGiven).map(\.rule.name)
        var spent: [GrantLimits.BudgetKey: Int64] = [:]
        for stored in edit.budgeted {
            for currency in stored.rule.terms.currencies {
                spent[GrantLimits.BudgetKey(rule: stored.rule.name, currency: currency)] = 0
            }
        }
        func add(_ sums: [SumRuleRewards.Row], of rule: RuleName) {
            for sum in sums {
                let budgetKey = GrantLimits.BudgetKey(rule: rule, currency: sum.currency)
                spent[budgetKey] = spent[budgetKey, default: 0].addingHeld(sum.amount)
            }
        }
        for rule in given {
            add(try await transaction.send(SumRuleRewards(of: rule, before: last)), of: rule)
        }
        if edit.beginsCounting {
            _ = try await transaction.send(SetShortLockTimeout(), LockCountingExclusive())
        }
        for rule in given {
            add(try await transaction.send(SumLatestRuleRewards(of: rule, from: last)), of: rule)
        }
        return budgets(spent)
    }

    private func budgets(_ spent: [GrantLimits.BudgetKey: Int64]) -> [any Statement] {
        guard !spent.isEmpty else { return [] }
        // The stripes of a former budget.
        let stripes = spent.keys.map { BudgetStripe(budgetKey: $0, budget: 0, remaining: 0) }
        return [SetBudgets(spent), StripeBudgets(stripes)]
    }
}
