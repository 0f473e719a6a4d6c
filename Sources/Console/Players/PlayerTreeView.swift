internal import Accounts
internal import Batching
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Reporting
internal import Service
internal import Values

/// The players that a player referred, and theirs: each is opened by a link, three levels on a page.
struct PlayerTreeView: ConsoleView {
    private static let (levelsMax, openMax, friendsMax) = (3, 20, 50)

    let path = PlayerTab.tree.pattern
    let right = PlayerTab.tree.right
    let section: Section? = .players

    private struct Branch {
        let friend: User
        /// Nil while it is closed.
        let friends: [Branch]?
        let level: Int
    }

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let open = opened(visit)
        let branches = try await branches(of: player.uid, level: 1, open, visit)
        return PlayerTab.tree.shown(player, visit) { writer in
            writer.paragraph(words[.treeHint], class: "hint")
            write(branches, open, visit, "\(player.page)/tree", &writer)
        }
    }

    /// As the address has them: `?open=uid&open=uid`.
    private func opened(_ visit: Visit) -> [UserID] {
        visit.query.items.filter { $0.name == "open" }.prefix(Self.openMax).compactMap {
            UserID(cursor: $0.value)
        }
    }

    private func branches(
        of uid: UserID, level: Int, _ open: [UserID], _ visit: Visit
    ) async throws(Problem) -> [Branch] {
        let page = try await reading { () throws(InfrastructureError) in
            try await visit.services.reports.referees(of: uid, after: nil, limit: Self.friendsMax)
        }
        var branches: [Branch] = []
        for friend in page.items.map(\.user) {
            let isOpen = level < Self.levelsMax && open.contains(friend.uid)
            let friends =
                isOpen ? try await self.branches(of: friend.uid, level: level + 1, open, visit) : nil
            branches.append(Branch(friend: friend, friends: friends, level: level))
        }
        return branches
    }

    private func write(
        _ branches: [Branch], _ open: [UserID], _ visit: Visit, _ page: String,
        _ writer: inout HTMLWriter
    ) {
        let words = visit.words
        guard !branches.isEmpty else { return writer.paragraph(words[.noFriends], class: "empty") }
        writer.element("ul", [.text("class", "tree")]) { writer in
            for branch in branches {
                writer.element("li") { writer in
                    writeLine(branch, open, words, page, &writer)
                    if let friends = branch.friends { write(friends, open, visit, page, &writer) }
                }
            }
            if branches.count == Self.friendsMax {
                writer.element("li", text: words(.treeCut, [("count", String(Self.friendsMax))]))
            }
        }
    }

    private func writeLine(
        _ branch: Branch, _ open: [UserID], _ words: Words, _ page: String, _ writer: inout HTMLWriter
    ) {
        let uid = branch.friend.uid
        if branch.level == Self.levelsMax {
            writer.link(words[.treeOnwards], to: "\(branch.friend.page)/tree", class: "twig")
        } else if branch.friends == nil {
            writer.link(words[.open], to: address(page, open + [uid]), class: "twig")
        } else {
            writer.link(words[.close], to: address(page, open.filter { $0 != uid }), class: "twig")
        }
        writer.text(" ")
        branch.friend.link.write(to: &writer, words)
        writer.text(" · \(words[.level]) \(words.number(Int64(branch.friend.progress.highestLevel)))")
        if branch.friend.signedUpAt != nil {
            writer.text(" ")
            Cell.badge(words[.signedUp], .good).write(to: &writer, words)
        }
    }

    private func address(_ page: String, _ open: [UserID]) -> String {
        page + (open.isEmpty ? "" : "?" + open.map { "open=\($0)" }.joined(separator: "&"))
    }
}
