import EventLoops
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching

/// The list of who was erased, outside of the database, and a backup that is restored.
@Suite struct ErasureListTests {
    @Test func `who was erased is listed, once, whatever the disk does meanwhile`() async throws {
        try await ServiceRig.with { rig, loop in
            let kept = KeptList()
            let keeper = ErasureKeeper(rig.context, eraser: rig.eraser(on: loop), list: kept.list)
            let list = ErasureListKeeper(rig.context, kept.list)
            let users = [try await rig.signUp(), try await rig.signUp(), try await rig.signUp()]
            try await list.compare()
            #expect(kept.uids == [])
            try await rig.ask(users[0])
            try await keeper.eraseDue()
            kept.breakDown(true)
            try await list.compare()
            #expect(kept.uids == [])
            kept.breakDown(false)
            for _ in 0..<3 { try await list.compare() }
            #expect(kept.uids == [users[0].uid])
            try await rig.ask(users[1])
            try await keeper.eraseDue()
            for _ in 0..<3 { try await list.compare() }
            #expect(kept.uids == [users[0].uid, users[1].uid])
            #expect(try await !rig.isErased(users[2]))
        }
    }

    @Test func `whom a restored backup has back is erased again`() async throws {
        try await ServiceRig.with { rig, loop in
            let kept = KeptList()
            let eraser = rig.eraser(on: loop)
            let (ben, carl) = (try await rig.signUp(), try await rig.signUp())
            let link = rig.link(ben, "ben@example.com")
            _ = try await CredentialBatch(context: rig.context, now: rig.now).record([link]).get()[0].get()
            // What the backup has of Ben.
            try rig.database.psql(
                "CREATE TABLE backup AS SELECT * FROM users WHERE uid = '\(ben.uid)'")
            let before = ErasureKeeper(rig.context, eraser: eraser, list: kept.list)
            try await rig.ask(ben)
            try await before.eraseDue()
            try await ErasureListKeeper(rig.context, kept.list).compare()
            #expect(kept.uids == [ben.uid])
            try rig.database.psql(
                """
                DELETE FROM erasures; DELETE FROM users WHERE uid = '\(ben.uid)';
                INSERT INTO users SELECT * FROM backup;
                """)
            #expect(try await !rig.isErased(ben))
            // A process that starts, and one that ran on meanwhile.
            let after = ErasureListKeeper(rig.context, kept.list)
            try await after.compare()
            let isGone = try await eventually {
                try await before.eraseDue()
                return try await rig.isErased(ben)
            }
            #expect(isGone)
            #expect(try await !rig.isErased(carl))
            try await after.compare()
            #expect(kept.uids == [ben.uid])
        }
    }

    @Test func `a duty that another process is at, or that fails, comes round again`() async throws {
        try await ServiceRig.with { rig, loop in
            let ben = try await rig.signUp()
            let keeper = ErasureKeeper(rig.context, eraser: rig.eraser(on: loop), list: nil)
            try await rig.ask(ben)
            let fencingToken = try #require(
                try await rig.pool.run(AcquireLease(.erase, ignoresDueTime: true)).first)
            try await keeper.eraseDue()
            #expect(try await !rig.isErased(ben))
            // Killed: its lease runs out.
            try rig.database.psql("UPDATE ledger_duties SET leased_until = '-infinity' WHERE name = 'erase'")
            try await keeper.eraseDue()
            #expect(try await rig.isErased(ben))
            #expect(try await rig.pool.run(RenewLease(.erase, fencingToken: fencingToken)) == [])
        }
    }

    @Test func `who has signed in meanwhile is not erased`() async throws {
        try await ServiceRig.with { rig, loop in
            let ben = try await rig.signUp()
            try await rig.ask(ben)
            let due = try await rig.pool.run(FindDueErasures(limit: 9))
            #expect(due.map(\.uid) == [ben.uid])
            try await rig.pool.run(CancelErasure(of: ben.uid))
            try await rig.eraser(on: loop).erase(ben.uid)
            #expect(try await !rig.isErased(ben))
        }
    }
}

extension ServiceRig {
    func ask(_ user: User) async throws {
        let now = context.clock.now
        // Whose clock is some moments ahead of PostgreSQL's waits for them.
        let dueAt = now.adding(seconds: -60)
        try await pool.run(AskErasures([Erasure(uid: user.uid, askedAt: now, dueAt: dueAt)]))
    }
}
