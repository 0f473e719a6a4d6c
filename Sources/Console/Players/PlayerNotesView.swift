internal import Accounts
internal import Batching
internal import Crypto
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Operators' notes on a player, newest first, with a form for another.
struct PlayerNotesView: ConsoleView {
    let path = PlayerTab.notes.pattern
    let right = PlayerTab.notes.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let notes = try await reading { () throws(InfrastructureError) in
            try await visit.services.notes.notes(on: player.uid)
        }
        var table = Table(
            "notes-\(player.uid)", [words[.time], words[.author], words[.note]], empty: words[.noNotes])
        table.rows = notes.map { [.time($0.createdAt), .foreign($0.author), .lines($0.text)] }
        table.filePath = visit.address(["format": "csv"])
        let filled = table
        return PlayerTab.notes.shown(player, visit, tables: [table]) { writer in
            if !player.isGone {
                writer.actionForm(
                    words[.writeNote], "\(player.page)/notes/write", visit, hint: words[.noteHint],
                    isOpen: notes.isEmpty, asksReason: false
                ) { writer in
                    writer.hidden("id", visit.newID().lowercaseText)
                    writer.lines(
                        words[.note],
                        [
                            .text("name", "note"), .text("rows", "4"), .text("required", ""),
                            .text("maxlength", String(PlayerNote.charactersMax)),
                        ])
                }
            }
            filled.write(to: &writer, words)
        }
    }
}
