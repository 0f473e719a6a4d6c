internal import API
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

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
            balances: try await mappingErrors { () throws(InfrastructureError) in
                try await money.balances(of: user.uid)
            })
    }
}

extension ShowCredits {
    var operation: Operation {
        Operation("showCredits", .legacy, "Branch: show credits", BranchCredits.needs)
            .takes(BranchCredits.parameters)
            .gives("In Branch's form.", example: ["default": 50])
    }
}
