internal import API
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Branch's `POST /v1/redeem`.
///
/// Branch's call has no id, so sent twice it redeems twice, and so it does here: a caller that had no answer
/// can't know. One that sends `Idempotency-Key` with it has the promise of Shipmate's own call: the same key
/// for the same user books once.
struct RedeemCredits: RepeatableEndpoint {
    let keys: BranchKeys
    let identities: BranchIdentity
    let money: MoneyService
    let pepper: Subkey

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Response {
        try await keys.admit(
            key: try body.text("branch_key"), secret: try body.text("branch_secret", charactersMax: 255),
            call)
        guard let amount = try body.integer("amount", in: 1...Int64.max) else {
            throw .field("/amount", .required, "This field is required.")
        }
        let currency = try BranchBucket.currency(try body.text("bucket"))
        let id = try IdempotencyKey.read(call.request)?.entryID(pepper: pepper) ?? UUID()
        let uid = try await identities.uid(try body.text("identity"))
        let posting = Posting(
            id: id, account: Account(uid: uid, currency: currency), kind: .redemption, amount: -amount,
            reason: "Redeemed through Branch's call")
        _ = try await mappingErrors { () throws(PostingError) in try await money.post(PostingRequest(posting))
        }
        return .json { $0.object { _ in } }
    }
}

extension RedeemCredits {
    var repeatable: [RepeatableCall] { [.branchRedemption] }

    var operation: Operation {
        Operation(
            "redeemCredits", .legacy, "Branch: redeem credits",
            "Without an `Idempotency-Key`, as at Branch, a repeated call redeems twice."
        )
        .takes(
            .idempotencyKey(
                "A secret of the caller; for one user the same key with the same amount books once.")
        )
        .takes(
            .branchRedemptionRequest,
            [
                "branch_key": "key_live_…",
                "branch_secret": "secret_live_…",
                "identity": "7ZKQ4M9XTB",
                "amount": 5,
            ]
        )
        .gives("In Branch's form.", as: .json(.emptyReply), example: .object([]))
    }
}

extension Schema {
    static var branchRedemptionRequest: Schema {
        .object(
            "BranchRedemptionRequest", means: "The amount to take. Other members are ignored.",
            [
                "branch_key": .string(1...128).means("Identifies the app; the profile lists it."),
                "branch_secret": .branchSecret,
                "identity": .branchIdentity.means("The uid or referral code of the user."),
                "amount": .anyOf(.integer(1...Int64.max), .string.pattern("[1-9][0-9]{0,17}")).means(
                    "How much, above 0; a number, or the same as text."),
                "bucket": .string.pattern("([a-z][a-z0-9_]{0,62})?").means(
                    "The currency; `default`, also when absent, is the usual one."
                ).nullableOptional,
            ])
    }

    static var emptyReply: Schema {
        .map("EmptyReply", of: .any, means: "An object without members.")
    }
}
