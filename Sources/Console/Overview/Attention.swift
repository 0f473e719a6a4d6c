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

    private let items: [Item]

    static func read(_ visit: Visit) async throws(Problem) -> Attention {
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

    func write(to writer: inout HTMLWriter, _ words: Words) {
        if items.isEmpty { return writer.paragraph(words[.nothingToDo], class: "empty") }
        writer.element("ul", [.text("class", "attention")]) { writer in
            for item in items { writer.element("li") { $0.link(item.text, to: item.path) } }
        }
    }
}
