internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// A reward that waits, and the form that decides it.
struct ReviewDetailView: ConsoleView {
    let path = "/admin/reviews/{id}"
    let right = Right.seeReviews
    let section: Section? = .reviews

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (review, words) = (try await find(try visit.pathID(), visit), visit.words)
        let reward = review.reward
        return .page(title: words[.review]) { writer in
            writer.facts(
                [
                    (words[.rule], .rule(reward.rule)), (words[.held], .time(reward.grantedAt)),
                    (words[.amount], .text("\(words.number(reward.amount)) \(reward.currency)")),
                    (words[.player], .player(reward.beneficiary)),
                    (words[.why], .code(reward.codes.names.joined(separator: " "))),
                    (words[.alike], .number(review.alike)),
                ], words)
            writer.element("div", [.text("class", "measures")]) { writer in
                write(review.subject, words[.friend], &writer, words)
                if let referrer = review.referrer { write(referrer, words[.referrer], &writer, words) }
            }
            if visit.may(.decideReviews) { writeForm(reward, visit, &writer) }
        }
    }

    private func find(_ id: UUID, _ visit: Visit) async throws(Problem) -> Review {
        let found = try await reading { () throws(InfrastructureError) in
            try await visit.services.reviews.waiting([id])
        }
        guard let review = found.first else { throw .notFound }
        return review
    }

    private func write(
        _ party: Review.Party, _ title: String, _ writer: inout HTMLWriter, _ words: Words
    ) {
        writer.section(title) { writer in
            writer.facts(
                [
                    (words[.player], .player(party.user.uid)), (words[.email], party.user.name(words)),
                    (words[.moderation], .badge(words[.moderation(party.status)], party.status.tone)),
                    (words[.level], .number(Int64(party.user.progress.highestLevel))),
                    (words[.firstStart], .time(party.user.createdAt)),
                    (words[.signedUp], .ifAny(party.user.signedUpAt)),
                    (words[.friendsReferred], .number(party.counts.referred)),
                    (words[.friendsPaid], .number(party.counts.rewarded)),
                ], words)
        }
    }

    private func writeForm(_ reward: Reward, _ visit: Visit, _ writer: inout HTMLWriter) {
        writer.actingForm("/admin/reviews/decide", visit.formToken, class: "decide") { writer in
            writer.hidden("reward", reward.id.lowercaseText)
            writer.decision(visit.words)
        }
    }
}

extension HTMLWriter {
    /// The reason, and a button for each decision.
    mutating func decision(_ words: Words) {
        field(
            words[.reason],
            [
                .text("type", "text"), .text("name", "reason"), .text("required", ""),
                .text("maxlength", "200"),
            ])
        for (value, word) in [("release", Word.release), ("void", .void)] {
            submit(
                words[word],
                [
                    .text("name", "decision"), .text("value", value),
                    .text("data-key", String(value.prefix(1))),
                ])
        }
        paragraph(words[.decideHint], class: "hint")
    }
}
