internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// A page of a user's ledger, newest first.
struct ListLedger: Endpoint {
    struct Output: JSONOutput, Formed {
        let page: Page<LedgerEntry, LedgerCursor>

        static let form = Form<Self>("LedgerPage", means: "A page of the ledger, newest first.") {
            Member(
                "entries", { $0.page.items.map(EntryView.init) }, "Newest first.",
                sample: [
                    EntryView.example,
                    [
                        "id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f50",
                        "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                        "kind": "grant",
                        "currency": "pieces_of_eight",
                        "amount": 50,
                        "balance_after": 50,
                        "rule": "signup",
                        "subject": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                        "reason": "Signed up after being referred",
                        "created_at": "2026-11-21T12:05:00.000Z",
                    ],
                ]
            )
            Member(nextCursor: \.page.next?.cursor)
        }
    }

    let money: MoneyService
    let accounts: AccountService
    let subject: Subject

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await subject.uid(of: call, accounts)
        let cursor = try input.cursor(LedgerCursor.init(cursor:))
        return Output(
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await money.ledger(of: uid, after: cursor, limit: input.limit)
            })
    }
}

extension ListLedger {
    var operation: Operation {
        switch subject {
        case .me:
            Operation("listLedger", .money, "List ledger entries")
                .gives("A page.")
        case .path, .player:
            Operation("inspectLedger", .administration, "List a user's ledger entries")
                .gives("A page.")
                .refuses(.notFound)
        }
    }
}
