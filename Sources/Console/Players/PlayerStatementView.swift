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

/// A player's balances and entries on one page, for printing.
struct PlayerStatementView: ConsoleView {
    private static let (entriesMax, entriesPerRead) = (2_000, 500)

    let path = PlayerTab.statement.pattern
    let right = PlayerTab.statement.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let balances = try await reading { () throws(InfrastructureError) in
            try await visit.services.money.balances(of: player.uid)
        }
        let (entries, isCut) = try await entries(of: player, visit)
        let titles: [Word] = [.time, .kind, .currency, .amount, .balanceAfter, .reason]
        var table = Table("statement-\(player.uid)", titles.map { words[$0] }, empty: words[.noEntries])
        table.filePath = visit.address(["format": "csv"])
        table.rows = entries.map { entry in
            [
                .time(entry.createdAt), .text(words[.entry(entry.kind)]),
                .text(entry.account.currency.description), .number(entry.amount),
                .number(entry.balanceAfter), .foreign(entry.reason),
            ]
        }
        let filled = table
        return PlayerTab.statement.shown(player, visit, tables: [table]) { writer in
            writer.paragraph(words[.statementHint], class: "hint")
            writer.facts(
                [
                    (words[.player], .code(player.uid.description)), (words[.email], player.name(words)),
                    (words[.statementTime], .time(visit.now)),
                ]
                    + balances.map {
                        (
                            words(.balanceIn, [("currency", $0.account.currency.description)]),
                            .number($0.amount)
                        )
                    }, words)
            if isCut {
                writer.paragraph(
                    words(.statementCut, [("count", words.number(Int64(Self.entriesMax)))]), class: "warning")
            }
            filled.write(to: &writer, words)
        }
    }

    /// The newest, in the order of the ledger's page.
    private func entries(
        of player: User, _ visit: Visit
    ) async throws(Problem) -> (entries: [LedgerEntry], isCut: Bool) {
        var entries: [LedgerEntry] = []
        var cursor: LedgerCursor?
        repeat {
            if Task.isCancelled { throw .unavailable }
            let from = cursor
            let page = try await reading { () throws(InfrastructureError) in
                try await visit.services.money.ledger(
                    of: player.uid, after: from, limit: Self.entriesPerRead)
            }
            entries += page.items
            cursor = page.next
        } while cursor != nil && entries.count < Self.entriesMax
        return (entries, cursor != nil)
    }
}
