internal import Referrals
internal import Values

/// Rows of before, without a MAC.
package struct AdoptedCauses: Sendable {
    /// How many there are of a currency, and what they come to.
    private struct Sum {
        var rows = 0
        var amount: Int128 = 0
    }

    private var rewards: [Currency: Sum] = [:]
    private var reservations: [Currency: Sum] = [:]
    var merges = 0
    /// Each by its scope, id and name.
    var apiKeys: [String] = []

    /// Whether there are none.
    package var isEmpty: Bool { lines.isEmpty }

    mutating func add(held reward: Reward) {
        rewards[reward.currency, default: Sum()].rows += 1
        rewards[reward.currency, default: Sum()].amount += Int128(reward.amount)
    }

    mutating func add(_ reservation: Reservation) {
        reservations[reservation.currency, default: Sum()].rows += 1
        reservations[reservation.currency, default: Sum()].amount += Int128(reservation.amount)
    }

    /// What there is, a line each.
    package var lines: [String] {
        func text(_ sums: [Currency: Sum], _ what: String) -> [String] {
            sums.sorted { $0.key < $1.key }.map { currency, sum in
                "\(sum.rows) \(what): \(sum.amount) \(currency)"
            }
        }
        var lines = text(rewards, "held rewards") + text(reservations, "reservations")
        if merges > 0 { lines.append("\(merges) merged players") }
        return lines + apiKeys
    }
}
