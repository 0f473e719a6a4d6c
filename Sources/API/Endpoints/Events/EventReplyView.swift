internal import HTTP
internal import Referrals
internal import Service

/// What an event came to: for a user its own rewards, for a server everything and why.
struct EventReplyView: JSONOutput {
    let reply: EventReply
    let isForServer: Bool

    func encode(to writer: inout JSONWriter) {
        writer.object { encodeMembers(to: &$0) }
    }

    func encodeMembers(to writer: inout JSONWriter) {
        let user = reply.recorded.user
        writer.member("event", EventView(recorded: reply.recorded, isReplayed: reply.isReplayed))
        writer.member("user", UserView(user: user))
        writer.member("rewards", reply.rewards.views(for: isForServer ? nil : user.uid))
        if isForServer { writer.member("decisions", reply.recorded.decisions.map(DecisionView.init)) }
    }
}

extension Problem {
    /// A refused event's problem. Its user is named in the body, so that an unknown one is a mistake there.
    init(event error: ServiceError) {
        self =
            error == .userNotFound
            ? .field("/uid", .init("unknown_user"), "No user has this uid.") : Problem(error)
    }
}
