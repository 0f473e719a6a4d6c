internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting

/// Adds the whole ledger up, and says what doesn't.
struct CheckLedger: Endpoint {
    struct Output: JSONOutput {
        let check: LedgerCheck

        static var schema: Schema {
            .object(
                "LedgerCheck",
                means:
                    "Whether the ledger adds up. The last five are there only when they tell what doesn't.",
                [
                    "balanced": .boolean.means("Whether everything adds up."),
                    "accounts": .count.means("How many balances were compared."),
                    "entries": .count.means("How many entries were added up."),
                    "unsealed_entries": .count.means(
                        "Entries without a seal: all of them where there is no key, else those that are sealed soon."
                    ),
                    "unmatched_grants": .count.means(
                        "Rewards that were paid without their entry, and grants without their reward."
                    ).optional,
                    "unmatched_returns": .count.means(
                        "Refunds and reversals that don't fit what they take back, and rewards taken back without one."
                    ).optional,
                    "broken_reservations": .count.means(
                        "Reservations whose entries aren't those that their state asks for."
                    ).optional,
                    "unmatched_transfers": .count.means(
                        "Halves of what went over between two accounts without the other half."
                    ).optional,
                    "broken_accounts": .array(of: BrokenAccountView.schema).means(
                        "Those that don't add up; 100 at most."
                    ).optional,
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("balanced", check.isBalanced)
                writer.member("accounts", check.accounts)
                writer.member("entries", check.entries)
                writer.member("unsealed_entries", check.unsealedEntries)
                guard !check.isBalanced else { return }
                writer.member("unmatched_grants", check.unmatchedGrants)
                if check.unmatchedReturns > 0 {
                    writer.member("unmatched_returns", check.unmatchedReturns)
                }
                if check.brokenReservations > 0 {
                    writer.member("broken_reservations", check.brokenReservations)
                }
                if check.unmatchedTransfers > 0 {
                    writer.member("unmatched_transfers", check.unmatchedTransfers)
                }
                writer.member("broken_accounts", check.brokenAccounts.map(BrokenAccountView.init))
            }
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
            .gives(
                "That it is balanced, or what doesn't add up.",
                example: ["balanced": true, "accounts": 2, "entries": 2, "unsealed_entries": 0])
    }
}

private struct BrokenAccountView: JSONEncodable {
    let broken: BrokenAccount

    static var schema: Schema {
        .object(
            "BrokenAccount", means: "A balance that isn't the sum of its entries.",
            [
                "uid": .uuid.means("Whose it is."),
                "currency": .currency,
                "balance": .amount.means("What the account says."),
                "sum_of_entries": .amount.means("What its entries add up to."),
                "entries": .amount.means("How many entries the account counts."),
                "count_of_entries": .amount.means("How many there are."),
                "broken_links": .count.means("Entries that don't follow the one before."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uid", broken.account.uid)
            writer.member("currency", broken.account.currency.description)
            writer.member("balance", broken.balance)
            writer.member("sum_of_entries", broken.sumOfEntries)
            writer.member("entries", broken.entries)
            writer.member("count_of_entries", broken.countOfEntries)
            writer.member("broken_links", broken.brokenLinks)
        }
    }
}
