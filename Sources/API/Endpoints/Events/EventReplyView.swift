internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// The result of an event: for a user its own rewards, for a server everything with the reasons.
struct EventReplyView: JSONOutput {
    let reply: EventReply
    let isForServer: Bool

    static var schema: Schema {
        .object(
            "EventReply", means: "The result of an event.",
            [
                "event": EventView.schema,
                "user": UserView.schema,
                "rewards": .array(of: RewardView.schema).means("A user's own rewards; for a server all."),
                "decisions": .array(of: DecisionView.schema).means(
                    "The decision of every rule; only for servers."
                )
                .optional,
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { encodeMembers(to: &$0) }
    }

    func encodeMembers(to writer: inout JSONWriter) {
        let user = reply.recorded.user
        writer.member("event", EventView(recorded: reply.recorded, isReplayed: reply.isReplayed))
        writer.member("user", UserView(user: user, isForKey: isForServer))
        let rewards = isForServer ? reply.rewards.views(for: nil) : reply.rewards.views(for: user)
        writer.member("rewards", rewards)
        if isForServer {
            writer.member("decisions", reply.recorded.decisions.map { DecisionView(decision: $0.forOthers) })
        }
    }
}
