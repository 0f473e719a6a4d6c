internal import Batching
internal import HTTP
internal import Links
internal import Referrals
internal import Reporting

/// The whole in numbers.
struct ShowStatistics: Endpoint {
    struct Output: JSONOutput {
        let statistics: ReportService.Statistics

        static var schema: Schema {
            .object(
                "Statistics", means: "The whole in numbers.",
                [
                    "users": .userStatistics,
                    "referrals": .referralStatistics,
                    "rewards": .array(of: RewardCountView.schema).means("By rule, status and currency."),
                    "money": .array(of: CurrencySums.schema).means("By currency."),
                    "claims": .claimStatistics,
                ])
        }

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
                writer.key("claims")
                writer.object { writer in
                    for means in LinkClaim.Means.allCases {
                        writer.member(dynamic: means.rawValue, statistics.claims[means] ?? 0)
                    }
                }
            }
        }
    }

    let reports: ReportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(
            statistics: try await serving { () throws(CallFailure) in try await reports.statistics() })
    }
}

extension ShowStatistics {
    var operation: Operation {
        Operation("showStatistics", .administration, "The whole in numbers")
            .gives(
                "Counts over everything.",
                example: [
                    "users": ["total": 2, "signed_up": 1, "anonymous": 1],
                    "referrals": ["recorded": 1, "rejected": 0],
                    "rewards": [
                        [
                            "rule": "signup",
                            "status": "paid",
                            "currency": "pieces_of_eight",
                            "count": 1,
                            "amount": 50,
                        ]
                    ],
                    "money": [
                        [
                            "currency": "pieces_of_eight",
                            "granted": 100,
                            "redeemed": 20,
                            "adjusted": -5,
                            "reversed": 0,
                            "outstanding": 75,
                        ]
                    ],
                    "claims": [
                        "click_id": 12, "install_referrer": 40, "link": 9, "clipboard": 31, "device": 4,
                        "none": 160,
                    ],
                ])
    }
}

private struct RewardCountView: JSONEncodable {
    let count: RewardCount

    static var schema: Schema {
        .object(
            "RewardStatistics", means: "What a rule has given.",
            [
                "rule": .string(upTo: 64).example("signup", "level-5").means("The rule."),
                "status": .openChoice("paid", "held", "void", "reversed").means(
                    "What became of these rewards."),
                "currency": .currency,
                "count": .count.means("How many."),
                "amount": .count.means("How much in all."),
            ])
    }

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

    static var schema: Schema {
        .object(
            "MoneyStatistics", means: "How much of a currency has moved.",
            [
                "currency": .currency,
                "granted": .count.means("By rules."),
                "redeemed": .count.means("By users, without what was given back."),
                "adjusted": .amount.means("By hand, on balance."),
                "reversed": .amount.means("Taken back."),
                "outstanding": .count.means("What users still have."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("currency", currency.description)
            writer.member("granted", sum(.grant))
            writer.member("redeemed", -(sum(.redemption, .refund)))
            writer.member("adjusted", sum(.adjustment))
            writer.member("reversed", sum(.reversal))
            writer.member("outstanding", total(sums))
        }
    }

    private func sum(_ kinds: LedgerEntry.Kind...) -> Int64 {
        total(sums.filter { kinds.contains($0.kind) })
    }

    /// Held at the ends of 64 bits: a report must not fail for what an administrator has booked.
    private func total(_ sums: [LedgerSum]) -> Int64 {
        sums.reduce(0) { total, sum in
            let (added, overflow) = total.addingReportingOverflow(sum.amount)
            return overflow ? (sum.amount < 0 ? -Int64.max : Int64.max) : added
        }
    }
}

extension Schema {
    static var userStatistics: Schema {
        .object(
            "UserStatistics", means: "How many users there are.",
            [
                "total": .count.means("All."),
                "signed_up": .count.means("Those with a credential."),
                "anonymous": .count.means("Those without."),
            ])
    }

    static var claimStatistics: Schema {
        .object(
            "ClaimStatistics",
            means: "By what the claims of the last 30 days found a link: what of them matched can be seen.",
            [
                "click_id": .count.means("By `link_click_id`."),
                "install_referrer": .count.means("By `install_referrer`."),
                "link": .count.means("By `link`."),
                "clipboard": .count.means("By `clipboard`."),
                "device": .count.means("By the device alone, `default` or `weak`."),
                "none": .count.means("Found none: most of these came through no link."),
            ])
    }

    static var referralStatistics: Schema {
        .object(
            "ReferralStatistics", means: "How many referrals there are.",
            [
                "recorded": .count.means("Those that count."),
                "rejected": .count.means("Those that named nobody, or the user itself."),
            ])
    }
}
