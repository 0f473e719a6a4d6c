internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// The result of merging an anonymous player into an account.
struct MergeView: Formed {
    let merge: Merge

    static let form = Form<Self>(
        "Merge", means: "The result of merging the anonymous player; only with `merge`."
    ) {
        Member("balances", { BalancesView(balances: $0.merge.balances) }, sample: ["pieces_of_eight": 50])
        Member("referral", { ReferralView(referral: $0.merge.user.referral) }, sample: ReferralView.example)
        Member(
            "players", .count, \.merge.players,
            "The number of players that it had referred, who are now the account's.",
            sample: 2)
        Member("progress", progress)
    }

    private static let progress = Form<Self>(
        "MergedProgress", means: "The account's progress, with all of the player's.",
        showsExample: false
    ) {
        Member("level", .level, { Int64($0.merge.user.level) }, "The higher of the two.", sample: 6)
        Member(
            "highest_level", .level, { Int64($0.merge.user.highestLevel) }, "The highest reported.", sample: 6
        )
        Member(
            "milestones", .array(of: .text(.name)), { $0.merge.user.progress.milestones.map(\.description) },
            "Of both.",
            sample: ["tutorial_completed"])
        Member("counters", as: .map(of: .count), "The sum of both.", sample: ["races_won": 12]) {
            view, writer in
            writer.object { writer in
                for (counter, sum) in view.merge.user.progress.counters.sorted(by: { $0.key < $1.key }) {
                    writer.member(dynamic: counter.description, sum)
                }
            }
        }
    }
}

extension Codec where Value == Int64 {
    /// A user's, 0 before the first.
    static var level: Codec { .integer(0...1_000_000) }
}
