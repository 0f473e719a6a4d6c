internal import HTTP
internal import Referrals
internal import Rewards

/// Takes from a user's balance what the app's server has given for it.
struct Redeem: Endpoint {
    struct Input: BodyInput {
        let posting: PostingInput
        let reservedMinutes: Int32?

        static var schema: Schema {
            .closed(
                "RedemptionRequest", means: "What to take, and why.",
                [
                    "id": .uuid.means("Chosen by the caller: what makes the call safe to send again."),
                    "currency": .currency,
                    "amount": .integer(1...Int64.max).means("How much, in the currency's smallest unit."),
                    "reason": .string(1...Posting.reasonCharactersMax).means("In words, for the ledger."),
                    "reserve_minutes": .integer(Reservation.minutes).means(
                        """
                        Takes the amount now, and gives it back after so long, unless it is captured before. \
                        Without, it is taken for good.
                        """
                    ).orNone,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let minutes = fields.optionalInteger("reserve_minutes", in: Reservation.minutes)
            reservedMinutes = minutes.map(Int32.init)
            posting = try PostingInput(&fields, amounts: 1...Int64.max)
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
            reply: try await serving { () throws(PostingError) in
                try await money.post(PostingRequest(posting, reservedMinutes: input.reservedMinutes))
            })
    }
}

extension Redeem {
    var operation: Operation {
        Operation("redeem", .money, "Take from a user's balance")
            .takes([
                "id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22",
                "currency": "pieces_of_eight",
                "amount": 20,
                "reason": "A parrot",
            ])
            .gives("The same id with the same content had been booked before.")
            .gives(201, "Booked.")
            .refuses(.notFound)
            .refuses(
                "There is too little; `balance` says how much.",
                PostingError.insufficientBalance(balance: 30).problem
            )
            .refuses(
                """
                Fields are not as they must be, the id was used for another entry, or the currency isn't in use.
                """,
                PostingError.postingIDReused.problem,
                PostingError.unknownCurrency(nearest: .piecesOfEight).problem)
    }
}
