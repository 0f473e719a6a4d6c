internal import HTTP
internal import Referrals
internal import Service

/// The whole in numbers.
struct ShowStatistics: Endpoint {
    struct Output: JSONOutput {
        let statistics: ReportService.Statistics

        func encode(to writer: inout JSONWriter) {
            let users = statistics.users
            writer.object { writer in
                writer.key("users")
                writer.object { writer in
                    writer.member("total", users.users)
                    writer.member("signed_up", users.signedUp)
                    writer.member("anonymous", users.users - users.signedUp)
                }
                writer.key("referrals")
                writer.object { writer in
                    writer.member("recorded", users.referred)
                    writer.member("rejected", users.rejected)
                }
                writer.member("rewards", statistics.rewards.map(RewardCountView.init))
                writer.member("money", CurrencySums.all(of: statistics.ledger))
            }
        }
    }

    let reports: ReportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(
            statistics: try await serving { () throws(ServiceError) in try await reports.statistics() })
    }
}

private struct RewardCountView: JSONEncodable {
    let count: RewardCount

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", count.rule.description)
            writer.member("status", count.status.rawValue)
            writer.member("currency", count.currency.description)
            writer.member("count", count.count)
            writer.member("amount", count.amount)
        }
    }
}

/// What was granted and redeemed of a currency, and what is still out.
private struct CurrencySums: JSONEncodable {
    let currency: Currency
    let sums: [LedgerSum]

    static func all(of ledger: [LedgerSum]) -> [CurrencySums] {
        Dictionary(grouping: ledger, by: \.currency).sorted { $0.key < $1.key }
            .map { CurrencySums(currency: $0.key, sums: $0.value) }
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("currency", currency.description)
            writer.member("granted", sum(.grant))
            writer.member("redeemed", -sum(.redemption))
            writer.member("adjusted", sum(.adjustment))
            writer.member("reversed", sum(.reversal))
            writer.member("outstanding", total(sums))
        }
    }

    private func sum(_ kind: LedgerEntry.Kind) -> Int64 {
        total(sums.filter { $0.kind == kind })
    }

    /// Held at the ends of 64 bits: a report must not fail for what an administrator has booked.
    private func total(_ sums: [LedgerSum]) -> Int64 {
        sums.reduce(0) { total, sum in
            let (added, overflow) = total.addingReportingOverflow(sum.amount)
            return overflow ? (sum.amount < 0 ? -Int64.max : Int64.max) : added
        }
    }
}
