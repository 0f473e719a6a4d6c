internal import Batching
internal import HTTP
internal import Referrals
internal import Rewards
internal import Values

/// What a user has, or had at a time, by currency; for keys.
struct ShowPastBalances: Endpoint {
    struct Input: QueryInput {
        let time: Timestamp?

        static var parameters: [Parameter] {
            [
                .query(
                    "at", .time,
                    "The balances as they were then: after all that had been booked by that time. Now unless told."
                )
            ]
        }

        init(_ fields: inout Fields) {
            time = fields.optionalValue("at", FieldValues.time)
        }
    }

    let balances: ShowBalances

    func respond(to input: Input, on call: Call) async throws(Problem) -> ShowBalances.Output {
        guard let time = input.time else { return try await balances.respond(to: NoInput(), on: call) }
        let uid = try await balances.subject.uid(of: call, balances.accounts)
        return ShowBalances.Output(
            uid: uid,
            balances: try await serving { () throws(CallFailure) in
                try await balances.money.balances(of: uid, at: time)
            })
    }
}

extension ShowPastBalances {
    var operation: Operation { balances.operation }
}
