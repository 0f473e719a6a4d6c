internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// The budgets of all rules, and what is left of each.
struct ListBudgets: Endpoint {
    struct Output: JSONOutput, Formed {
        let budgets: [BudgetView]

        static let form = Form<Self>("Budgets", means: "Budgets of rules.") {
            Member("budgets", \.budgets, "In the order in which the rules decide.")
        }
    }

    let rules: RuleService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        try await mappingErrors { () throws(InfrastructureError) in
            let spending = try await rules.spending()
            return Output(budgets: try await rules.all().flatMap { BudgetView.all(of: $0, spending) })
        }
    }
}

extension ListBudgets {
    var operation: Operation {
        Operation(
            "listBudgets", .programme, "List budgets",
            "A rule with a budget has one for each currency that it pays. A rule without a budget isn't here."
        )
        .gives("The budgets.", example: ["budgets": [BudgetView.example]])
    }
}

private typealias Spending = [GrantLimits.BudgetKey: Int64]

/// A rule's budget in one currency.
struct BudgetView: Formed {
    let stored: StoredRule
    let currency: Currency
    let budget: Budget
    let spent: Int64

    static let form = Form<Self>("Budget", means: "A rule's budget in one currency.") {
        Member("rule", .ruleName, \.stored.rule.name, "The rule's name.", sample: "level-5")
        Member("state", .ruleState, \.stored.state, "The rule's state.", sample: "active")
        Member("currency", .currency, \.currency, "What it pays.", sample: "pieces_of_eight")
        Member("amount", .amount, \.budget.amount, "The budget.", sample: 1_000_000)
        Member("spent", .amount, \.spent, "What the rule has given, held rewards included.", sample: 999_950)
        Member(
            "left", .amount, { max(0, $0.budget.amount - $0.spent) }, "What it can still give.", sample: 50)
    }

    fileprivate static func all(of stored: StoredRule, _ spending: Spending) -> [BudgetView] {
        stored.rule.terms.budgets.sorted { $0.key < $1.key }.map { currency, budget in
            let key = GrantLimits.BudgetKey(rule: stored.rule.name, currency: currency)
            return BudgetView(stored: stored, currency: currency, budget: budget, spent: spending[key] ?? 0)
        }
    }
}
