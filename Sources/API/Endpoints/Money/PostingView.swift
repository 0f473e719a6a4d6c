internal import HTTP
internal import Rewards

/// A booked entry and where the user stands after it: 201, or 200 when it had been booked before.
struct PostingView: JSONOutput {
    let reply: PostingReply

    var status: Int { reply.isReplayed ? 200 : 201 }

    static var schema: Schema {
        .object(
            "PostingReply", means: "What was booked.", example: example,
            [
                "entry": EntryView.schema, "balances": BalancesView.schema,
                "reservation": ReservationView.schema.optional,
            ])
    }

    static var example: JSONValue {
        ["entry": EntryView.example, "balances": ["pieces_of_eight": 30]]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("entry", EntryView(entry: reply.entry))
            writer.member("balances", BalancesView(balances: reply.balances))
            if let reservation = reply.reservation {
                writer.member("reservation", ReservationView(reservation: reservation))
            }
        }
    }
}
