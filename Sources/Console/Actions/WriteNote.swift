internal import Accounts
internal import Batching
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Writes a note on a player.
struct WriteNote: ConsoleAction {
    let path = "/admin/players/{uid}/notes/write"
    let right = Right.writeNotes

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (player, words) = (try await visit.actionPlayer(), visit.words)
        return ActionSummary(
            title: words[.writeNote],
            facts: [
                (words[.player], .player(player.uid)), (words[.email], player.name(words)),
                (words[.note], .lines(try text(form))),
            ], back: "\(player.page)/notes")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let player = try await visit.actionPlayer()
        let (text, id) = (try text(form), try form.id())
        do throws(NoteError) {
            try await visit.services.notes.write(text, id: id, on: player.uid, by: visit.user.actor)
        } catch {
            switch error {
            case .tooMany: throw .wrong(.tooManyNotes)
            case .invalidText, .idReused: throw .wrong(.noteWrong)
            default: throw ActionRefusal(error, or: .playerGone)
            }
        }
        return "\(player.page)/notes"
    }

    /// Browsers send line breaks as two characters.
    private func text(_ form: ActionForm) throws(ActionRefusal) -> String {
        let text = (form.fields["note"] ?? "").replacing("\r\n", with: "\n").trimmed
        guard PlayerNote.accepts(text) else { throw .wrong(.noteWrong) }
        return text
    }
}
