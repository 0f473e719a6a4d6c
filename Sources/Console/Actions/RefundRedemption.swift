internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// Asks for the reason to give a redemption back.
struct RefundRedemptionView: ConsoleView {
    let path = "/admin/players/{uid}/redemptions/{id}/refund"
    let right = Right.refund
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        guard let entry = try await visit.redemption(of: player) else { throw .notFound }
        return .page(title: words[.refundRedemption]) { writer in
            writer.facts(entry.facts(player, words), words)
            writer.actionForm(
                words[.refundRedemption], visit.request.head.path, visit, hint: words[.refundHint],
                isOpen: true
            ) { $0.hidden("id", visit.newID().lowercaseText) }
        }
    }
}

/// Gives a whole redemption back, once.
struct RefundRedemption: ConsoleAction {
    let path = "/admin/players/{uid}/redemptions/{id}/refund"
    let right = Right.refund

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (player, words) = (try await visit.actionPlayer(), visit.words)
        let entry = try await redemption(visit, player)
        let balance: Int64
        do throws(InfrastructureError) {
            balance =
                try await visit.services.money.balances(of: player.uid)
                .first { $0.account == entry.account }?.amount ?? 0
        } catch {
            throw ActionRefusal(error, or: .playerGone)
        }
        return ActionSummary(
            title: words[.refundRedemption],
            facts: entry.facts(player, words) + [
                (words[.before], .number(balance)),
                (words[.after], .number(balance.subtractingReportingOverflow(entry.amount).partialValue)),
                (words[.reason], .foreign(try form.reason())),
            ], back: "\(player.page)/ledger")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let player = try await visit.actionPlayer()
        let entry = try await redemption(visit, player)
        let change = RedemptionChange(
            .refund(id: try form.id(), reason: try form.reason()), of: entry.key,
            auditActor: visit.user.actor)
        do throws(PostingError) {
            _ = try await visit.services.money.change(change)
        } catch {
            throw ActionRefusal(error, or: .alreadyRefunded)
        }
        return "\(player.page)/ledger"
    }

    private func redemption(_ visit: Visit, _ player: User) async throws(ActionRefusal) -> LedgerEntry {
        do throws(Problem) {
            if let entry = try await visit.redemption(of: player) { return entry }
        } catch {
            throw .problem(error)
        }
        throw .problem(.notFound)
    }
}

extension Visit {
    /// The redemption that the path names; nil for another entry, and for none.
    fileprivate func redemption(of player: User) async throws(Problem) -> LedgerEntry? {
        let key = LedgerEntry.Key(uid: player.uid, id: try pathID())
        let entry = try await reading { () throws(InfrastructureError) in
            try await services.money.entry(key)
        }
        return entry?.kind == .redemption ? entry : nil
    }
}

extension LedgerEntry {
    fileprivate func facts(_ player: User, _ words: Words) -> [(name: String, cell: Cell)] {
        [
            (words[.player], .player(player.uid)), (words[.email], player.name(words)),
            (words[.time], .time(createdAt)), (words[.currency], .text(account.currency.description)),
            (words[.amount], .number(amount)), (words[.redeemedFor], .foreign(reason)),
        ]
    }
}
