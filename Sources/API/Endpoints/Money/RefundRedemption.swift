internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Gives a redemption back, once.
struct RefundRedemption: Endpoint {
    struct Input: FormedInput {
        let id: UUID
        let reason: String

        static let form = RequestForm(
            "RefundRequest", means: "Why a redemption is given back.", .chosenID, .postingReason
        ) { Input(id: $0, reason: $1) }
    }

    let money: MoneyService

    func respond(to input: Input, on call: Call) async throws(Problem) -> PostingView {
        let change = RedemptionChange(
            .refund(id: input.id, reason: input.reason), of: try call.pathEntry())
        return PostingView(
            reply: try await serving { () throws(PostingError) in try await money.change(change) })
    }
}

extension RefundRedemption {
    var operation: Operation {
        Operation(
            "refundRedemption", .money, "Give a redemption back",
            "All of it, once, by an entry of the kind `refund`. One that is only reserved is cancelled so."
        )
        .takes(.redemptionID)
        .takes(["id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e24", "reason": "The shop was out of parrots"])
        .gives("The same id with the same content had been booked before.", example: Self.example)
        .gives(201, "Booked.", example: Self.example)
        .refuses(.noRedemption)
        .refuses(
            "It was given back before; `redemption_state` says how.",
            PostingError.redemptionSettled(.refunded).problem
        )
        .refuses(
            "Fields are not as they must be, or the id was used for another entry.",
            PostingError.postingIDReused.problem)
    }

    private static let example: JSONValue = [
        "entry": EntryView.refundExample, "balances": ["pieces_of_eight": 50],
    ]
}
