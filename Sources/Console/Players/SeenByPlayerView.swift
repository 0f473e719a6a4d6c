internal import Accounts
internal import Basics
internal import Batching
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// A player's own status in a language of the player's, as the app gets it: without checks and moderation.
struct SeenByPlayerView: ConsoleView {
    let path = PlayerTab.seen.pattern
    let right = PlayerTab.seen.right
    let section: Section? = .players

    private struct Known {
        let balances: [Balance]
        let counts: ReferralCounts
    }

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let player = try await visit.pathPlayer()
        let language = visit.item("language").flatMap(PageLanguage.init(rawValue:))
        let words = language.map { Words(in: $0, zone: visit.words.zone) } ?? visit.words
        let known = try await reading { () throws(InfrastructureError) in
            Known(
                balances: try await visit.services.money.balances(of: player.uid),
                counts: try await visit.services.reports.referralCounts(of: player.uid))
        }
        let rewards = try await rewards(of: player, visit, words)
        return PlayerTab.seen.shown(player, visit, tables: [rewards]) { writer in
            writer.paragraph(visit.words[.seenHint], class: "hint")
            writer.filter("\(player.page)/seen", visit.words) { writer in
                writer.choice(
                    visit.words[.language], name: "language",
                    Words.languages.map { ($0.rawValue, Words(in: $0)[.ownLanguage]) },
                    chosen: words.language.rawValue)
            }
            writer.element("article", [.text("class", "seen"), .text("lang", words.language.rawValue)]) {
                write(player, known, rewards, &$0, words)
            }
        }
    }

    private func write(
        _ player: User, _ known: Known, _ rewards: Table, _ writer: inout HTMLWriter, _ words: Words
    ) {
        writer.element("h2", text: words[.yourStatus])
        writer.facts(
            [
                (words[.referralCode], player.isGone ? .none : .code(player.referralCode.description)),
                (words[.level], .number(Int64(player.progress.level))),
                (words[.friendsReferred], .number(known.counts.referred)),
                (words[.friendsSignedUp], .number(known.counts.signedUp)),
                (words[.friendsPaid], .number(known.counts.rewarded)),
            ], words)
        writer.section(words[.yourBalance]) { writer in
            var table = Table("balance", [words[.currency], words[.amount]], empty: words[.nothingYet])
            table.rows = known.balances.map {
                [.text($0.account.currency.description), .number($0.amount)]
            }
            table.write(to: &writer, words)
        }
        writer.section(words[.yourRewards]) { rewards.write(to: &$0, words) }
    }

    /// The state of each, and what it waits for; the findings of checks aren't the player's to see.
    private func rewards(
        of player: User, _ visit: Visit, _ words: Words
    ) async throws(Problem) -> Table {
        let titles: [Word] = [.time, .amount, .state, .why]
        return try await visit.fill(
            Table("seen-\(player.uid)", titles.map { words[$0] }, empty: words[.nothingYet]),
            cursor: RewardPosition.init(cursor:), text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.rewards.rewards(
                    of: player.uid, status: nil, after: cursor, limit: limit)
            }
        } row: { reward in
            [
                .time(reward.grantedAt), .text("\(words.number(reward.amount)) \(reward.currency)"),
                .badge(words[.seen(reward.status)], reward.status.seenTone),
                .many([.foreign(reward.reason), .text(waiting(reward, words))]),
            ]
        }
    }

    private func waiting(_ reward: Reward, _ words: Words) -> String {
        guard reward.status == .held else { return "" }
        guard let time = reward.releaseAt else { return words[.beingChecked] }
        return words(.paidFrom, [("time", words.time(time))])
    }
}

extension Reward.Status {
    fileprivate var seenTone: Cell.Tone {
        switch self {
        case .paid: .good
        case .held: .warning
        case .void, .reversed: .quiet
        }
    }
}

extension Word {
    fileprivate static func seen(_ status: Reward.Status) -> Word {
        switch status {
        case .paid: .seenPaid
        case .held: .seenPending
        case .void: .seenVoid
        case .reversed: .seenReversed
        }
    }
}
