internal import Batching
internal import Delivery
internal import FoundationEssentials
internal import HTTP
internal import Ledger
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// Things to look after, each with a link to its page.
struct Attention {
    private struct Item {
        let text: String
        let path: String
    }

    /// A first page of what waits is enough to tell that something does.
    private static let reviewsCounted = 100

    private static let reviewSecondsMax: Int64 = 7 * 86_400
    /// Servers sign a statement each day.
    private static let statementSecondsMax: Int64 = 2 * 86_400

    private let items: [Item]

    static func read(
        _ visit: Visit, _ overview: Overview, _ rules: [StoredRule]
    ) async throws(Problem) -> Attention {
        let (services, words) = (visit.services, visit.words)
        return try await reading { () throws(InfrastructureError) in
            var items: [Item] = []
            let reviews = try await services.reviews.waiting(
                rule: nil, code: nil, after: nil, limit: reviewsCounted)
            if !reviews.items.isEmpty {
                let count = words.number(Int64(reviews.items.count)) + (reviews.next == nil ? "" : "+")
                items.append(
                    Item(text: words(.reviewsWait, [("count", count)]), path: "/admin/reviews"))
            }
            let changes = visit.may(.seeChanges) ? try await services.approvals.waiting() : []
            if !changes.isEmpty {
                items.append(
                    Item(
                        text: words(.changesWait, [("count", words.number(Int64(changes.count)))]),
                        path: "/admin/changes"))
            }
            if let oldest = reviews.items.first?.reward.grantedAt,
                oldest < visit.now.adding(seconds: -reviewSecondsMax)
            {
                items.append(
                    Item(text: words(.oldReview, [("time", words.time(oldest))]), path: "/admin/reviews"))
            }
            items += try await BudgetOutlook.read(visit, overview, rules).map {
                Item(text: $0.text(words), path: $0.path)
            }
            if visit.may(.seeHealth), let last = try await lastCheck(services),
                last < visit.now.adding(seconds: -statementSecondsMax)
            {
                items.append(
                    Item(text: words(.oldStatement, [("time", words.time(last))]), path: "/admin/health"))
            }
            for webhook in visit.may(.seeWebhooks) ? try await services.webhooks.all() : []
            where webhook.state == .disabled || webhook.progress.failingSince != nil {
                let word: Word = webhook.state == .disabled ? .webhookDisabled : .webhookFails
                items.append(
                    Item(
                        text: words(word, [("url", webhook.terms.url)]),
                        path: "/admin/webhooks/\(webhook.id.lowercaseText)"))
            }
            return Attention(items: items)
        }
    }

    /// When the ledger was last added up and signed; nil if it never was.
    private static func lastCheck(_ services: Services) async throws(InfrastructureError) -> Timestamp? {
        let last = try await services.reports.statements(before: nil, limit: 1)
        return last.items.first.flatMap { RFC3339.parse($0.madeAt) }
    }

    func write(to writer: inout HTMLWriter, _ words: Words) {
        if items.isEmpty { return writer.paragraph(words[.nothingToDo], class: "empty") }
        writer.element("ul", [.text("class", "attention")]) { writer in
            for item in items { writer.element("li") { $0.link(item.text, to: item.path) } }
        }
    }
}
