internal import HTTP
internal import Referrals
internal import Service

/// Branch's `GET /v1/credits?branch_key=&identity=`: what a user has, by bucket.
struct ShowCredits: Endpoint {
    struct Output: JSONOutput {
        let balances: [Balance]

        static var schema: Schema {
            .map(
                "BranchCredits", of: .amount,
                means: "Amounts by bucket: `default`, and other currencies under their names.",
                ["default": .count.means("The installation's usual currency.")])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                if !balances.contains(where: { $0.account.currency == .piecesOfEight }) {
                    writer.member(dynamic: BranchBucket.default, Int64(0))
                }
                for balance in balances {
                    writer.member(
                        dynamic: BranchBucket.name(of: balance.account.currency), balance.amount)
                }
            }
        }
    }

    let credits: BranchCredits
    let money: MoneyService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let user = try await credits.holder(call)
        return Output(
            balances: try await serving { () throws(ServiceError) in
                try await money.balances(of: user.uid)
            })
    }
}

extension ShowCredits {
    var operation: Operation {
        Operation("showCredits", .legacy, "Branch: what a user has")
            .takes(
                .query(
                    "branch_key", .string(1...128), "A Branch key that the app profile lists.",
                    isRequired: true),
                .query(
                    "branch_secret", .string(1...255),
                    "Needed where `identity` is a referral code, which every invite shows."),
                .query(
                    "identity",
                    .string.pattern(
                        "([0-9A-TV-Za-tv-z]{10}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})"),
                    "A uid, or with `branch_secret` a referral code.", isRequired: true)
            )
            .gives("As there.", example: ["default": 50])
    }
}
