internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// A user's balances now or at a time, by currency; for keys.
struct ShowPastBalances: Endpoint {
    struct Input: FormedQuery {
        let time: Timestamp?

        static let form = RequestForm(
            query: Field(
                optional: "at", .time,
                """
                The balances at that time, with all entries booked until then. A time in milliseconds has all of \
                its millisecond, so that an entry's own time has the entry. Default: now.
                """
            )
        ) { Input(time: $0) }
    }

    let balances: ShowBalances

    func respond(to input: Input, on call: Call) async throws(Problem) -> ShowBalances.Output {
        guard let time = input.time else { return try await balances.respond(to: NoInput(), on: call) }
        let uid = try await balances.subject.uid(of: call, balances.accounts)
        return ShowBalances.Output(
            uid: uid,
            balances: try await mappingErrors { () throws(InfrastructureError) in
                try await balances.money.balances(of: uid, at: time.throughItsMillisecond)
            })
    }
}

extension ShowPastBalances {
    var operation: Operation { balances.operation }
}
