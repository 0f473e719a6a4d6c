internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// Adds the whole ledger up, and says what doesn't.
struct CheckLedger: Endpoint {
    struct Output: JSONOutput, Formed {
        let check: LedgerCheck

        static let form = Form<Self>(
            "LedgerCheck",
            means:
                "Whether the ledger adds up. The last five members are present only when something is wrong.",
            showsExample: false
        ) {
            Member("balanced", .boolean, \.check.isBalanced, "Whether everything adds up.", sample: true)
            Member("accounts", .count, \.check.accounts, "How many balances were checked.", sample: 2)
            Member("entries", .count, \.check.entries, "How many entries were added up.", sample: 2)
            Member(
                "unsealed_entries", .count, \.check.unsealedEntries,
                "Entries without a seal: all of them without a key, otherwise those that will be sealed "
                    + "soon.",
                sample: 0)
            Member(
                "unmatched_grants", .count, ifAny: { $0.check.isBalanced ? nil : $0.check.unmatchedGrants },
                "Paid rewards without an entry, and grants without a reward.")
            Member(
                "unmatched_returns", .count, ifAny: { $0.broken(\.unmatchedReturns) },
                """
                Refunds and reversals that don't fit their redemption or reward, and reversed rewards \
                without a reversal.
                """
            )
            Member(
                "broken_reservations", .count, ifAny: { $0.broken(\.brokenReservations) },
                "Reservations whose entries don't fit their state.")
            Member(
                "unmatched_transfers", .count, ifAny: { $0.broken(\.unmatchedTransfers) },
                "Transfers between two accounts of which only one side exists.")
            Member(
                "broken_accounts",
                ifAny: { $0.check.isBalanced ? nil : $0.check.brokenAccounts.map(BrokenAccountView.init) },
                "The balances that don't add up; 100 at most.")
        }

        private func broken(_ count: KeyPath<LedgerCheck, Int64>) -> Int64? {
            check.isBalanced || check[keyPath: count] == 0 ? nil : check[keyPath: count]
        }
    }

    let reports: ReportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(
            check: try await mappingErrors { () throws(InfrastructureError) in try await reports.checkLedger()
            })
    }
}

extension CheckLedger {
    var operation: Operation {
        Operation("checkLedger", .administration, "Check the ledger")
            .gives("The result: balanced, or the differences.")
    }
}

private struct BrokenAccountView: Formed {
    let broken: BrokenAccount

    static let form = Form<Self>("BrokenAccount", means: "A balance that isn't the sum of its entries.") {
        Member("uid", .uid, \.broken.account.uid, "The owner.")
        Member("currency", .currency, \.broken.account.currency)
        Member("balance", .amount, \.broken.balance, "The account's balance.")
        Member("sum_of_entries", .amount, \.broken.sumOfEntries, "The sum of its entries.")
        Member("entries", .amount, \.broken.entries, "The account's count of entries.")
        Member("count_of_entries", .amount, \.broken.countOfEntries, "The number of entries.")
        Member(
            "broken_links", .count, \.broken.brokenLinks, "Entries that don't follow from the previous one.")
    }
}
