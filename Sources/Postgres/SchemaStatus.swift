/// How a database's schema stands to the migrations this program carries.
package enum SchemaStatus: Hashable, Sendable {
    case current
    /// Migrations are due. The numbers are those of the last migration applied and the last carried.
    case older(have: Int, need: Int)
    /// A newer program has been here, and has only added what this one ignores.
    case expanded(have: Int, need: Int)
    /// A newer program has been here, and this one can't work with what it left.
    case newer(have: Int, need: Int)
    /// This migration is not the one that was applied: edited since, left out, or put in between.
    case changed(number: Int)
    /// Nothing was ever applied.
    case empty

    /// A migration as recorded or as carried, without its text.
    struct Fingerprint: Hashable {
        let number: Int
        let checksum: String
    }

    /// Whether this program may serve.
    package var isServable: Bool {
        switch self {
        case .current, .expanded: true
        case .older, .newer, .changed, .empty: false
        }
    }

    /// - Parameter expanding: the numbers of those applied that only add.
    init(applied: [Fingerprint], expanding: Set<Int> = [], carried: [Fingerprint]) {
        if let difference = zip(applied, carried).first(where: { $0 != $1 }) {
            self = .changed(number: min(difference.0.number, difference.1.number))
            return
        }
        let (have, need) = (applied.last?.number ?? 0, carried.last?.number ?? 0)
        if applied.count == carried.count {
            self = .current
        } else if applied.isEmpty {
            self = .empty
        } else if applied.count < carried.count {
            self = .older(have: have, need: need)
        } else {
            let isExpanded = applied[carried.count...].allSatisfy { expanding.contains($0.number) }
            self = isExpanded ? .expanded(have: have, need: need) : .newer(have: have, need: need)
        }
    }
}
