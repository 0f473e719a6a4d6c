internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Amounts by currency.
struct BalancesView: Described {
    let balances: [Balance]

    static var schema: Schema {
        .named(
            "Balances",
            .map(of: .count).example(["pieces_of_eight": 50]).means(
                "Amounts by currency; empty before the first entry."))
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            for balance in balances {
                writer.member(dynamic: balance.account.currency.description, balance.amount)
            }
        }
    }
}
