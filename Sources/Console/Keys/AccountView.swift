internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Service
internal import Values

/// The signed-in user, and its sessions.
struct AccountView: ConsoleView {
    let path = "/admin/account"
    let right = Right.seeOverview
    let section: Section? = nil

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let sessions = try await reading { () throws(ConsoleError) in
            try await visit.services.console.sessions(of: visit.user)
        }
        let day = try await reading { () throws(ConsoleError) in
            try await visit.services.console.day(of: visit.user)
        }
        return .page(title: words[.ownAccount]) { writer in
            writer.facts(
                [
                    (words[.name], .foreign(visit.user.name)),
                    (words[.roleTitle], .text(words[.role(visit.user.role)])),
                    (words[.expires], .time(visit.user.expiresAt)),
                ] + limit(day, words), words)
            writer.section(words[.consoleSessions]) { writer in
                for session in sessions { write(session, visit, &writer) }
            }
        }
    }

    private func limit(_ day: OperatorDay?, _ words: Words) -> [(name: String, cell: Cell)] {
        guard let day else { return [] }
        let numbers = [("actions", day.actions), ("most", day.actionsMax)].map {
            (name: $0.0, value: words.number($0.1))
        }
        return [(words[.actionsToday], .text(words(.actionsOf, numbers)))]
    }

    private func write(_ session: ConsoleSession, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        writer.element("article", [.text("class", "session")]) { writer in
            writer.facts(
                [
                    (words[.browser], .foreign(session.userAgent)), (words[.address], .code(session.address)),
                    (words[.opened], .time(session.createdAt)), (words[.lastSeen], .time(session.seenAt)),
                ], words)
            if session.id == visit.user.session {
                writer.paragraph(words[.thisSession])
            } else {
                writer.action(
                    "/admin/account/sessions/\(session.id.lowercaseText)/end", words[.endSession],
                    visit.formToken)
            }
        }
    }

    static func end(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        let id = try visit.pathID()
        try await reading { () throws(ConsoleError) in
            try await visit.services.console.end(id, of: visit.user)
        }
        return .seeOther("/admin/account")
    }
}
