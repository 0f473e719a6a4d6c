internal import HTTP
internal import Referrals

/// Amounts by currency.
struct BalancesView: JSONEncodable {
    let balances: [Balance]

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            for balance in balances {
                writer.member(dynamic: balance.account.currency.description, balance.amount)
            }
        }
    }
}
