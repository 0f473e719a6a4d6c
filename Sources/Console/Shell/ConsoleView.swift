internal import HTTP
internal import Pages

/// A page for those who have signed in.
protocol ConsoleView {
    var path: String { get }
    var right: Right { get }
    /// The item of the navigation that it belongs to.
    var section: Section? { get }

    func show(_ visit: Visit) async throws(Problem) -> Shown
}

/// Where a page is in the navigation.
enum Section: String, CaseIterable {
    case overview
    case players
    case reviews
    case rewards
    case rules
    case changes
    case links
    case webhooks
    case audit
    case keys
    case exports
    case health

    var path: String { self == .overview ? ConsolePath.root : "\(ConsolePath.root)/\(rawValue)" }

    var title: Word {
        switch self {
        case .overview: .overview
        case .players: .players
        case .reviews: .reviews
        case .rewards: .rewards
        case .rules: .rules
        case .changes: .pendingChanges
        case .links: .links
        case .webhooks: .webhooks
        case .audit: .audit
        case .keys: .keys
        case .exports: .exports
        case .health: .health
        }
    }

    var right: Right {
        switch self {
        case .overview: .seeOverview
        case .players: .seePlayers
        case .reviews: .seeReviews
        case .rewards: .seeRewards
        case .rules: .seeRules
        case .changes: .seeChanges
        case .links: .seeLinks
        case .webhooks: .seeWebhooks
        case .audit: .seeAudit
        case .keys: .seeKeys
        case .exports: .exportTables
        case .health: .seeHealth
        }
    }
}

/// A page's content, or the address to go on to.
enum Shown {
    case page(title: String, tabs: [Tab] = [], tables: [Table] = [], (inout HTMLWriter) -> Void)
    case redirect(String)

    /// - Parameter section: that the page belongs to.
    func response(for visit: Visit, under section: Section?) -> Response {
        switch self {
        case .redirect(let path): return .seeOther(path)
        case .page(let title, let tabs, let tables, let main):
            let name = visit.item("table")
            let file = name == nil ? tables.first : tables.first { $0.name == name }
            if visit.wantsCSV, let file { return file.file(visit.words) }
            return ConsolePage(
                title: title, words: visit.words, frame: Frame(visit: visit, section: section, tabs: tabs),
                main: main
            ).response
        }
    }
}

/// One of several pages about the same thing.
struct Tab {
    let title: String
    let path: String
    let isCurrent: Bool
}
