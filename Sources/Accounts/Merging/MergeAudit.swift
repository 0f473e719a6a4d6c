internal import Batching
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Audit entries for rewards that a merge claws back or voids, as for manual ones.
struct MergeAudit {
    let context: AccountsContext
    let now: Timestamp

    func statements(_ plan: MergePlan) -> [any Statement] {
        let checks = "checks deny the reward to the referrer's account"
        return insert(
            entries(plan.rewards.own, .reversed, "the player is its own referrer")
                + entries(plan.denied.paid, .reversed, checks) + entries(plan.denied.voided, .void, checks)
                + entries(plan.excess))
    }

    func statements(_ excess: MergeExcess) -> [any Statement] { insert(entries(excess)) }

    private func insert(_ entries: [AuditEntry]) -> [any Statement] {
        entries.isEmpty ? [] : [InsertAuditEntries(entries, by: context.ledgerKey)]
    }

    private func entries(_ excess: MergeExcess) -> [AuditEntry] {
        let reason = "one player could not have earned it"
        return entries(excess.paid, .reversed, reason) + entries(excess.voided, .void, reason)
    }

    private func entries(
        _ rewards: [Reward], _ after: Reward.Status, _ reason: String
    ) -> [AuditEntry] {
        rewards.map { reward in
            let what = "\(reward.amount) \(reward.currency) of \(reward.rule) for \(reward.subject)"
            return AuditEntry(
                id: context.makeID(), actor: "merge",
                action: after == .void ? "reward.void" : "reward.reverse", uid: reward.beneficiary,
                detail: "\(reward.id.lowercaseText): \(what): \(reason)", createdAt: now,
                before: AuditText.reward(after == .void ? .held : .paid), after: AuditText.reward(after))
        }
    }
}
