internal import HTTP
internal import Referrals
internal import Service

/// A page of a user's ledger, newest first.
struct ListLedger: Endpoint {
    struct Output: JSONOutput {
        let page: Page<LedgerEntry, LedgerCursor>

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("entries", page.items.map(EntryView.init))
                writer.member("next_cursor", page.next?.cursor)
            }
        }
    }

    let money: MoneyService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        let cursor = try input.cursor(LedgerCursor.init(cursor:))
        return Output(
            page: try await serving { () throws(ServiceError) in
                try await money.ledger(of: uid, after: cursor, limit: input.limit)
            })
    }
}
