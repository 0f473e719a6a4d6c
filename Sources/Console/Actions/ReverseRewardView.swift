internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals

/// Asks for the reason to claw a reward back.
struct ReverseRewardView: ConsoleView {
    let path = "/admin/players/{uid}/rewards/{id}/reverse"
    let right = Right.reverseRewards
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, id) = (try await visit.pathPlayer(), try visit.pathID())
        let words = visit.words
        return .page(title: words[.reverse]) { writer in
            writer.facts(
                [
                    (words[.player], .player(player.uid)), (words[.email], player.name(words)),
                    (words[.reward], .code(id.description)),
                ], words)
            writer.actionForm(
                words[.reverse], visit.request.head.path, visit, hint: words[.reverseHint], isOpen: true
            ) { _ in }
        }
    }
}
