internal import HTTP
internal import Referrals
internal import Service

/// Corrects a user's balance by hand, with a trace of who did.
struct Adjust: Endpoint {
    struct Input: BodyInput {
        let posting: PostingInput

        init(_ fields: inout Fields) throws(Problem) {
            posting = try PostingInput(&fields, amounts: -Int64.max...Int64.max)
        }
    }

    let money: MoneyService

    func respond(to input: Input, on call: Call) async throws(Problem) -> PostingView {
        let uid = try call.pathUser()
        let posting = Posting(
            id: input.posting.id, account: Account(uid: uid, currency: input.posting.currency),
            kind: .adjustment,
            amount: input.posting.amount, reason: input.posting.reason)
        return PostingView(
            reply: try await serving { () throws(ServiceError) in
                try await money.post(PostingRequest(posting, auditActor: call.actor))
            })
    }
}
