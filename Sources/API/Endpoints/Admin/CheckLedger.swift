internal import HTTP
internal import Referrals
internal import Service

/// Adds the whole ledger up, and says what doesn't.
struct CheckLedger: Endpoint {
    struct Output: JSONOutput {
        let check: LedgerCheck

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("balanced", check.isBalanced)
                writer.member("accounts", check.accounts)
                writer.member("entries", check.entries)
                guard !check.isBalanced else { return }
                writer.member("unmatched_grants", check.unmatchedGrants)
                writer.member("broken_accounts", check.brokenAccounts.map(BrokenAccountView.init))
            }
        }
    }

    let reports: ReportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(check: try await serving { () throws(ServiceError) in try await reports.checkLedger() })
    }
}

private struct BrokenAccountView: JSONEncodable {
    let broken: BrokenAccount

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
