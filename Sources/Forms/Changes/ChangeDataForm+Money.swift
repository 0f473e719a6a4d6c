internal import FoundationEssentials
internal import JSON
internal import Referrals
internal import Values

extension ChangeDataForm {
    static let reward = Form<ChangeData>("RewardChangeData", means: "The reward after the change.") {
        Member(
            "reward", ifAny: { if case .reward(let reward) = $0 { RewardView(reward: reward) } else { nil } },
            "As `GET /v1/users/me/rewards` has it.", sample: RewardView.example)
    }

    static let denial = Form<ChangeData>(
        "RewardDeniedData", means: "A rule's final refusal. There is no reward."
    ) {
        Member(
            "rule", .string(upTo: 64), { if case .denial(let rule, _) = $0 { rule.description } else { "" } },
            "The rule.", sample: "level-5")
        Member(
            "reason", .string(upTo: 64), { if case .denial(_, let reason) = $0 { reason } else { "" } },
            "Why, as in the event's decisions.", sample: "budget_spent")
    }

    static let redemption = Form<ChangeData>("RedemptionChangeData", means: "The redemption.") {
        Member(
            "id", .uuid,
            { if case .redemption(let id, _, _) = $0 { id } else { noID } },
            "The caller's own id for it.", sample: "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22")
        Member(
            "currency", .string(upTo: 64),
            { if case .redemption(_, let currency, _) = $0 { currency.description } else { "" } },
            "Its currency.", sample: "pieces_of_eight")
        Member(
            "amount", .count, { if case .redemption(_, _, let amount) = $0 { amount } else { 0 } },
            "In the currency's smallest unit.", sample: 20)
    }

    private static func entry(_ data: ChangeData) -> LedgerEntry? {
        if case .balance(let entry) = data { entry } else { nil }
    }

    static let balance = Form<ChangeData>(
        "BalanceChangedData", means: "A ledger entry, and the balance after it."
    ) {
        Member(
            "entry", .uuid, orNull: { entry($0)?.id }, "The ledger entry.",
            sample: "01938f3e-9f20-7e51-8d33-0b1c2d3e4f50")
        Member(
            "kind", .openChoice("grant", "redemption", "refund", "adjustment", "reversal", "transfer"),
            { entry($0)?.kind.rawValue ?? "" }, "What moved the balance.", sample: "grant")
        Member(
            "currency", .string(upTo: 64), { entry($0)?.account.currency.description ?? "" }, "The currency.",
            sample: "pieces_of_eight")
        Member(
            "amount", .amount, { entry($0)?.amount ?? 0 }, "Positive for a credit, negative for a debit.",
            sample: 50)
        Member("balance", .count, { entry($0)?.balanceAfter ?? 0 }, "The balance after it.", sample: 100)
        Member(
            "rule", .string(upTo: 64), orNull: { entry($0)?.rule?.description },
            "The rule of a grant or a reversal; null otherwise.", sample: "level-5")
    }
}
