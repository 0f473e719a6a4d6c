internal import HTTP
internal import JSON
internal import Rewards

/// A booked entry and where the user stands after it: 201, or 200 when it had been booked before.
struct PostingView: JSONOutput, Formed {
    let reply: PostingReply

    var status: Int { reply.isReplayed ? 200 : 201 }

    static let form = Form<Self>("PostingReply", means: "The entry.") {
        Member("entry", { EntryView(entry: $0.reply.entry) }, sample: EntryView.example)
        Member("balances", { BalancesView(balances: $0.reply.balances) }, sample: ["pieces_of_eight": 30])
        Member(
            "reservation", ifAny: { view in view.reply.reservation.map { ReservationView(reservation: $0) } })
    }
}
