internal import API
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Credits that the app's back end adds or takes: an adjustment in the ledger, and in the audit.
struct BranchCorrection {
    let keys: BranchKeys
    let identities: BranchIdentity
    let money: MoneyService
    let pepper: Subkey

    /// - Parameter sign: 1 to add; -1 to take, no more than there is.
    func book(
        _ body: BranchBody, on call: Call, sign: Int64, _ reason: String
    ) async throws(Problem) -> LedgerEntry {
        let key = try body.text("branch_key")
        let actor = try await keys.admit(
            key: key, secret: try body.text("branch_secret", charactersMax: 255), call)
        guard let amount = try body.integer("amount", in: 1...Int64.max) else {
            throw .field("/amount", .required, "This field is required.")
        }
        let currency = try BranchBucket.currency(try body.text("bucket"))
        let id = try IdempotencyKey.read(call.request)?.entryID(pepper: pepper) ?? UUID()
        let uid = try await identities.uid(try body.text("identity"))
        // The requested amount is part of the key's meaning, even if less was available.
        let text = sign < 0 ? "\(reason): \(amount)" : reason
        let posting = Posting(
            id: id, account: Account(uid: uid, currency: currency), kind: .adjustment,
            amount: sign * amount, reason: text, takesWhatThereIs: sign < 0)
        let reply = try await mappingErrors { () throws(PostingError) in
            try await money.post(PostingRequest(posting, auditActor: actor))
        }
        return reply.entry
    }

    static let example: JSONValue = [
        "branch_key": "key_live_…", "branch_secret": "secret_live_…", "identity": "7ZKQ4M9XTB", "amount": 5,
    ]
}
