internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// Rewards that wait for a decision, oldest first, with what is known of both players.
struct ReviewsView: ConsoleView {
    let path = "/admin/reviews"
    let right = Right.seeReviews
    let section: Section? = .reviews

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let rule = visit.item("rule").flatMap { RuleName($0) }
        let titles: [Word] = [
            .choose, .held, .rule, .amount, .why, .friend, .friendsLevel, .referrer, .referrersFriends,
            .alike,
        ]
        let table = try await visit.fill(
            Table("reviews", titles.map { words[$0] }, empty: words[.noReviews]),
            cursor: { UUID(text: $0) }, text: { $0.lowercaseText }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.reviews.waiting(
                    rule: rule, code: visit.item("code"), after: cursor, limit: limit)
            }
        } row: {
            row($0, words)
        }
        let mayDecide = visit.may(.decideReviews) && !table.rows.isEmpty
        return .page(title: words[.reviews], tables: [table]) { writer in
            guard mayDecide else { return table.write(to: &writer, words) }
            writer.actingForm("/admin/reviews/decide", visit.formToken, class: "decide") { writer in
                table.write(to: &writer, words)
                writer.decision(words)
            }
        }
    }

    private func row(_ review: Review, _ words: Words) -> [Cell] {
        let reward = review.reward
        return [
            .choice("reward", reward.id.lowercaseText, words[.choose]),
            .link(words.time(reward.grantedAt), path: "/admin/reviews/\(reward.id.lowercaseText)"),
            .rule(reward.rule),
            .text("\(words.number(reward.amount)) \(reward.currency)"),
            .code(reward.codes.names.joined(separator: " ")), party(review.subject, words),
            .number(Int64(review.subject.user.progress.highestLevel)),
            review.referrer.map { party($0, words) } ?? .none,
            review.referrer.map { .number($0.counts.referred) } ?? .none, .number(review.alike),
        ]
    }

    private func party(_ party: Review.Party, _ words: Words) -> Cell {
        let mark = Cell.badge(words[.moderation(party.status)], party.status.tone)
        return .many(
            [party.user.link] + (party.status == .good ? [] : [mark]))
    }
}
