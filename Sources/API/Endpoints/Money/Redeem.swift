internal import HTTP
internal import Referrals
internal import Service

/// Takes from a user's balance what the app's server has given for it.
struct Redeem: Endpoint {
    struct Input: BodyInput {
        let posting: PostingInput

        init(_ fields: inout Fields) throws(Problem) {
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
            reply: try await serving { () throws(ServiceError) in
                try await money.post(PostingRequest(posting))
            })
    }
}
