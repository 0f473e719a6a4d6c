import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing

@testable import Batching
@testable import Ledger
@testable import Rewards

/// Several who pay the same account at once, each having read it before the others wrote.
@Suite struct BookingTests {
    @Test func `an account that has changed since it was read is locked, and booked on again`() async throws {
        try await ServiceRig.with { rig, _ in
            try await rig.introduceKey()
            let anne = try await rig.signUp()
            var attempts: [Bool] = []
            try await rig.context.booking { locks throws(PostgresError) in
                attempts.append(locks)
                try await rig.adjust(anne, whileRead: { if !locks { try? await rig.post(1, to: anne) } })
            }
            #expect(attempts == [false, true] && rig.context.races.areLikely)
            let amount = try rig.database.psql(
                "SELECT amount || ' ' || entries || ' ' || sealed FROM balances")
            #expect(amount == "11 2 2")
            #expect(try await rig.verify().counts == [:])
        }
    }

    @Test func `friends who all reach level 5 at once pay their referrer once for each`() async throws {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKey()
            let anne = try await rig.signUp()
            var friends: [User] = []
            for _ in 0..<40 { friends.append(try await rig.signUp(referredBy: anne)) }
            let events = friends.map { rig.level($0, 5) }
            let paid = await together(40, on: loop) { number in
                let outcomes = try? await rig.record([events[number]])
                return (try? outcomes?[0].get().rewards.count) == 1
            }
            #expect(paid.allSatisfy { $0 })
            #expect(try rig.database.psql("SELECT amount || ' ' || entries FROM balances") == "2000 40")
            #expect(try await rig.verify().counts == [:])
        }
    }
}

extension ServiceRig {
    /// Gives ten, of which others learn between the reading and the writing.
    fileprivate func adjust(
        _ user: User, whileRead others: () async -> Void
    ) async throws(PostgresError) {
        let key = context.ledgerKey
        try await pool.transaction { transaction throws(PostgresError) in
            let found = try await transaction.send(FindLedgerAccounts([user.uid]))
            await others()
            let reward = Reward(
                id: UUID(), rule: "level-5", beneficiary: user.uid, role: .referrer, subject: user.uid,
                currency: .piecesOfEight, amount: 10, status: .paid, reason: "", grantedAt: now)
            var grants = Grants()
            grants.add(reward, at: now)
            var tooSmall: [Account: Int64] = [:]
            let booked = grants.booked(on: found, sealedBy: key, &tooSmall)
            try await transaction.commit([InsertRewards([reward])] + booked.statements)
        }
    }
}
