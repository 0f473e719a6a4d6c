internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Gives rows of before the ledger key's word, once, when an operator says so. What was planted until then is
/// taken for true: an operator looks first.
struct CauseAdoption {
    let pool: PostgresPool
    let keys: LedgerKeys

    /// - Parameter adopts: false only counts.
    func run(adopts: Bool) async throws(PostgresError) -> AdoptedCauses {
        var adopted = AdoptedCauses()
        try await rewards(&adopted, adopts)
        try await reservations(&adopted, adopts)
        try await merges(&adopted, adopts)
        let keys: [APIKeyRecord] = try await pool.run(CauseWalk.apiKeys)
        for var key in keys where key.mac == nil {
            adopted.apiKeys.append("\(key.scope) key \(key.id.lowercaseText) named \(key.name)")
            key.mac = mac(.apiKey(key))
            if adopts { try await pool.run(AdoptAPIKey(key)) }
        }
        return adopted
    }

    private func mac(_ cause: Cause) -> [UInt8] { CauseMAC(of: cause, by: keys.current).bytes }

    private func rewards(_ adopted: inout AdoptedCauses, _ adopts: Bool) async throws(PostgresError) {
        var all = adopted
        try await CauseWalk.rewards { page throws(PostgresError) in
            try await pool.run(page)
        } _: { rows throws(PostgresError) in
            let due = rows.filter { $0.reward.status == .held && $0.mac == nil }.map {
                (reward: $0.reward, mac: Optional(mac(.reward($0.reward))))
            }
            for row in due { all.add(held: row.reward) }
            if adopts, !due.isEmpty { try await pool.run(AdoptRewards(due)) }
        }
        adopted = all
    }

    private func reservations(_ adopted: inout AdoptedCauses, _ adopts: Bool) async throws(PostgresError) {
        var all = adopted
        try await CauseWalk.reservations { page throws(PostgresError) in
            try await pool.run(page)
        } _: { rows throws(PostgresError) in
            let due = rows.filter { $0.mac == nil }.map {
                (reservation: $0.reservation, mac: Optional(mac(.reservation($0.reservation))))
            }
            for row in due { all.add(row.reservation) }
            if adopts, !due.isEmpty { try await pool.run(AdoptReservations(due)) }
        }
        adopted = all
    }

    private func merges(_ adopted: inout AdoptedCauses, _ adopts: Bool) async throws(PostgresError) {
        var all = adopted
        try await CauseWalk.merges { page throws(PostgresError) in
            try await pool.run(page)
        } _: { rows throws(PostgresError) in
            let due = rows.filter { $0.mac == nil }.map {
                (merge: $0.merge, mac: Optional(mac(.merge($0.merge))))
            }
            all.merges += due.count
            if adopts, !due.isEmpty { try await pool.run(AdoptMerges(due)) }
        }
        adopted = all
    }
}
