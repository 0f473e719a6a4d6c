internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Captures or cancels a reservation once. Repeating the call changes nothing.
struct SettleRedemption: RepeatableEndpoint {
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
            reply: try await mappingErrors { () throws(PostingError) in try await money.change(change) })
    }
}

extension SettleRedemption {
    var repeatable: [RepeatableCall] { [way == .capture ? .capture : .cancellation] }

    var operation: Operation {
        words
            .takes(.redemptionID)
            .refuses(.noRedemption)
            .refuses(
                """
                It was settled the other way, and `redemption_state` is its state; or it has expired. Or the \
                balance has no room for what is given back.
                """,
                PostingError.redemptionSettled(.expired).problem, PostingError.balanceTooLarge.problem)
    }

    private var words: Operation {
        switch way {
        case .capture:
            Operation(
                "captureRedemption", .money, "Capture a reservation",
                "Call it when the player has received the goods. The amount is then not given back at the "
                    + "expiry."
            )
            .gives(
                "The redemption, and the user's balances. Repeating the call returns the same.",
                example: [
                    "entry": EntryView.example, "balances": ["pieces_of_eight": 30],
                    "reservation": ReservationView.example("captured"),
                ])
        case .cancel:
            Operation(
                "cancelRedemption", .money, "Cancel a reservation",
                "With an entry of the kind `refund`, like at the expiry."
            )
            .gives(
                "The entry that gave it back, and the user's balances. Repeating the call returns the same.",
                example: [
                    "entry": EntryView.refundExample, "balances": ["pieces_of_eight": 50],
                    "reservation": ReservationView.example("cancelled"),
                ])
        }
    }
}

extension Parameter {
    static var redemptionID: Parameter { .path("id", .uuid, "The redemption's id.") }
}

extension Refusal {
    static let noRedemption = Refusal(
        404, "The user doesn't exist, or has no redemption of this id and kind.", [.notFound],
        as: "NoRedemption")
}
