internal import Accounts
internal import HTTP
internal import Pages
internal import Referrals
internal import Values

/// The pages about one player.
enum PlayerTab: String, CaseIterable {
    case why
    case ledger
    case rewards
    case events
    case friends
    case tree
    case statement
    case account
    case notes
    case seen
    case audit

    /// Of the route.
    var pattern: String { self == .why ? "/admin/players/{uid}" : "/admin/players/{uid}/\(rawValue)" }

    var right: Right {
        switch self {
        case .ledger, .statement: .seeLedger
        case .rewards: .seeRewards
        case .audit: .seeAudit
        case .notes: .writeNotes
        case .seen: .seeAsPlayer
        case .why, .events, .friends, .tree, .account: .seePlayers
        }
    }

    private var title: Word {
        switch self {
        case .why: .playerAndWhy
        case .ledger: .ledger
        case .rewards: .rewards
        case .events: .events
        case .friends: .friends
        case .tree: .tree
        case .statement: .statement
        case .account: .account
        case .notes: .notes
        case .seen: .seenByPlayer
        case .audit: .audit
        }
    }

    /// The page of a player with its tabs.
    func shown(
        _ player: User, _ visit: Visit, tables: [Table] = [], _ main: @escaping (inout HTMLWriter) -> Void
    ) -> Shown {
        let words = visit.words
        let tabs = Self.allCases.filter { $0.right.isHeld(by: visit.user.role) }.map { tab in
            Tab(
                title: words[tab.title],
                path: tab.pattern.replacing("{uid}", with: player.uid.description),
                isCurrent: tab == self)
        }
        return .page(
            title: player.email?.description ?? words(.playerTitle, [("uid", player.uid.description)]),
            tabs: tabs, tables: tables, main)
    }
}
