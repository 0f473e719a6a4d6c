package import Store

/// The key that seals, and former ones that what they sealed is verified with.
package struct LedgerKeys: Sendable {
    package let current: LedgerKey
    package let former: [LedgerKey]

    package init(_ current: LedgerKey, former: [LedgerKey] = []) {
        self.current = current
        self.former = former
    }

    /// The key with this id, where it was given.
    package func key(_ id: Int32) -> LedgerKey? {
        current.id == id ? current : former.first { $0.id == id }
    }
    /// A statement as it is kept, where one of the keys signed it as such.
    package func genuine(_ stored: StoredStatement) -> LedgerStatement? {
        guard let statement = LedgerStatement(json: stored.body), statement.number == stored.number,
            statement.isSigned(by: self)
        else { return nil }
        return statement
    }

    /// Whether the newest statement, or a forged one instead of it, requires MACs of rows.
    package func areCausesProved(by newest: StoredStatement?) -> Bool {
        newest.map { genuine($0).map { $0.causesProved == true } ?? true } ?? false
    }

    /// Whether the newest statement says that nothing is sealed any more but what is booked.
    ///
    /// A forged one counts too: otherwise a forger's entries would be sealed by us.
    func isSealingOver(by newest: StoredStatement?) -> Bool {
        newest.map { genuine($0)?.sealingEnded ?? true } ?? false
    }
}
