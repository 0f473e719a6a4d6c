import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing

@testable import Ledger
@testable import Rewards

/// Every path that books entries seals them; what was booked without a key is sealed later.
@Suite struct SealingTests {
    @Test func `grants, releases, adjustments and redemptions are sealed, also many at once`() async throws {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKey()
            let anne = try await rig.signUp()
            var friends: [User] = []
            for _ in 0..<20 { friends.append(try await rig.signUp(referredBy: anne)) }
            let (rewarded, booked) = (friends, anne)
            // Batches of their own, as those of several processes are.
            let outcomes = await together(40, on: loop) { number in
                do {
                    if number.isMultiple(of: 2) {
                        try await rig.record([rig.level(rewarded[number / 2], 5)])
                    } else {
                        try await rig.post(Int64(number), to: booked)
                    }
                    return true
                } catch {
                    return false
                }
            }
            #expect(outcomes.allSatisfy { $0 })
            try await rig.release(of: anne)
            try await rig.post(-1, to: anne)
            let report = try await rig.verify()
            #expect(
                report.counts == [:] && report.entries == 42 && report.unsealed == 0, "\(report.examples)")
        }
    }

    @Test func `refunds and reversals are sealed, with what they take back`() async throws {
        try await ServiceRig.with { rig, _ in
            try await rig.introduceKey()
            let anne = try await rig.referrer(friends: 2)
            try await rig.takeBack(of: anne)
            try await rig.redeemAndRefund(20, of: anne)
            let report = try await rig.verify(against: try await rig.state(endsSealing: true))
            #expect(report.counts == [:] && report.entries == 5 && report.unsealed == 0, "\(report.examples)")
            let tamperings: [(String, LedgerFinding.Kind)] = [
                ("UPDATE ledger_entries SET undoes = uid WHERE kind = 'refund'", .entryAltered),
                ("UPDATE ledger_entries SET undoes = id WHERE kind = 'reversal'", .entryAltered),
                ("UPDATE rewards SET status = 'paid' WHERE status = 'reversed'", .rewardAltered),
                ("UPDATE rewards SET status = 'reversed' WHERE status = 'paid'", .rewardAltered),
                ("UPDATE rewards SET unrecovered = 1 WHERE status = 'reversed'", .rewardAltered),
                ("UPDATE rewards SET reason = 'other' WHERE status = 'reversed'", .rewardAltered),
                ("DELETE FROM ledger_entries WHERE kind = 'reversal'", .entryDeleted),
            ]
            try rig.database.psql("CREATE TABLE r AS TABLE rewards; CREATE TABLE e AS TABLE ledger_entries")
            for (sql, kind) in tamperings {
                try rig.database.tamper(sql)
                let report = try await rig.verify()
                #expect(report.counts[kind] != nil, "\(sql): \(report.examples)")
                try rig.database.tamper(
                    """
                    DELETE FROM rewards; INSERT INTO rewards TABLE r;
                    DELETE FROM ledger_entries; INSERT INTO ledger_entries TABLE e
                    """)
            }
            #expect(try await rig.verify().counts == [:])
        }
    }

    @Test func `what was booked without a key is sealed later, beside traffic`() async throws {
        try await ServiceRig.with { rig, loop in
            let anne = try await rig.referrer(friends: 3)
            let ben = try await rig.referrer(friends: 2)
            let friend = try await rig.signUp(referredBy: ben)
            try await rig.introduceKeyLater()
            // It goes on unsealed until what is before it is.
            try await rig.post(5, to: anne)
            #expect(try await rig.verify().unsealed == 6)
            let sealing = LedgerSealing(pool: rig.pool, key: rig.keys.current)
            let sealed = await together(8, on: loop) { number in
                if number.isMultiple(of: 2) { try? await rig.post(1, to: ben) }
                if number == 3 { _ = try? await rig.record([rig.level(friend, 5)]) }
                return (try? await sealing.sealPage(after: .start))?.sealed ?? 0
            }
            let rest = try await sealing.sealPage(after: .start)
            #expect(sealed.reduce(rest.sealed, +) >= 6 && rest.next == nil)
            let report = try await rig.verify(against: try await rig.state(endsSealing: true))
            #expect(
                report.counts == [:] && report.unsealed == 0 && report.entries == 11, "\(report.examples)")
        }
    }

    @Test func `a former key verifies what it sealed, and another key is refused`() async throws {
        try await ServiceRig.with { rig, _ in
            try await rig.introduceKey()
            _ = try await rig.referrer(friends: 1)
            let (former, key) = (rig.keys.current, LedgerKey())
            #expect(try await LedgerKeyCheck(keys: LedgerKeys(key)).run(through: rig.pool) == .unknown)
            #expect(try await LedgerKeyCheck(keys: nil).run(through: rig.pool) == .missing)
            let both = LedgerKeys(key, former: [former])
            #expect(try await LedgerKeyCheck(keys: both).run(through: rig.pool) == nil)
            #expect(try await rig.verify(keys: both).counts == [:])
            #expect(try await rig.verify(keys: LedgerKeys(key)).counts.keys.contains(.keyUnknown))
        }
    }

    @Test func `the service seals and states by itself, and seals nothing once that has ended`() async throws
    {
        try await ServiceRig.with { rig, loop in
            let anne = try await rig.referrer(friends: 1)
            try await rig.introduceKeyLater()
            try rig.database.tamper("UPDATE ledger_keys SET created_at = now() - interval '2 h'")
            let published = Locked<[LedgerStatement]>([])
            let keeper = rig.keeper { statement in published.withLock { $0.append(statement) } }
            try await keeper.seal(on: loop)
            try await keeper.state()
            let statement = try #require(published.withLock { $0.first })
            #expect(statement.sealingEnded && statement.entries == 1 && statement.unsealed == 0)
            try rig.forgeEntry()
            try await keeper.seal(on: loop)
            #expect(try await rig.verify().counts == [.entryInserted: 1])
            #expect(try rig.balance(anne) == "59")
        }
    }

    @Test func `what is put in by hand stays unsealed though statements are forged, or gone for a while`()
        async throws
    {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKey()
            _ = try await rig.referrer(friends: 1)
            let statement = try await rig.state(endsSealing: true)
            let watching = rig.keeper()
            try await watching.seal(on: loop)
            try rig.forgeEntry()
            // As if sealing had never ended.
            let next = statement.number + 1
            let body = statement.json.replacing("\"sealing_ended\":true", with: "\"sealing_ended\":false")
                .replacing("\"number\":\(statement.number)", with: "\"number\":\(next)")
            try rig.database.psql("INSERT INTO ledger_statements VALUES (\(next), '\(body)')")
            try rig.database.psql("UPDATE ledger_duties SET turn = \(next) WHERE name = 'state'")
            #expect(try await LedgerService(pool: rig.pool, keys: rig.keys).hasSealingEnded())
            try await rig.keeper().seal(on: loop)
            #expect(try await rig.state().sealingEnded)
            try rig.database.tamper("DELETE FROM ledger_statements WHERE number > 0")
            try await watching.seal(on: loop)
            #expect(try rig.unsealed() == "1")
        }
    }

    @Test func `a statement whose commit was in doubt is the one that it is`() async throws {
        try await ServiceRig.with { rig, _ in
            let first = try await rig.state()
            // As the repeat of a transaction meets it.
            try rig.database.psql("UPDATE ledger_duties SET turn = 0 WHERE name = 'state'")
            #expect(try await rig.state() == first)
            #expect(try rig.database.psql("SELECT count(*) FROM ledger_statements") == "1")
        }
    }

    @Test func `statements need no more than the public half of the key, and name the one before`()
        async throws
    {
        try await ServiceRig.with { rig, _ in
            let first = try await rig.state()
            let second = try await rig.state()
            #expect(first.before == nil && second.before == first.hash && second.number > first.number)
            #expect(LedgerStatement(json: second.json) == second && second.isSigned(by: rig.keys))
            #expect(!second.isSigned(by: LedgerKeys(LedgerKey())))
            let forged = second.json.replacing("\"entries\":0", with: "\"entries\":1")
            #expect(LedgerStatement(json: forged)?.isSigned(by: rig.keys) == false)
        }
    }
}

extension ServiceRig {
    /// As where a ledger gets its first key when there are entries, none of them sealed.
    fileprivate func introduceKeyLater() async throws {
        try database.tamper(
            """
            UPDATE ledger_entries SET seal = NULL;
            UPDATE balances SET sealed = 0, head = NULL;
            """)
        try await introduceKey()
    }

    fileprivate func keeper(
        hasSealingEnded: Bool = false,
        _ publish: @escaping @Sendable (LedgerStatement) -> Void = { _ in }
    ) -> LedgerKeeper {
        LedgerKeeper(
            pool: pool,
            configuration: LedgerConfiguration(
                keys: keys, hasSealingEnded: hasSealingEnded, publish: publish),
            causes: context.causes, log: { _ in })
    }

    /// A second entry of the only account, and what the service looks at to seal it.
    fileprivate func forgeEntry() throws {
        try database.psql(
            """
            INSERT INTO ledger_entries SELECT uid, gen_random_uuid(), currency, 2, 'adjustment', 9, 59,
                NULL, NULL,
                'Forged', now() FROM ledger_entries;
            UPDATE balances SET amount = 59, entries = 2;
            UPDATE ledger_duties SET due_at = now();
            """)
    }

    fileprivate func unsealed() throws -> String {
        try database.psql("SELECT count(*) FROM ledger_entries WHERE seal IS NULL")
    }

    /// The first of the user's rewards, taken back.
    fileprivate func takeBack(of user: User) async throws {
        let found = try await pool.run(ListRewardsOfUser(of: user.uid, before: nil, limit: 1))
        let reversed = try await takeBack(try #require(found.first))
        #expect(reversed.status == .reversed)
    }

    fileprivate func redeemAndRefund(_ amount: Int64, of user: User) async throws {
        let key = LedgerEntry.Key(uid: user.uid, id: UUID())
        let posting = Posting(
            id: key.id, account: Account(uid: user.uid, currency: .piecesOfEight), kind: .redemption,
            amount: -amount, reason: "A parrot")
        _ = try await PostingBatch(context: context, now: now).record([PostingRequest(posting)])[0].get()
        let refund = RedemptionChange(.refund(id: UUID(), reason: "None left"), of: key)
        let reply = try await RedemptionTransaction(context: context, now: now).run(refund).get()
        #expect(reply.entry.undoes == key.id)
    }

    /// A held reward, released.
    fileprivate func release(of user: User) async throws {
        let friend = try await signUp(referredBy: user, .default)
        let reward = try #require(try await record([level(friend, 5)])[0].get().rewards.first)
        #expect(reward.status == .held)
        let review = RewardReview(
            uid: user.uid, rewardID: reward.id, decision: .release, reason: "Seen", actor: "test")
        #expect(try await RewardReviewer(context: context, now: now).run(review).get().status == .paid)
    }
}
