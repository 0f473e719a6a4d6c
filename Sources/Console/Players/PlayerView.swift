internal import Accounts
internal import Batching
internal import HTTP
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// A player: balances, and for each rule what was paid, or why not.
struct PlayerView: ConsoleView {
    let path = PlayerTab.why.pattern
    let right = PlayerTab.why.right
    let section: Section? = .players

    private struct Known {
        let player: User
        let balances: [Balance]
        let counts: ReferralCounts
        let status: ModerationStatus
        let explanation: RewardExplanation
    }

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let known = try await read(visit)
        let words = visit.words
        return PlayerTab.why.shown(known.player, visit) { writer in
            writer.facts(facts(known, words), words)
            writer.section(words[.balances]) { balances(known.balances, words).write(to: &$0, words) }
            writeActions(known, visit, &writer)
            writer.section(words[.ownRewards]) {
                explanations(known.explanation.asReferee, of: words[.ownRewards], words).write(to: &$0, words)
            }
            writer.section(words[.friendRewards]) { write(known.explanation, words, &$0) }
        }
    }

    private func writeActions(_ known: Known, _ visit: Visit, _ writer: inout HTMLWriter) {
        let (words, page) = (visit.words, known.player.page)
        if visit.may(.adjust) {
            writer.actionForm(words[.adjust], "\(page)/adjust", visit, hint: words[.adjustHint]) { writer in
                writer.hidden("id", visit.newID().lowercaseText)
                writer.field(
                    words[.currency],
                    [
                        .text("type", "text"), .text("name", "currency"), .text("required", ""),
                        .text("value", known.balances.first?.account.currency.description ?? ""),
                    ])
                writer.field(
                    words[.amount],
                    [
                        .text("type", "text"), .text("inputmode", "numeric"), .text("name", "amount"),
                        .text("pattern", "-?[0-9]{1,18}"), .text("required", ""),
                    ])
            }
        }
        if visit.may(.moderate) {
            writer.actionForm(
                words[.moderate], "\(page)/moderate", visit, hint: words[.moderateHint]
            ) { writer in
                writer.choice(
                    words[.moderation], name: "moderation",
                    ModerationStatus.allCases.map { ($0.rawValue, words[.moderation($0)]) },
                    chosen: known.status.rawValue)
            }
        }
    }

    private func read(_ visit: Visit) async throws(Problem) -> Known {
        let player = try await visit.pathPlayer()
        let services = visit.services
        return try await reading { () throws(InfrastructureError) in
            Known(
                player: player, balances: try await services.money.balances(of: player.uid),
                counts: try await services.reports.referralCounts(of: player.uid),
                status: services.trust.status(of: player.uid),
                explanation: try await services.explanations.explanation(of: player))
        }
    }

    private func facts(_ known: Known, _ words: Words) -> [(name: String, cell: Cell)] {
        let player = known.player
        return [
            (words[.uid], .code(player.uid.description)),
            (words[.email], player.name(words)),
            (words[.externalID], .ifAny(player.externalID?.description)),
            (words[.referralCode], player.isGone ? .none : .code(player.referralCode.description)),
            (words[.referrer], referrer(player, words)),
            (words[.level], .number(Int64(player.progress.highestLevel))),
            (words[.firstStart], .time(player.createdAt)),
            (words[.signedUp], .ifAny(player.signedUpAt)),
            (words[.moderation], .badge(words[.moderation(known.status)], known.status.tone)),
            (words[.friendsReferred], .number(known.counts.referred)),
            (words[.friendsSignedUp], .number(known.counts.signedUp)),
            (words[.friendsPaid], .number(known.counts.rewarded)),
        ]
    }

    private func referrer(_ player: User, _ words: Words) -> Cell {
        switch player.referral.status {
        case .none: .none
        case .recorded: .player(player.referral.referredBy)
        case .rejected:
            .many([
                .badge(words[.rejected], .warning), .code(player.referral.rejection?.rawValue ?? ""),
                .ifAny(player.referral.rejectedName),
            ])
        }
    }

    private func balances(_ balances: [Balance], _ words: Words) -> Table {
        var table = Table("balances", [words[.currency], words[.amount]], empty: words[.noBalances])
        table.rows = balances.map { [.text($0.account.currency.description), .number($0.amount)] }
        return table
    }

    private func explanations(
        _ rules: [RuleExplanation], of subject: String, _ words: Words
    ) -> Table {
        var table = Table(
            "why", [words[.rule], words[.state], words[.why]], empty: words[.noRules])
        table.subject = subject
        table.rows = rules.map { rule in
            [
                .link(rule.rule.description, path: "/admin/rules/\(rule.rule)"),
                .badge(words[.explained(rule.status)], rule.status.tone), why(rule, words),
            ]
        }
        return table
    }

    /// The sentence, and where to decide on a reward that waits for it.
    private func why(_ rule: RuleExplanation, _ words: Words) -> Cell {
        guard let reward = rule.reward, reward.waitsForReview else { return .text(words.why(rule)) }
        let path = "/admin/reviews/\(reward.id.lowercaseText)"
        return .many([.text(words.why(rule)), .link(words[.reviewIt], path: path)])
    }

    private func write(_ explanation: RewardExplanation, _ words: Words, _ writer: inout HTMLWriter) {
        if explanation.friends.isEmpty { writer.paragraph(words[.noFriends], class: "empty") }
        for friend in explanation.friends {
            writer.element("details", explanation.friends.count <= 3 ? [.text("open", "")] : []) { writer in
                writer.element("summary") { writer in
                    friend.user.name(words).write(to: &writer, words)
                    writer.text(" ")
                    Cell.code(friend.user.uid.description).write(to: &writer, words)
                    for rule in friend.rules {
                        writer.text(" ")
                        Cell.badge("\(rule.rule): \(words[.explained(rule.status)])", rule.status.tone)
                            .write(to: &writer, words)
                    }
                }
                writer.element("p", [.text("class", "lead")]) {
                    $0.link(words[.openFriend], to: friend.user.page)
                }
                explanations(friend.rules, of: friend.user.name(words).fileText(in: words.zone), words)
                    .write(to: &writer, words)
            }
        }
        if explanation.hasMoreFriends { writer.paragraph(words[.moreFriends], class: "hint") }
    }
}
