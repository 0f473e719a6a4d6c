internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Service

/// Branch's `POST /v1/redeem`.
///
/// Branch's call has no id, so sent twice it redeems twice, and so it does here: a caller that had no answer
/// can't know. One that sends `Idempotency-Key` with it has the promise of Shipmate's own call: the same key
/// for the same user books once.
struct RedeemCredits: Endpoint {
    let keys: BranchKeys
    let identities: BranchIdentity
    let money: MoneyService
    let pepper: Subkey

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Response {
        try await keys.admit(
            key: try body.text("branch_key"), secret: try body.text("branch_secret", charactersMax: 255),
            call)
        guard let amount = try body.integer("amount", in: 1...Int64.max) else {
            throw .field("/amount", .required, "This field is needed.")
        }
        let currency = try BranchBucket.currency(try body.text("bucket"))
        let id = try IdempotencyKey.read(call.request)?.entryID(pepper: pepper) ?? UUID()
        let user = try await identities.user(try body.text("identity"))
        let posting = Posting(
            id: id, account: Account(uid: user.uid, currency: currency), kind: .redemption, amount: -amount,
            reason: "Redeemed through Branch's call")
        _ = try await serving { () throws(ServiceError) in try await money.post(PostingRequest(posting)) }
        return .json { $0.object { _ in } }
    }
}
