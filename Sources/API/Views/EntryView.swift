internal import HTTP
internal import Referrals
internal import Values

/// A line of the ledger.
struct EntryView: JSONEncodable {
    let entry: LedgerEntry

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("uid", entry.account.uid)
            writer.member("kind", entry.kind.rawValue)
            writer.member("currency", entry.account.currency.description)
            writer.member("amount", entry.amount)
            writer.member("balance_after", entry.balanceAfter)
            writer.member("rule", entry.rule?.description)
            writer.member("subject", entry.subject?.description)
            writer.member("reason", entry.reason)
            writer.member("created_at", entry.createdAt)
        }
    }
}
