package import Values

/// The rewards of rules with limits or tiers by beneficiary, and so the remaining headroom.
package struct RewardPlaces: Sendable {
    /// The beneficiary of a rule's rewards, in a currency.
    package struct Key: Hashable, Comparable, Sendable {
        package let beneficiary: UserID
        package let pot: Pot

        package init(beneficiary: UserID, pot: Pot) {
            self.beneficiary = beneficiary
            self.pot = pot
        }

        package static func < (left: Key, right: Key) -> Bool {
            left.beneficiary == right.beneficiary
                ? left.pot < right.pot : left.beneficiary < right.beneficiary
        }
    }

    /// A rule's amounts in one currency: what a budget is for.
    package struct Pot: Hashable, Comparable, Sendable {
        package let rule: RuleName
        package let currency: Currency

        package init(rule: RuleName, currency: Currency) {
            self.rule = rule
            self.currency = currency
        }

        package static func < (left: Pot, right: Pot) -> Bool {
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
    static let boundless = RewardPlaces(isBoundless: true)

    private let isBoundless: Bool
    private var given: [Key: Given]
    private var spent: [Pot: Int64]
    package private(set) var changed: [Key: Given] = [:]
    package private(set) var changedPots: [Pot: Int64] = [:]
    /// In which there was too little.
    package private(set) var refusedPots: Set<Pot> = []
    /// How much more accounts hold that had too little room in an earlier attempt; others have enough.
    package var rooms: [Account: Int64] = [:]
    /// Those of them that something was to be given to.
    package private(set) var askedRooms: Set<Account> = []

    package init(given: [Key: Given] = [:], spent: [Pot: Int64] = [:]) {
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
    mutating func take(
        _ grant: RuleGrant, of rule: Rule, for beneficiary: UserID, at now: Timestamp, isPaid: Bool
    ) -> Result<Int64, NoPlace> {
        guard !isBoundless else { return .success(grant.amount(ofReward: 1)) }
        let pot = Pot(rule: rule.name, currency: grant.currency)
        let key = Key(beneficiary: beneficiary, pot: pot)
        let limits = rule.terms.limits
        var sum = given[key] ?? Given()
        let dayAgo = now.adding(seconds: -Self.daySeconds)
        sum.recent.removeAll { $0 <= dayAgo }
        if let refusal = limits.refusal(after: sum) { return .failure(refusal) }
        let amount = grant.amount(ofReward: sum.count &+ 1)
        let (total, overflow) = spent[pot, default: 0].addingReportingOverflow(amount)
        if let budget = limits.budget, overflow || total > budget {
            refusedPots.insert(pot)
            return .failure(.budget)
        }
        let account = Account(uid: beneficiary, currency: grant.currency)
        guard !isPaid || takeRoom(for: amount, in: account) else { return .failure(.balanceFull) }
        if limits.budget != nil { (spent[pot], changedPots[pot]) = (total, total) }
        sum.count &+= 1
        if limits.perBeneficiaryPerDay != nil { sum.recent.append(now) }
        (given[key], changed[key]) = (sum, sum)
        return .success(amount)
    }

    /// False where the balance would leave 64 bits.
    mutating func takeRoom(for amount: Int64, in account: Account) -> Bool {
        guard !rooms.isEmpty, let room = rooms[account] else { return true }
        askedRooms.insert(account)
        guard amount <= room else { return false }
        rooms[account] = room - amount
        return true
    }
}

extension RuleTerms.Limits {
    /// The reason why the beneficiary gets no more; nil if it can.
    fileprivate func refusal(after given: RewardPlaces.Given) -> NoPlace? {
        if let perBeneficiary, given.count >= perBeneficiary { return .limitBeneficiary }
        if let perBeneficiaryPerDay, given.recent.count >= perBeneficiaryPerDay { return .limitDay }
        return nil
    }
}

/// Why a reward is denied that was deserved, for good.
enum NoPlace: String, Error {
    case limitBeneficiary = "limit_beneficiary"
    case limitDay = "limit_day"
    case budget
    /// The beneficiary has the maximum balance.
    case balanceFull = "balance_full"
}
