import FoundationEssentials
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// Rows with and without a MAC, walked and adopted; over what the checks before have written.
    func checkCauses(_ pool: PostgresPool) async throws {
        // Rows are inserted on Citus only for existing users.
        try await pool.run(InsertUsers([9_802, 9_804].map { Sample.user($0) }))
        try await checkHeldCauses(pool)
        try await checkReservedCauses(pool)
        let all = RowPage(after: .start, limit: 1_000)
        let old = try #require(try await pool.run(WalkMerges(all)).first { $0.mac == nil })
        let player = old.merge.player.uuid
        try await pool.run(SetMergeMACs([NewMAC(uid: player, id: player, former: nil, mac: [9])]))
        let adopted = try await pool.run(WalkMerges(all))
        #expect(try await pool.run(WalkMerges(RowPage(after: .start, limit: 1))).count == 1)
        #expect(adopted.first { $0.merge == old.merge }?.mac == [9])
        var key = APIKeyRecord(
            id: Sample.id(9_801), name: "old", scope: "read", secretHash: Array(repeating: 1, count: 32),
            createdAt: Sample.now)
        try await pool.run(InsertAPIKey(key))
        try await pool.run(SetAPIKeyMAC([9], of: key))
        try await pool.run(SetAPIKeyMAC([8], of: key))
        key.mac = [9]
        #expect(try await pool.run(FindAPIKey(key.id)) == [key])
        let first: [FindFirstEvents.Row] = try await pool.run(FindFirstEvents(of: [Sample.uid(99_999)]))
        #expect(first.isEmpty)
        let transfers = try await pool.run(WalkTransfers(RowPage(after: .start, limit: 9)))
        #expect(transfers.isEmpty)
        #expect(try await pool.run(FindUnmatchedRefunds(limit: 9)).count <= 9)
    }

    private func checkHeldCauses(_ pool: PostgresPool) async throws {
        let reward = Reward(
            id: Sample.id(9_802), rule: "old", beneficiary: Sample.uid(9_802), role: .referrer,
            subject: Sample.uid(9_803), currency: .piecesOfEight, amount: 5, status: .held, reason: "why",
            grantedAt: Sample.now)
        try await pool.run(InsertRewards([reward]))
        func found() async throws -> HeldReward? {
            let rows = try await pool.run(
                WalkRewards(
                    RowPage(after: RowPosition(uid: Sample.uid(9_802).uuid, id: Sample.id(0)), limit: 9)))
            return rows.first { $0.reward == reward }
        }
        #expect(try #require(try await found()).mac == nil)
        for (former, mac) in [(nil, [9]), (nil, [8])] as [([UInt8]?, [UInt8])] {
            let new = NewMAC(uid: reward.beneficiary.uuid, id: reward.id, former: former, mac: mac)
            try await pool.run(SetRewardMACs([new]))
        }
        #expect(try #require(try await found()).mac == [9])
    }

    private func checkReservedCauses(_ pool: PostgresPool) async throws {
        let reservation = Reservation(
            key: LedgerEntry.Key(uid: Sample.uid(9_804), id: Sample.id(9_804)), currency: .piecesOfEight,
            amount: 5, minutes: 1, expiresAt: Sample.now)
        try await pool.run(InsertReservations([reservation]))
        let key = reservation.key
        let new = NewMAC(uid: key.uid.uuid, id: key.id, former: nil, mac: [9])
        try await pool.run(SetReservationMACs([new]))
        let waiting = try await pool.run(WalkReservations(RowPage(after: .start, limit: 1_000)))
        #expect(waiting.first { $0.reservation == reservation }?.mac == [9])
        #expect(try await pool.run(FindDueReservations(limit: 9)).contains(reservation.key))
        let later = Sample.now.adding(seconds: 4_000_000_000)
        try await pool.run(ShelveReservation(reservation.key, until: later))
        #expect(try await !pool.run(FindDueReservations(limit: 9)).contains(reservation.key))
    }
}
