internal import Referrals
internal import Store
internal import Values

/// Counts of rows that have no MAC, or one of a former key.
package struct AdoptedCauses: Sendable {
    private struct Sum {
        var rows = 0
        var amount: Int128 = 0

        mutating func add(_ amount: Int64) {
            rows += 1
            self.amount += Int128(amount)
        }
    }

    private var rewards: [Currency: Sum] = [:]
    private var reservations: [Currency: Sum] = [:]
    private var merges = 0
    /// Each by its scope, id and name.
    private var apiKeys: [String] = []
    private var auditEntries = 0
    private var renewed = 0

    package var isEmpty: Bool { lines.isEmpty }

    /// - Parameter isRenewed: whether it has a MAC of a former key.
    package mutating func add(_ cause: Cause, isRenewed: Bool) {
        if isRenewed {
            renewed += 1
            return
        }
        switch cause {
        case .reward(let reward): rewards[reward.currency, default: Sum()].add(reward.amount)
        case .reservation(let reservation):
            reservations[reservation.currency, default: Sum()].add(reservation.amount)
        case .merge: merges += 1
        case .apiKey(let key):
            apiKeys.append("\(key.scope) key \(key.id.lowercaseText) named \(key.name)")
        }
    }

    mutating func addAudit(_ entries: Int) {
        auditEntries += entries
    }

    /// A line for each kind of row, and one for each API key.
    package var lines: [String] {
        var lines = text(rewards, "held rewards") + text(reservations, "reservations")
        if merges > 0 { lines.append("merged players: \(merges)") }
        if auditEntries > 0 { lines.append("entries of the audit: \(auditEntries)") }
        if renewed > 0 { lines.append("rows with a MAC of a former key: \(renewed)") }
        return lines + apiKeys
    }

    private func text(_ sums: [Currency: Sum], _ rows: String) -> [String] {
        sums.sorted { $0.key < $1.key }.map { currency, sum in
            "\(rows): \(sum.rows) (\(sum.amount) \(currency))"
        }
    }
}
