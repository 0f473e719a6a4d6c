internal import Crypto
package import Postgres
internal import Store

/// Why a process may not write to a ledger with the keys it was given.
package enum LedgerKeyRefusal: Error, Equatable, CustomStringConvertible {
    /// The ledger is sealed, and no key was given.
    case missing
    /// It is sealed with another.
    case unknown

    package var description: String {
        switch self {
        case .missing:
            "the ledger is sealed, and there is no key: set SHIPMATE_LEDGER_KEY to the other servers' value"
        case .unknown:
            "the ledger is sealed with another key than SHIPMATE_LEDGER_KEY. If the key was changed on purpose, "
                + "put the former one into SHIPMATE_LEDGER_FORMER_KEYS"
        }
    }
}

/// Compares the keys that a process was given with those that have sealed in a database.
package struct LedgerKeyCheck {
    package let keys: LedgerKeys?
    /// False for who only asks: nothing will be sealed with the key.
    package var takesNew = true

    package init(keys: LedgerKeys?, takesNew: Bool = true) {
        self.keys = keys
        self.takesNew = takesNew
    }

    /// An unsealed database accepts the first key. A sealed one accepts another key only together with the
    /// former one.
    package func run(through pool: PostgresPool) async throws(PostgresError) -> LedgerKeyRefusal? {
        let known = try await pool.run(FindLedgerKeys())
        guard let keys else { return known.isEmpty ? nil : .missing }
        let proofs = Dictionary(known.map { ($0.id, $0.proof) }) { first, _ in first }
        func isKnown(_ key: LedgerKey) -> Bool {
            proofs[key.id].map { Sodium.areEqual($0, key.proof) } ?? false
        }
        if isKnown(keys.current) { return nil }
        guard known.isEmpty || keys.former.contains(where: isKnown) else { return .unknown }
        if !takesNew { return nil }
        let insert = InsertLedgerKey(id: keys.current.id, proof: keys.current.proof)
        if known.isEmpty {
            try await StatementMaker(pool: pool, keys: keys).begin(with: insert)
        } else {
            try await pool.run(insert)
        }
        return nil
    }
}
