internal import Accounts
internal import HTTP
internal import Referrals

/// What an account has got from an anonymous player who became it.
struct MergeView: JSONEncodable {
    let merge: Merge

    static var schema: Schema {
        .object(
            "Merge", means: "What came with the anonymous player; there only with `merge`.", example: example,
            [
                "balances": BalancesView.schema,
                "referral": ReferralView.schema,
                "players": .count.means("How many the player had referred, who are the account's now."),
                "progress": progress,
            ])
    }

    private static var progress: Schema {
        .object(
            "MergedProgress", means: "What the account has reached, with all that the player had.",
            [
                "level": .integer(0...1_000_000).means("The higher of the two."),
                "highest_level": .integer(0...1_000_000).means("The highest of all."),
                "milestones": .array(of: .name).means("Of both."),
                "counters": .map(of: .count).means("Added up."),
            ])
    }

    static var example: JSONValue {
        [
            "balances": ["pieces_of_eight": 50],
            "referral": ReferralView.example,
            "players": 2,
            "progress": [
                "level": 6, "highest_level": 6, "milestones": ["tutorial_completed"],
                "counters": ["races_won": 12],
            ],
        ]
    }

    func encode(to writer: inout JSONWriter) {
        let progress = merge.user.progress
        writer.object { writer in
            writer.member("balances", BalancesView(balances: merge.balances))
            writer.member("referral", ReferralView(referral: merge.user.referral))
            writer.member("players", merge.players)
            writer.key("progress")
            writer.object { writer in
                writer.member("level", Int64(progress.level))
                writer.member("highest_level", Int64(progress.highestLevel))
                writer.key("milestones")
                writer.array { writer in
                    for milestone in progress.milestones { writer.string(milestone.description) }
                }
                writer.key("counters")
                writer.object { writer in
                    for (counter, sum) in progress.counters.sorted(by: { $0.key < $1.key }) {
                        writer.member(dynamic: counter.description, sum)
                    }
                }
            }
        }
    }
}
