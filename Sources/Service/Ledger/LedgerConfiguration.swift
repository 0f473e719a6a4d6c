/// How a process keeps the ledger.
package struct LedgerConfiguration: Sendable {
    package var keys: LedgerKeys
    package var statementSeconds: Int
    /// Gets each statement that this process makes, beside the log.
    package var publish: @Sendable (LedgerStatement) -> Void

    package init(
        keys: LedgerKeys, statementSeconds: Int = 3_600,
        publish: @escaping @Sendable (LedgerStatement) -> Void = { _ in }
    ) {
        self.keys = keys
        self.statementSeconds = statementSeconds
        self.publish = publish
    }
}
