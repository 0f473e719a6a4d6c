internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals

/// `{id, currency, amount, reason}` of a redemption or an adjustment.
struct PostingInput {
    let id: UUID
    let currency: Currency
    let amount: Int64
    let reason: String
}

extension Field where Value == UUID {
    static var chosenID: Field {
        Field("id", .uuid, "Chosen by the caller: makes the call safe to repeat.")
    }
}

extension Field where Value == String {
    static var postingReason: Field {
        Field("reason", .string(1...Posting.reasonCharactersMax), "In words, for the ledger.")
    }
}
