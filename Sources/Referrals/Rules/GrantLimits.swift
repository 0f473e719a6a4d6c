package import Values

/// The rewards of rules with limits or tiers by beneficiary, and so the remaining headroom.
package struct GrantLimits: Sendable {
    /// The beneficiary of a rule's rewards, in a currency.
    package struct Key: Hashable, Comparable, Sendable {
        package let beneficiary: UserID
        package let budgetKey: BudgetKey

        package init(beneficiary: UserID, budgetKey: BudgetKey) {
            self.beneficiary = beneficiary
            self.budgetKey = budgetKey
        }

        package static func < (left: Key, right: Key) -> Bool {
            left.beneficiary == right.beneficiary
                ? left.budgetKey < right.budgetKey : left.beneficiary < right.beneficiary
        }
    }

    /// A rule's amounts in one currency: what a budget is for.
    package struct BudgetKey: Hashable, Comparable, Sendable {
        package let rule: RuleName
        package let currency: Currency

        package init(rule: RuleName, currency: Currency) {
            self.rule = rule
            self.currency = currency
        }

        package static func < (left: BudgetKey, right: BudgetKey) -> Bool {
            left.rule == right.rule ? left.currency < right.currency : left.rule < right.rule
        }
    }

    package struct Given: Equatable, Sendable {
        package var count: Int64
        /// When, within the last day; in order.
        package var recent: [Timestamp]

        package init(count: Int64 = 0, recent: [Timestamp] = []) {
            self.count = count
            self.recent = recent
        }
    }

    /// There is always one more, as if it were the first.
    static let boundless = GrantLimits(isBoundless: true)

    private let isBoundless: Bool
    private var given: [Key: Given]
    private var spent: [BudgetKey: Int64]
    package private(set) var changed: [Key: Given] = [:]
    package private(set) var changedBudgets: [BudgetKey: Int64] = [:]
    /// In which there was too little.
    package private(set) var refusedBudgets: Set<BudgetKey> = []
    /// How much more accounts hold that had too little room in an earlier attempt; others have enough.
    package var headroom: [Account: Int64] = [:]
    /// Those of them that something was to be given to.
    package private(set) var usedHeadroom: Set<Account> = []

    package init(given: [Key: Given] = [:], spent: [BudgetKey: Int64] = [:]) {
        isBoundless = false
        self.given = given
        self.spent = spent
    }

    private init(isBoundless: Bool) {
        self.isBoundless = isBoundless
        (given, spent) = ([:], [:])
    }

    package static let daySeconds: Int64 = 86_400

    /// Reserves headroom for one more reward, and returns its amount; or the reason of a refusal.
    ///
    /// - Parameter isPaid: at once, and not only when it has waited.
    mutating func reserve(
        _ grant: RuleGrant, of rule: Rule, for beneficiary: UserID, at now: Timestamp, isPaid: Bool
    ) -> Result<Int64, LimitRefusal> {
        guard !isBoundless else { return .success(grant.amount(ofReward: 1)) }
        let budgetKey = BudgetKey(rule: rule.name, currency: grant.currency)
        let key = Key(beneficiary: beneficiary, budgetKey: budgetKey)
        let limits = rule.terms.limits
        var sum = given[key] ?? Given()
        let dayAgo = now.adding(seconds: -Self.daySeconds)
        sum.recent.removeAll { $0 <= dayAgo }
        if let refusal = limits.refusal(after: sum) { return .failure(refusal) }
        let amount = grant.amount(ofReward: sum.count &+ 1)
        let (total, overflow) = spent[budgetKey, default: 0].addingReportingOverflow(amount)
        if let budget = limits.budget, overflow || total > budget {
            refusedBudgets.insert(budgetKey)
            return .failure(.budget)
        }
        let account = Account(uid: beneficiary, currency: grant.currency)
        guard !isPaid || reserveHeadroom(for: amount, in: account) else { return .failure(.balanceFull) }
        if limits.budget != nil { (spent[budgetKey], changedBudgets[budgetKey]) = (total, total) }
        sum.count &+= 1
        if limits.perBeneficiaryPerDay != nil { sum.recent.append(now) }
        (given[key], changed[key]) = (sum, sum)
        return .success(amount)
    }

    /// False where the balance would leave 64 bits.
    mutating func reserveHeadroom(for amount: Int64, in account: Account) -> Bool {
        guard !headroom.isEmpty, let left = headroom[account] else { return true }
        usedHeadroom.insert(account)
        guard amount <= left else { return false }
        headroom[account] = left - amount
        return true
    }
}

extension RuleTerms.Limits {
    /// The reason why the beneficiary gets no more; nil if it can.
    fileprivate func refusal(after given: GrantLimits.Given) -> LimitRefusal? {
        if let perBeneficiary, given.count >= perBeneficiary { return .limitBeneficiary }
        if let perBeneficiaryPerDay, given.recent.count >= perBeneficiaryPerDay { return .limitDay }
        return nil
    }
}

/// Why a reward is denied that was deserved, for good.
enum LimitRefusal: String, Error {
    case limitBeneficiary = "limit_beneficiary"
    case limitDay = "limit_day"
    case budget
    /// The beneficiary has the maximum balance.
    case balanceFull = "balance_full"
}
