internal import Accounts
internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting

/// One answer to "why was I not paid".
struct ExplainRewards: Endpoint {
    struct Output: JSONOutput {
        let explanation: RewardExplanation

        static var schema: Schema {
            .object(
                "Explanation", means: "What a user was given or not, and why.", example: example,
                [
                    "uid": .uuid.means("The user."),
                    "as_referee": .array(of: RuleExplanationView.schema).means(
                        "What it was to get for itself: what was given, then what the rules in force may give."
                    ),
                    "as_referrer": .array(of: FriendView.schema).means(
                        "The same for each friend, the newest first; 50 at most."),
                    "has_more_friends": .boolean.means("Whether there are more friends than are told of."),
                ])
        }

        static var example: JSONValue {
            [
                "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                "as_referee": [RuleExplanationView.example],
                "as_referrer": [],
                "has_more_friends": false,
            ]
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("uid", explanation.user.uid)
                writer.member("as_referee", explanation.asReferee.map(RuleExplanationView.init))
                writer.member("as_referrer", explanation.friends.map(FriendView.init))
                writer.member("has_more_friends", explanation.hasMoreFriends)
            }
        }
    }

    let explanations: ExplanationService
    let accounts: AccountService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let user = try await serving { () throws(AccountError) in try await accounts.user(uid) }
        return Output(
            explanation: try await serving { () throws(CallFailure) in
                try await explanations.explanation(of: user)
            })
    }
}

extension ExplainRewards {
    var operation: Operation {
        Operation(
            "explainRewards", .administration, "Why a user was not paid",
            """
            For each rule, what the user was given, or what is missing: as codes, and as a sentence. Whether a limit \
            is reached is seen only when something is to be given.
            """
        )
        .gives("The answer.")
        .refuses(.notFound)
    }
}

private struct FriendView: JSONEncodable {
    let friend: RewardExplanation.Friend

    static var schema: Schema {
        .object(
            "ExplainedFriend", means: "What a user was given for a friend or not, and why.",
            [
                "uid": .uuid.means("The friend."),
                "rules": .array(of: RuleExplanationView.schema).means("Each reward that there is or may be."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uid", friend.user.uid)
            writer.member("rules", friend.rules.map(RuleExplanationView.init))
        }
    }
}

private struct RuleExplanationView: JSONEncodable {
    let explanation: RuleExplanation

    static var schema: Schema {
        .object(
            "RuleExplanation", means: "What became of a reward, or why there is none.",
            [
                "rule": .ruleName,
                "currency": .currency,
                "outcome": .openChoice("paid", "held", "void", "reversed", "denied", "not_yet").means(
                    "What has become of it."),
                "codes": .array(of: .string(upTo: 128)).means("What is missing, or why it is so."),
                "text": .string(upTo: 4_096).means("The same for people."),
                "reward": RewardView.schema.orNull.means("Null where none was made."),
            ])
    }

    static var example: JSONValue {
        [
            "rule": "level-5", "currency": "pieces_of_eight", "outcome": "not_yet",
            "codes": ["level_below_5"],
            "text": "The player has reached level 3 of 5.", "reward": .null,
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", explanation.rule.description)
            writer.member("currency", explanation.currency.description)
            writer.member("outcome", explanation.outcome.rawValue)
            writer.member("codes", explanation.codes)
            writer.member("text", explanation.text)
            if let reward = explanation.reward {
                writer.member("reward", RewardView(reward: reward, showsCodes: true))
            } else {
                writer.member("reward", JSONValue.null)
            }
        }
    }
}
