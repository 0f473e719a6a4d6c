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
            means: "Whether the ledger adds up. The last five are there only when they tell what doesn't.",
            showsExample: false
        ) {
            Member("balanced", .boolean, \.check.isBalanced, "Whether everything adds up.", sample: true)
            Member("accounts", .count, \.check.accounts, "How many balances were compared.", sample: 2)
            Member("entries", .count, \.check.entries, "How many entries were added up.", sample: 2)
            Member(
                "unsealed_entries", .count, \.check.unsealedEntries,
                "Entries without a seal: all of them where there is no key, else those that are sealed soon.",
                sample: 0)
            Member(
                "unmatched_grants", .count, ifAny: { $0.check.isBalanced ? nil : $0.check.unmatchedGrants },
                "Rewards that were paid without their entry, and grants without their reward.")
            Member(
                "unmatched_returns", .count, ifAny: { $0.broken(\.unmatchedReturns) },
                "Refunds and reversals that don't fit what they take back, and rewards taken back without one."
            )
            Member(
                "broken_reservations", .count, ifAny: { $0.broken(\.brokenReservations) },
                "Reservations whose entries aren't those that their state asks for.")
            Member(
                "unmatched_transfers", .count, ifAny: { $0.broken(\.unmatchedTransfers) },
                "Halves of what went over between two accounts without the other half.")
            Member(
                "broken_accounts",
                ifAny: { $0.check.isBalanced ? nil : $0.check.brokenAccounts.map(BrokenAccountView.init) },
                "Those that don't add up; 100 at most.")
        }

        private func broken(_ count: KeyPath<LedgerCheck, Int64>) -> Int64? {
            check.isBalanced || check[keyPath: count] == 0 ? nil : check[keyPath: count]
        }
    }

    let reports: ReportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(check: try await serving { () throws(CallFailure) in try await reports.checkLedger() })
    }
}

extension CheckLedger {
    var operation: Operation {
        Operation("checkLedger", .administration, "Add the whole ledger up")
            .gives("That it is balanced, or what doesn't add up.")
    }
}

private struct BrokenAccountView: Formed {
    let broken: BrokenAccount

    static let form = Form<Self>("BrokenAccount", means: "A balance that isn't the sum of its entries.") {
        Member("uid", .uid, \.broken.account.uid, "Whose it is.")
        Member("currency", .currency, \.broken.account.currency)
        Member("balance", .amount, \.broken.balance, "What the account says.")
        Member("sum_of_entries", .amount, \.broken.sumOfEntries, "What its entries add up to.")
        Member("entries", .amount, \.broken.entries, "How many entries the account counts.")
        Member("count_of_entries", .amount, \.broken.countOfEntries, "How many there are.")
        Member("broken_links", .count, \.broken.brokenLinks, "Entries that don't follow the one before.")
    }
}
