import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Rewards

/// What was reserved and not captured goes back, by whichever process has the lease.
@Suite struct ReservationKeeperTests {
    @discardableResult
    private func reserve(
        _ amount: Int64, _ minutes: Int32, of user: User, _ rig: ServiceRig
    ) async throws -> LedgerEntry {
        let posting = Posting(
            id: UUID(), account: Account(uid: user.uid, currency: .piecesOfEight), kind: .redemption,
            amount: -amount, reason: "A parrot")
        let request = PostingRequest(posting, reservedMinutes: minutes)
        return try await PostingBatch(context: rig.context, now: rig.context.clock.now).record([request])[0]
            .get().entry
    }

    @Test func `goes back when PostgreSQL's clock says that the time is up, and not before`() async throws {
        let database = try await TestDatabase.make(template: "shipmate", prepare: TestServer.migrate)
        try database.makeClockMovable()
        try await ServiceRig.with(on: database) { rig, _ in
            let anne = try await rig.signUp()
            try await rig.post(50, to: anne)
            try await reserve(20, 10, of: anne, rig)
            try await reserve(5, 20, of: anne, rig)
            let keeper = ReservationKeeper(rig.context)
            #expect(try await keeper.giveBack() == 0)
            #expect(try rig.balance(anne) == "25")
            try database.moveClock(by: "10 minutes 1 second")
            #expect(try await keeper.giveBack() == 1)
            #expect(try await keeper.giveBack() == 0)
            #expect(try rig.balance(anne) == "45")
            try database.moveClock(by: "1 day")
            #expect(try await keeper.giveBack() == 1)
            #expect(try rig.balance(anne) == "50")
            #expect(
                try database.psql("SELECT string_agg(DISTINCT state, ' ') FROM reservations") == "expired")
            #expect(try rig.mistakes() == "0")
        }
        try await database.drop()
    }

    @Test func `of many processes at once each reservation is given back once`() async throws {
        try await ServiceRig.with { rig, loop in
            let anne = try await rig.signUp()
            try await rig.post(500, to: anne)
            for _ in 0..<50 { try await reserve(10, 1, of: anne, rig) }
            try rig.database.psql("UPDATE reservations SET expires_at = now(), mac = NULL")
            let given = await together(8, on: loop) { _ in
                (try? await ReservationKeeper(rig.context).giveBack()) ?? 0
            }
            let rest = try await ReservationKeeper(rig.context).giveBack()
            #expect(given.reduce(rest, +) == 50)
            #expect(try rig.balance(anne) == "500")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `who was killed at it loses the lease within half a minute`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            try await rig.post(50, to: anne)
            try await reserve(20, 1, of: anne, rig)
            try rig.database.psql(
                """
                UPDATE reservations SET expires_at = now(), mac = NULL;
                UPDATE ledger_duties SET leased_until = clock_timestamp() + interval '30 s' WHERE name = 'reservations'
                """)
            #expect(try await ReservationKeeper(rig.context).giveBack() == 0)
            try rig.database.psql("UPDATE ledger_duties SET leased_until = leased_until - interval '30 s'")
            #expect(try await ReservationKeeper(rig.context).giveBack() == 1)
            #expect(try rig.balance(anne) == "50")
        }
    }

    @Test func `a lease that ends later than any does is nobody's`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            try await rig.post(50, to: anne)
            try await reserve(20, 1, of: anne, rig)
            try rig.database.psql(
                """
                UPDATE reservations SET expires_at = now(), mac = NULL;
                UPDATE ledger_duties SET leased_until = 'infinity' WHERE name = 'reservations'
                """)
            #expect(try await ReservationKeeper(rig.context).giveBack() == 1)
        }
    }

    @Test func `what can't be given back holds up no other`() async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, ben) = (try await rig.signUp(), try await rig.signUp())
            for user in [anne, ben] {
                try await rig.post(50, to: user)
                try await reserve(20, 1, of: user, rig)
            }
            try await rig.post(.max - 30, to: anne)
            try rig.database.psql("UPDATE reservations SET expires_at = now(), mac = NULL")
            #expect(try await ReservationKeeper(rig.context).giveBack() == 1)
            #expect(try rig.balance(ben) == "50")
            #expect(try rig.database.psql("SELECT state FROM reservations ORDER BY 1") == "expired\nreserved")
        }
    }

    @Test func `one is set aside alone, tried again later each time, and no longer once it is given back`()
        async throws
    {
        try await ServiceRig.with { rig, _ in
            let (anne, context) = (try await rig.signUp(), rig.context)
            let keeper = ReservationKeeper(context)
            try await rig.post(50, to: anne)
            let stuck = try await reserve(20, 1, of: anne, rig)
            try await rig.post(.max - 30, to: anne)
            try await reserve(7, 1, of: anne, rig)
            try rig.database.psql(
                """
                UPDATE reservations SET expires_at = now() - interval '1 minute' * amount, mac = NULL
                """)
            // Another reservation of the same player and currency finds room.
            #expect(try await keeper.giveBack() == 1)
            var item = try #require(context.setAside.all.first)
            #expect(context.setAside.all.count == 1 && item.key.id == stuck.id && item.tries == 1)
            #expect(item.work == .reservations && item.key.uid == anne.uid)
            #expect(context.setAside.warnings.count == 1 && context.setAside.counts == [.reservations: 1])
            #expect(try await keeper.giveBack() == 0 && context.setAside.all[0].tries == 1)
            for tries in 2...4 {
                context.clock.set(item.retryAt, isStopped: true)
                let before = item.retryAt
                #expect(try await keeper.giveBack() == 0)
                item = try #require(context.setAside.all.first)
                #expect(item.tries == tries)
                #expect(item.retryAt == before.adding(seconds: 10 << Int64(tries - 1)))
            }
            try await rig.post(-50, to: anne)
            context.clock.set(item.retryAt, isStopped: true)
            #expect(try await keeper.giveBack() == 1)
            #expect(context.setAside.all.isEmpty && context.setAside.warnings.isEmpty)
        }
    }
}
