internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// What an account has got from an anonymous player who became it.
struct MergeView: Formed {
    let merge: Merge

    static let form = Form<Self>(
        "Merge", means: "What came with the anonymous player; there only with `merge`."
    ) {
        Member("balances", { BalancesView(balances: $0.merge.balances) }, sample: ["pieces_of_eight": 50])
        Member("referral", { ReferralView(referral: $0.merge.user.referral) }, sample: ReferralView.example)
        Member(
            "players", .count, \.merge.players,
            "How many the player had referred, who are the account's now.",
            sample: 2)
        Member("progress", progress)
    }

    private static let progress = Form<Self>(
        "MergedProgress", means: "What the account has reached, with all that the player had.",
        showsExample: false
    ) {
        Member("level", .level, { Int64($0.merge.user.level) }, "The higher of the two.", sample: 6)
        Member(
            "highest_level", .level, { Int64($0.merge.user.highestLevel) }, "The highest of all.", sample: 6)
        Member(
            "milestones", .array(of: .text(.name)), { $0.merge.user.progress.milestones.map(\.description) },
            "Of both.",
            sample: ["tutorial_completed"])
        Member("counters", as: .map(of: .count), "Added up.", sample: ["races_won": 12]) { view, writer in
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
