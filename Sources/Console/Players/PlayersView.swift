internal import Batching
internal import Crypto
internal import Forms
internal import HTTP
internal import Pages
internal import Referrals
internal import Reporting
internal import Service
internal import Values

/// Players that match, newest first.
struct PlayersView: ConsoleView {
    let path = "/admin/players"
    let right = Right.seePlayers
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        var search = UserSearch()
        search.text = visit.item("q")
        search.status = visit.item("moderation").flatMap(ModerationStatus.init(rawValue:))
        let table = try await visit.fill(
            Table("players", titles(words), empty: words[.noPlayers]), cursor: UserID.init(cursor:),
            text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.reports.users(search, after: cursor, limit: limit)
            }
        } row: {
            row($0, words)
        }
        return .page(title: words[.players], tables: [table]) { writer in
            filter(visit, &writer)
            table.write(to: &writer, words)
        }
    }

    private func titles(_ words: Words) -> [String] {
        [.player, .email, .level, .referrer, .firstStart, .signedUp].map { words[$0] }
    }

    private func row(_ user: User, _ words: Words) -> [Cell] {
        [
            .player(user.uid), user.name(words), .number(Int64(user.progress.highestLevel)),
            .player(user.referral.referredBy), .time(user.createdAt), .ifAny(user.signedUpAt),
        ]
    }

    private func filter(_ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        writer.filter(path, words) { writer in
            writer.field(
                words[.playerSearch],
                [
                    .text("type", "search"), .text("name", "q"), .text("maxlength", "254"),
                    .text("value", visit.query["q"] ?? ""),
                ])
            writer.choice(
                words[.moderation], name: "moderation",
                [("", words[.all])] + ModerationStatus.allCases.map { ($0.rawValue, words[.moderation($0)]) },
                chosen: visit.item("moderation"))
        }
    }
}
