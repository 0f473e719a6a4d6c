/// How a process keeps the ledger.
package struct LedgerConfiguration: Sendable {
    package var keys: LedgerKeys
    package var statementSeconds: Int
    /// Whether a statement outside the database states that sealing has ended: the server then never seals
    /// old entries again, whatever the database contains.
    package var hasSealingEnded: Bool
    /// Gets each statement that this process makes, beside the log.
    package var publish: @Sendable (LedgerStatement) -> Void

    package init(
        keys: LedgerKeys, statementSeconds: Int = 3_600, hasSealingEnded: Bool = false,
        publish: @escaping @Sendable (LedgerStatement) -> Void = { _ in }
    ) {
        self.keys = keys
        self.statementSeconds = statementSeconds
        self.hasSealingEnded = hasSealingEnded
        self.publish = publish
    }
}
