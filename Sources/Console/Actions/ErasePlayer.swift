internal import Accounts
internal import Batching
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Erases a player for good. One types the uid or the e-mail, so that it is the player that one means.
struct ErasePlayer: ConsoleAction {
    let path = "/admin/players/{uid}/erase"
    let right = Right.erase

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (player, words) = (try await player(visit, form), visit.words)
        return ActionSummary(
            title: words[.erasePlayer],
            facts: [
                (words[.player], .player(player.uid)), (words[.email], player.name(words)),
                (words[.signedUp], .ifAny(player.signedUpAt)), (words[.effect], .text(words[.eraseHint])),
            ], back: "\(player.page)/account")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let player = try await player(visit, form)
        let isFirst: Bool
        do throws(AccountDeletionError) {
            isFirst = try await visit.services.deletion.eraseOnce(player.uid, by: visit.user.actor)
        } catch {
            throw ActionRefusal(error, or: .playerGone)
        }
        guard isFirst else { throw .wrong(.alreadyErased) }
        return player.page
    }

    private func player(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> User {
        let player = try await visit.actionPlayer()
        guard !player.isErased else { throw .wrong(.alreadyErased) }
        let typed = form.fields["typed"]?.trimmed.lowercased() ?? ""
        guard typed == player.uid.description || typed == player.email?.description.lowercased() else {
            throw .wrong(.typedWrong)
        }
        return player
    }
}
