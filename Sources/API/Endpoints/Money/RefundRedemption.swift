internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Gives a redemption back, once.
struct RefundRedemption: RepeatableEndpoint {
    struct Input: FormedInput {
        let id: UUID
        let reason: String

        static let form = RequestForm(
            "RefundRequest", means: "The reason for the refund.", .chosenID, .postingReason
        ) { Input(id: $0, reason: $1) }
    }

    let money: MoneyService

    func respond(to input: Input, on call: Call) async throws(Problem) -> PostingView {
        let change = RedemptionChange(
            .refund(id: input.id, reason: input.reason), of: try call.pathEntry())
        return PostingView(
            reply: try await mappingErrors { () throws(PostingError) in try await money.change(change) })
    }
}

extension RefundRedemption {
    var repeatable: [RepeatableCall] { [.refund] }

    var operation: Operation {
        Operation(
            "refundRedemption", .money, "Refund a redemption",
            """
            Refunds the whole redemption, once, with an entry of the kind `refund`. A reserved one is \
            cancelled this way.
            """
        )
        .takes(.redemptionID)
        .takes(["id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e24", "reason": "The shop was out of parrots"])
        .gives("The same id with the same content was already booked.", example: Self.example)
        .gives(201, "Booked.", example: Self.example)
        .refuses(.noRedemption)
        .refuses(
            "It was already given back; `redemption_state` is its state. Or the balance has no room for it.",
            PostingError.redemptionSettled(.refunded).problem, PostingError.balanceTooLarge.problem
        )
        .refuses(
            "Fields are invalid, or the id is used for another entry.",
            PostingError.postingIDReused.problem)
    }

    private static let example: JSONValue = [
        "entry": EntryView.refundExample, "balances": ["pieces_of_eight": 50],
    ]
}
