package import Referrals
package import Store
internal import Values

/// Seals the entries that a transaction adds to accounts.
///
/// An account whose earlier entries aren't sealed yet goes on unsealed until they are.
package struct ChainWriter {
    /// Nil seals nothing.
    package let key: LedgerKey?
    package private(set) var entries: [LedgerEntry] = []
    package private(set) var seals: [[UInt8]?] = []

    package init(key: LedgerKey?) {
        self.key = key
    }

    /// Takes the next entry of an account, and moves the account's head on.
    package mutating func add(_ entry: LedgerEntry, for reward: Reward? = nil, to head: inout LedgerHead) {
        entries.append(entry)
        guard let key, head.sealed == entry.sequence - 1 else { return seals.append(nil) }
        let seal = Seal(of: StoredEntry(entry, for: reward), after: head.seal, by: key)
        seals.append(seal.bytes)
        head = LedgerHead(sealed: entry.sequence, seal: seal.bytes)
    }

    package var statement: InsertLedgerEntries { InsertLedgerEntries(entries, seals: seals) }
}
