internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Gives rows that have no MAC, or one of a former key, a MAC of the current key. An operator starts it after
/// looking at the rows: a row that was planted before looks like the others.
struct CauseAdoption {
    private static let auditRows = 2_000

    package let pool: PostgresPool
    package let keys: LedgerKeys

    /// - Parameter adopts: false only counts.
    package func run(adopts: Bool) async throws(PostgresError) -> AdoptedCauses {
        var adopted = AdoptedCauses()
        try await adopt(WalkRewards.self, adopts, &adopted)
        try await adopt(WalkReservations.self, adopts, &adopted)
        try await adopt(WalkMerges.self, adopts, &adopted)
        let apiKeys: [APIKeyRecord] = try await pool.run(ListActiveAPIKeys.all)
        for key in apiKeys {
            guard let mac = newMAC(of: .apiKey(key), insteadOf: key.mac) else { continue }
            adopted.add(.apiKey(key), isRenewed: key.mac != nil)
            if adopts { try await pool.run(SetAPIKeyMAC(mac, of: key)) }
        }
        try await adoptAudit(adopts, &adopted)
        return adopted
    }

    /// Entries with a MAC of a former key keep it: the service doesn't act on them.
    private func adoptAudit(
        _ adopts: Bool, _ adopted: inout AdoptedCauses
    ) async throws(PostgresError) {
        var position = UUID.zero
        while true {
            let page = try await pool.run(ListUnprovedAudit(after: position, limit: Self.auditRows))
            guard let last = page.last else { return }
            adopted.addAudit(page.count)
            position = last.entry.id
            if adopts {
                try await pool.run(
                    SetAuditMACs(page.map { ($0.entry.id, AuditProof.mac(of: $0.entry, by: keys.current)) }))
            }
        }
    }

    private func adopt<Rows: CauseRows>(
        _: Rows.Type, _ adopts: Bool, _ adopted: inout AdoptedCauses
    ) async throws(PostgresError) {
        var cursor = RowCursor<Rows>()
        while let rows = try await cursor.next(from: pool) {
            var updates: [NewMAC] = []
            for (cause, former) in rows.compactMap(Rows.cause) {
                guard let mac = newMAC(of: cause, insteadOf: former), let uid = cause.uid else { continue }
                adopted.add(cause, isRenewed: former != nil)
                updates.append(NewMAC(uid: uid.uuid, id: cause.id, former: former, mac: mac))
            }
            if adopts, !updates.isEmpty { try await pool.run(Rows.Update(updates)) }
        }
    }

    /// Nil where the current key's is there, and where a forged one is.
    private func newMAC(of cause: Cause, insteadOf former: [UInt8]?) -> [UInt8]? {
        let mac = CauseMAC(of: cause, by: keys.current).bytes
        guard let former else { return mac }
        return former != mac && CauseMAC.isGenuine(former, of: cause, by: keys) ? mac : nil
    }
}
