internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Keeps what was reserved, or gives it back; once, and the same again changes nothing.
struct SettleRedemption: Endpoint {
    enum Way {
        case capture
        case cancel
    }

    struct Output: JSONOutput {
        let reply: PostingReply

        static var schema: Schema { PostingView.schema }

        func encode(to writer: inout JSONWriter) { PostingView(reply: reply).encode(to: &writer) }
    }

    let money: MoneyService
    let way: Way

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> Output {
        let change = RedemptionChange(way == .capture ? .capture : .cancel, of: try call.pathEntry())
        return Output(
            reply: try await serving { () throws(PostingError) in try await money.change(change) })
    }
}

extension SettleRedemption {
    var operation: Operation {
        words
            .takes(.redemptionID)
            .refuses(.noRedemption)
            .refuses(
                "It went the other way, and `redemption_state` says how, or its time was up.",
                PostingError.redemptionSettled(.expired).problem)
    }

    private var words: Operation {
        switch way {
        case .capture:
            Operation(
                "captureRedemption", .money, "Keep what was reserved",
                "The player has got what it was for: it isn't given back any more when the time is up."
            )
            .gives(
                "The redemption, and where the user stands; the same again gives the same.",
                example: [
                    "entry": EntryView.example, "balances": ["pieces_of_eight": 30],
                    "reservation": ReservationView.example("captured"),
                ])
        case .cancel:
            Operation(
                "cancelRedemption", .money, "Give back what was reserved",
                "By an entry of the kind `refund`, as it happens by itself when the time is up."
            )
            .gives(
                "The entry that gave it back, and where the user stands; the same again gives the same.",
                example: [
                    "entry": EntryView.refundExample, "balances": ["pieces_of_eight": 50],
                    "reservation": ReservationView.example("cancelled"),
                ])
        }
    }
}

extension Parameter {
    static var redemptionID: Parameter { .path("id", .uuid, "The id that the redemption was made with.") }
}

extension Refusal {
    static let noRedemption = Refusal(
        404, "There is no such user, or no redemption of that kind by this id.", [.notFound],
        as: "NoRedemption")
}
