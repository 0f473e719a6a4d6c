internal import Basics
internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

/// Finds entries of the audit that were planted, changed or removed.
struct AuditCheck {
    private static let pageRows = 2_000

    package let transaction: Transaction
    package let keys: LedgerKeys
    /// Whether an entry must have a MAC.
    package let isEnforced: Bool

    /// - Parameter statements: what is known of the chain from elsewhere.
    package func run(
        against statements: [LedgerStatement], in report: inout LedgerReport
    ) async throws(PostgresError) {
        try await checkChain(against: statements, in: &report)
        try await checkRest(ListUnchainedAudit.self, in: &report)
        try await checkRest(ListUnprovedAudit.self, in: &report)
    }

    private func checkChain(
        against statements: [LedgerStatement], in report: inout LedgerReport
    ) async throws(PostgresError) {
        let stated = statements.filter { $0.auditEntries != nil }
        var (sequence, seal): (Int64, [UInt8]?) = (0, nil)
        while true {
            let page = try await transaction.send(WalkAuditChain(after: sequence, limit: Self.pageRows))
            for stored in page {
                let chainIndex = stored.sequence ?? 0
                check(stored, at: chainIndex, after: (sequence, seal), in: &report)
                (sequence, seal) = (chainIndex, stored.seal)
                for statement in stated where statement.auditEntries == chainIndex {
                    guard statement.auditHead != seal.map(Hexadecimal.text) else { continue }
                    report.find(.auditForged, "entry \(chainIndex): a statement has another seal for it")
                }
            }
            if page.count < Self.pageRows { break }
        }
        for entries in stated.compactMap(\.auditEntries) where entries > sequence {
            report.find(.auditCut, "\(entries) were stated, \(sequence) exist")
        }
    }

    private func check(
        _ stored: StoredAuditEntry, at chainIndex: Int64, after last: (sequence: Int64, seal: [UInt8]?),
        in report: inout LedgerReport
    ) {
        let name = "entry \(chainIndex) (\(stored.entry.id.lowercaseText))"
        if chainIndex != last.sequence + 1 {
            report.find(.auditGone, "\(last.sequence + 1) to \(chainIndex - 1) are missing")
        } else if !AuditProof.isGenuine(
            stored.seal ?? [], of: stored.entry, at: chainIndex, after: last.seal, by: keys)
        {
            report.find(.auditForged, "\(name): its chain number is wrong")
        }
        if !AuditProof.isGenuine(stored.mac ?? [], of: stored.entry, by: keys) {
            report.find(.auditForged, "\(name): \(stored.entry.action) by \(stored.entry.actor)")
        }
    }

    /// Entries without a number have none yet, or are not the service's.
    private func checkRest<Rest: UnchainedAudit>(
        _: Rest.Type, in report: inout LedgerReport
    ) async throws(PostgresError) where Rest.Row == StoredAuditEntry {
        var position = UUID.zero
        while true {
            let page = try await transaction.send(Rest(after: position, limit: Self.pageRows))
            for stored in page {
                let entry = stored.entry
                if stored.mac.map({ AuditProof.isGenuine($0, of: entry, by: keys) }) ?? !isEnforced {
                    if stored.mac == nil { report.unproved += 1 }
                } else {
                    report.find(
                        .auditForged, "entry \(entry.id.lowercaseText): \(entry.action) by \(entry.actor)")
                }
            }
            guard page.count == Self.pageRows, let last = page.last else { return }
            position = last.entry.id
        }
    }
}
