internal import API
internal import HTTP
internal import JSON
internal import Referrals

/// Branch's word for a currency; the one called `default` is the installation's usual one.
enum BranchBucket {
    static let `default` = "default"

    static func name(of currency: Currency) -> String {
        currency == .piecesOfEight ? `default` : currency.description
    }

    static func currency(_ name: String?) throws(Problem) -> Currency {
        guard let name, name != `default` else { return .piecesOfEight }
        guard let currency = Currency(name) else {
            throw .field("/bucket", .invalid, "A bucket is default, or a currency of the installation's.")
        }
        return currency
    }
}
