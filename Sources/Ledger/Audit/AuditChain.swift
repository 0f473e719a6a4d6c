internal import FoundationEssentials
package import Postgres
internal import Store
internal import Values

/// Gives each entry of the audit that the service wrote its number in a chain, in which none can be missing
/// afterwards. An entry without a genuine MAC gets none, and `ledger verify` reports it.
package struct AuditChain {
    private static let pageRows = 500

    package let pool: PostgresPool
    package let keys: LedgerKeys

    /// Nearly always there is nothing to do, and one query finds that.
    func lengthen() async throws(PostgresError) {
        var position = UUID.zero
        while true {
            let page = try await pool.run(ListUnchainedAudit(after: position, limit: Self.pageRows))
            guard let last = page.last else { return }
            if page.contains(where: isGenuine) { try await chain(after: position) }
            guard page.count == Self.pageRows else { return }
            position = last.entry.id
        }
    }

    private func chain(after position: UUID) async throws(PostgresError) {
        try await pool.transaction { transaction throws(PostgresError) in
            // Entries that another process has chained meanwhile are no longer among them.
            let (_, heads, page) = try await transaction.send(
                LockAuditChain(), FindAuditHead(),
                ListUnchainedAudit(after: position, limit: Self.pageRows))
            var head = heads.first
            var positions: [(id: UUID, head: AuditHead)] = []
            for stored in page where isGenuine(stored) {
                let next = AuditProof.head(with: stored.entry, after: head, by: keys.current)
                positions.append((stored.entry.id, next))
                head = next
            }
            try await transaction.commit([ChainAudit(positions)])
        }
    }

    private func isGenuine(_ stored: StoredAuditEntry) -> Bool {
        stored.mac.map { AuditProof.isGenuine($0, of: stored.entry, by: keys) } ?? false
    }
}
