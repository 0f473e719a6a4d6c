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
}
