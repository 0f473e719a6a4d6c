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

/// Sets a player's moderation status.
struct ModeratePlayer: ConsoleAction {
    let path = "/admin/players/{uid}/moderate"
    let right = Right.moderate

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (player, words) = (try await visit.actionPlayer(), visit.words)
        let (now, then) = (visit.services.trust.status(of: player.uid), try status(form, "moderation"))
        guard now != then else { throw .wrong(.alreadySo) }
        return ActionSummary(
            title: words[.moderate],
            facts: [
                (words[.player], .player(player.uid)), (words[.email], player.name(words)),
                (words[.before], .badge(words[.moderation(now)], now.tone)),
                (words[.after], .badge(words[.moderation(then)], then.tone)),
                (words[.reason], .foreign(try form.reason())),
            ], back: player.page, fields: [("before", now.rawValue)])
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let (player, reason) = (try await visit.actionPlayer(), try form.reason())
        let (status, before) = (try status(form, "moderation"), try status(form, "before"))
        do throws(ModerationError) {
            try await visit.services.trust.set(
                status, of: player.uid, expecting: before, because: reason, by: visit.user.actor)
        } catch {
            if error == .changedMeanwhile { throw .wrong(.changedMeanwhile) }
            throw ActionRefusal(error, or: .playerGone)
        }
        return player.page
    }

    private func status(_ form: ActionForm, _ name: String) throws(ActionRefusal) -> ModerationStatus {
        guard let status = form.fields[name].flatMap(ModerationStatus.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        return status
    }
}

/// Signs a player out everywhere.
struct EndPlayerSessions: ConsoleAction {
    let path = "/admin/players/{uid}/end-sessions"
    let right = Right.endSessions

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (player, words) = (try await visit.actionPlayer(), visit.words)
        return ActionSummary(
            title: words[.endSessions],
            facts: [
                (words[.player], .player(player.uid)), (words[.email], player.name(words)),
                (words[.reason], .foreign(try form.reason())),
            ], back: player.page)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let player = try await visit.actionPlayer()
        let order = SupportService.Order(
            actor: visit.user.actor, reason: try form.reason(), language: visit.words.language.rawValue)
        do throws(AccountError) {
            try await visit.services.support.endSessions(of: player.uid, order)
        } catch {
            throw ActionRefusal(error, or: .playerGone)
        }
        return "\(player.page)/account"
    }
}

/// Corrects a balance by an entry of its own.
struct AdjustBalance: ConsoleAction {
    let path = "/admin/players/{uid}/adjust"
    let right = Right.adjust

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (player, words) = (try await visit.actionPlayer(), visit.words)
        let posting = try posting(form, of: player.uid)
        let now: Int64
        do throws(InfrastructureError) {
            now =
                try await visit.services.money.balances(of: player.uid)
                .first { $0.account == posting.account }?.amount ?? 0
        } catch {
            throw ActionRefusal(error, or: .playerGone)
        }
        return ActionSummary(
            title: words[.adjust],
            facts: [
                (words[.player], .player(player.uid)), (words[.email], player.name(words)),
                (words[.currency], .text(posting.account.currency.description)),
                (words[.amount], .number(posting.amount)), (words[.before], .number(now)),
                (words[.after], .number(now.addingReportingOverflow(posting.amount).partialValue)),
                (words[.reason], .foreign(posting.reason)),
            ] + visit.approvalFacts(.adjustments), back: player.page)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let player = try await visit.actionPlayer()
        let posting = try posting(form, of: player.uid)
        if visit.services.approvals.requires(.adjustments) {
            return try await visit.propose(.adjust(posting))
        }
        let request = PostingRequest(posting, auditActor: visit.user.actor)
        do throws(PostingError) {
            _ = try await visit.services.money.post(request)
        } catch {
            switch error {
            case .insufficientBalance(let balance):
                throw .wrong(.balanceTooSmall, [("balance", visit.words.number(balance))])
            case .unknownCurrency: throw .wrong(.currencyUnknown)
            default: throw ActionRefusal(error, or: .playerGone)
            }
        }
        return "\(player.page)/ledger"
    }

    private func posting(_ form: ActionForm, of uid: UserID) throws(ActionRefusal) -> Posting {
        guard let currency = form.fields["currency"].flatMap({ Currency($0.trimmed) }) else {
            throw .wrong(.currencyUnknown)
        }
        guard let amount = form.fields["amount"].flatMap({ Int64($0.trimmed) }), amount != 0, amount != .min
        else { throw .wrong(.amountWrong) }
        return Posting(
            id: try form.id(), account: Account(uid: uid, currency: currency), kind: .adjustment,
            amount: amount, reason: try form.reason())
    }
}

extension User {
    var page: String { "/admin/players/\(uid)" }
}
