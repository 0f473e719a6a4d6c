internal import Batching
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// All players' rewards that match, newest first.
struct RewardsView: ConsoleView {
    let path = "/admin/rewards"
    let right = Right.seeRewards
    let section: Section? = .rewards

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        var filter = RewardFilter()
        filter.status = visit.item("status").flatMap(Reward.Status.init(rawValue:))
        filter.rule = visit.item("rule").flatMap { RuleName($0) }
        let wanted = filter
        let table = try await visit.fill(
            Self.table("rewards", words), cursor: { RewardsCursor(cursor: $0, isOfUser: false) },
            text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.rewards.all(wanted, after: cursor, limit: limit)
            }
        } row: {
            Self.row($0, words)
        }
        return .page(title: words[.rewards], tables: [table]) { writer in
            writer.filter(path, words) { writer in
                writer.choice(
                    words[.state], name: "status",
                    [("", words[.all])] + Self.statuses.map { ($0.rawValue, words[.reward($0)]) },
                    chosen: visit.item("status"))
                writer.field(
                    words[.rule],
                    [
                        .text("type", "text"), .text("name", "rule"), .text("maxlength", "64"),
                        .text("value", visit.item("rule") ?? ""),
                    ])
            }
            table.write(to: &writer, words)
        }
    }

    private static let statuses: [Reward.Status] = [.paid, .held, .void, .reversed]

    static func table(_ name: String, _ words: Words, besides more: [String] = []) -> Table {
        let titles: [Word] = [.time, .player, .rule, .friend, .amount, .currency, .state, .reason]
        return Table(name, titles.map { words[$0] } + more, empty: words[.noRewards])
    }

    static func row(_ reward: Reward, _ words: Words) -> [Cell] {
        [
            .time(reward.grantedAt), .player(reward.beneficiary), .rule(reward.rule),
            reward.subject == reward.beneficiary ? .none : .player(reward.subject), .number(reward.amount),
            .text(reward.currency.description), .badge(words[.reward(reward.status)], reward.status.tone),
            reward.codes.names.isEmpty
                ? .foreign(reward.reason) : .code(reward.codes.names.joined(separator: " ")),
        ]
    }
}
