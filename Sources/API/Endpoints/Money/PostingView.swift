internal import HTTP
internal import Service

/// A booked entry and where the user stands after it: 201, or 200 when it had been booked before.
struct PostingView: JSONOutput {
    let reply: PostingReply

    var status: Int { reply.isReplayed ? 200 : 201 }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("entry", EntryView(entry: reply.entry))
            writer.member("balances", BalancesView(balances: reply.balances))
        }
    }
}
