internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Links
internal import Referrals
internal import Reporting

/// The whole in numbers.
struct ShowStatistics: Endpoint {
    struct Output: JSONOutput, Formed {
        let statistics: ReportService.Statistics

        static let form = Form<Self>("Statistics", means: "The installation in numbers.", showsExample: false)
        {
            Member("users", users)
            Member("referrals", referrals)
            Member(
                "rewards", { $0.statistics.rewards.map(RewardCountView.init) },
                "By rule, status and currency.")
            Member("money", { CurrencySums.all(of: $0.statistics.ledger) }, "By currency.")
            Member("claims", claims)
        }

        private static let users = Form<Self>("UserStatistics", means: "The number of users.") {
            Member("total", .count, \.statistics.users.users, "All.")
            Member("signed_up", .count, \.statistics.users.signedUp, "Those with a credential.")
            Member(
                "anonymous", .count, { $0.statistics.users.users - $0.statistics.users.signedUp },
                "Those without.")
        }

        private static let referrals = Form<Self>(
            "ReferralStatistics", means: "The number of referrals."
        ) {
            Member("recorded", .count, \.statistics.users.referred, "Recorded referrals.")
            Member(
                "rejected", .count, \.statistics.users.rejected,
                "Rejected referrals, such as those by an unknown referrer or by the user itself.")
        }

        private static let claims = Form<Self>(
            "ClaimStatistics",
            means: "How the claims of the last 30 days found a link. It shows which kinds of matches work."
        ) {
            Member("click_id", .count, { $0.claims(.clickID) }, "By `link_click_id`.")
            Member("install_referrer", .count, { $0.claims(.installReferrer) }, "By `install_referrer`.")
            Member("link", .count, { $0.claims(.link) }, "By `link`.")
            Member("clipboard", .count, { $0.claims(.clipboard) }, "By `clipboard`.")
            Member("device", .count, { $0.claims(.device) }, "By the device only, `default` or `weak`.")
            Member(
                "none", .count, { $0.claims(.none) },
                "Without a link: most of these installs came without one.")
        }

        private func claims(_ means: LinkClaim.Means) -> Int64 { statistics.claims[means] ?? 0 }

    }

    let reports: ReportService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(
            statistics: try await mappingErrors { () throws(InfrastructureError) in
                try await reports.statistics()
            })
    }
}

extension ShowStatistics {
    var operation: Operation {
        Operation("showStatistics", .administration, "Show totals")
            .gives(
                "Counts of the whole installation.",
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

private struct RewardCountView: Formed {
    let count: RewardCount

    static let form = Form<Self>("RewardStatistics", means: "A rule's rewards.") {
        Member("rule", .string(upTo: 64).example("signup", "level-5"), \.count.rule.description, "The rule.")
        Member(
            "status", .openChoice("paid", "held", "void", "reversed"), \.count.status,
            "The status of these rewards.")
        Member("currency", .currency, \.count.currency)
        Member("count", .count, \.count.count, "The number.")
        Member("amount", .count, \.count.amount, "The sum of the amounts.")
    }
}

/// The granted, redeemed and outstanding amounts of a currency.
private struct CurrencySums: Formed {
    let currency: Currency
    let sums: [LedgerSum]

    static func all(of ledger: [LedgerSum]) -> [CurrencySums] {
        Dictionary(grouping: ledger, by: \.currency).sorted { $0.key < $1.key }
            .map { CurrencySums(currency: $0.key, sums: $0.value) }
    }

    static let form = Form<Self>("MoneyStatistics", means: "How much of a currency has moved.") {
        Member("currency", .currency, \.currency)
        Member("granted", .count, { $0.sum(.grant) }, "By rules.")
        Member(
            "redeemed", .count, { -$0.sum(.redemption, .refund) },
            "By users, less refunds.")
        Member("adjusted", .amount, { $0.sum(.adjustment) }, "Adjustments, net.")
        Member("reversed", .amount, { $0.sum(.reversal) }, "Reversed rewards.")
        Member("outstanding", .count, { $0.total($0.sums) }, "The users' balances.")
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
