internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Service
internal import Values

/// An operator, with what an administrator can do.
struct OperatorView: ConsoleView {
    let path = "/admin/operators/{id}"
    let right = Right.editKeys
    let section: Section? = .keys

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (one, words) = (try await visit.pathOperator(), visit.words)
        return .page(title: one.email) { writer in
            writer.facts(
                [
                    (words[.email], .foreign(one.email)), (words[.roleTitle], .text(words[.role(one.role)])),
                    (words[.state], one.stateCell(words)), (words[.created], .time(one.createdAt)),
                    (words[.lastSeen], .ifAny(one.lastSeenAt)),
                ], words)
            writer.actionForm(words[.changeRole], "\(one.page)/role", visit, asksReason: false) { writer in
                writer.choice(
                    words[.roleTitle], name: "role",
                    OperatorRole.allCases.map { ($0.rawValue, words[.role($0)]) }, chosen: one.role.rawValue)
            }
            writer.actionForm(
                words[.resetOperator], "\(one.page)/reset", visit, hint: words[.resetHint], asksReason: false
            ) { _ in }
            writer.actionForm(
                words[.removeOperator], "\(one.page)/remove", visit, hint: words[.removeOperatorHint],
                asksReason: false
            ) { _ in }
        }
    }
}

extension Visit {
    /// The operator that the path names.
    func pathOperator() async throws(Problem) -> OperatorSummary {
        let id = try pathID()
        let all = try await reading { () throws(ConsoleError) in try await services.console.operators() }
        guard let one = all.first(where: { $0.id == id }) else { throw .notFound }
        return one
    }
}

extension OperatorSummary {
    var page: String { "/admin/operators/\(id.lowercaseText)" }

    func stateCell(_ words: Words) -> Cell {
        hasAccepted ? .badge(words[.active], .good) : .badge(words[.invited], .warning)
    }
}
