internal import FoundationEssentials
internal import HTTP
internal import Referrals

/// `{id, currency, amount, reason}` of a redemption or an adjustment.
struct PostingInput {
    let id: UUID
    let currency: Currency
    let amount: Int64
    let reason: String

    init(_ fields: inout Fields, amounts: ClosedRange<Int64>) throws(Problem) {
        let id = fields.value("id", FieldValues.uuid)
        let currency = fields.value("currency", FieldValues.currency)
        let amount = fields.integer("amount", in: amounts)
        let reason = fields.string("reason", length: 1...Posting.reasonCharactersMax)
        if amount == 0 { fields.note("amount", .outOfRange, "An amount of 0 changes nothing.") }
        (self.id, self.currency, self.amount, self.reason) = try fields.finish(id, currency, amount, reason)
    }
}
