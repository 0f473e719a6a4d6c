internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Takes from a user's balance what the app's server has given for it.
struct Redeem: RepeatableEndpoint {
    struct Input: FormedInput {
        let posting: PostingInput
        let reservedMinutes: Int32?

        static let form = RequestForm(
            "RedemptionRequest", means: "The amount to take, and the reason.", .chosenID,
            Field("currency", .currency),
            Field("amount", .integer(1...Int64.max), "The amount, in the currency's smallest unit."),
            .postingReason,
            Field(
                optional: "reserve_minutes", .integer(Reservation.minutes),
                """
                Takes the amount now, and gives it back after this time unless it is captured before. \
                Without it, the amount is taken permanently.
                """)
        ) {
            Input(
                posting: PostingInput(id: $0, currency: $1, amount: $2, reason: $3),
                reservedMinutes: $4.map(Int32.init))
        }
    }

    let money: MoneyService

    func respond(to input: Input, on call: Call) async throws(Problem) -> PostingView {
        let uid = try call.pathUser()
        let posting = Posting(
            id: input.posting.id, account: Account(uid: uid, currency: input.posting.currency),
            kind: .redemption,
            amount: -input.posting.amount, reason: input.posting.reason)
        return PostingView(
            reply: try await mappingErrors { () throws(PostingError) in
                try await money.post(PostingRequest(posting, reservedMinutes: input.reservedMinutes))
            })
    }
}

extension Redeem {
    var repeatable: [RepeatableCall] { [.redemption, .reservation] }

    var operation: Operation {
        Operation("redeem", .money, "Redeem from a user's balance")
            .takes([
                "id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22",
                "currency": "pieces_of_eight",
                "amount": 20,
                "reason": "A parrot",
            ])
            .gives("The same id with the same content was already booked.")
            .gives(201, "Booked.")
            .refuses(.notFound)
            .refuses(
                "The balance is too small; `balance` has it.",
                PostingError.insufficientBalance(balance: 30).problem
            )
            .refuses(
                "Fields are invalid, the id is used for another entry, or the currency isn't in use.",
                PostingError.postingIDReused.problem,
                PostingError.unknownCurrency(nearest: .piecesOfEight).problem)
    }
}
