internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Corrects a user's balance, and records which key did.
struct Adjust: RepeatableEndpoint {
    struct Input: FormedInput {
        let posting: PostingInput

        static let form = RequestForm(
            "AdjustmentRequest", means: "The correction of a balance, and its reason.", .chosenID,
            Field("currency", .currency), Field("amount", .change, "Positive or negative, never 0."),
            .postingReason
        ) { Input(posting: PostingInput(id: $0, currency: $1, amount: $2, reason: $3)) }
    }

    let money: MoneyService
    let approvals: ApprovalService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Approvable<PostingView> {
        let uid = try call.pathUser()
        let posting = Posting(
            id: input.posting.id, account: Account(uid: uid, currency: input.posting.currency),
            kind: .adjustment,
            amount: input.posting.amount, reason: input.posting.reason)
        if approvals.requires(.adjustments) {
            return .pending(try await approvals.propose(.adjust(posting), on: call))
        }
        return .made(
            PostingView(
                reply: try await mappingErrors { () throws(AdjustmentError) in
                    try await post(PostingRequest(posting, auditActor: call.actor))
                }))
    }

    private func post(_ request: PostingRequest) async throws(AdjustmentError) -> PostingReply {
        do throws(PostingError) {
            return try await money.post(request)
        } catch {
            throw AdjustmentError(error: error)
        }
    }
}

/// An error of a call whose amount may be too large for the balance.
private struct AdjustmentError: ProblemConvertible {
    let error: PostingError

    var problem: Problem {
        guard error == .balanceTooLarge else { return error.problem }
        return .field("/amount", .outOfRange, "The balance would leave the range of 64 bits.")
    }
}

extension Adjust {
    var repeatable: [RepeatableCall] { [.adjustment] }

    var operation: Operation {
        Operation(
            "adjust", .administration, "Adjust a user's balance",
            "Written to the audit with the key that did it."
        )
        .takes([
            "id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e23",
            "currency": "pieces_of_eight",
            "amount": -5,
            "reason": "Paid twice by the old system",
        ])
        .gives(
            "The same id with the same content was already booked.",
            example: Self.example
        )
        .gives(
            201, "Booked.",
            example: Self.example
        )
        .mayNeedApproval()
        .refuses(.notFound)
        .refuses(
            "The balance would become negative; `balance` has the current one.",
            PostingError.insufficientBalance(balance: 30).problem
        )
        .refuses(
            "Fields are invalid, the id is used for another entry, or the currency isn't in use.",
            PostingError.postingIDReused.problem,
            PostingError.unknownCurrency(nearest: .piecesOfEight).problem
        )
    }
    private static let example: JSONValue = [
        "entry": [
            "id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e23",
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "kind": "adjustment",
            "currency": "pieces_of_eight",
            "amount": -5,
            "balance_after": 25,
            "rule": .null,
            "subject": .null,
            "reason": "Paid twice by the old system",
            "created_at": "2026-11-21T12:30:00.000Z",
        ],
        "balances": ["pieces_of_eight": 25],
    ]
}

extension Codec where Value == Int64 {
    fileprivate static var change: Codec {
        let range = -Int64.max...Int64.max
        return Codec(
            .integer(range), write: { $1.integer($0) },
            read: { name, fields in
                let amount = fields.integer(name, in: range)
                if amount == 0 { fields.note(name, .outOfRange, "The amount can't be 0.") }
                return amount
            })
    }
}
