import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing

@testable import Accounts
@testable import Ledger
@testable import Rewards

/// What is planted in the database for the service to act on has no effect, and is found.
@Suite struct CauseTests {
    @Test func `a held reward that was planted or made due manually is never paid`() async throws {
        try await ServiceRig.with { rig, loop in
            let (anne, reward) = try await rig.heldReward()
            rig.context.causes.enforce()
            let plantings = [
                "INSERT INTO rewards "
                    + rig.copy("amount = '1000000'", "id = gen_random_uuid()", "currency = 'gold'"),
                "UPDATE rewards SET release_at = now() - interval '1 s' WHERE id = '\(reward.id)'",
                "UPDATE rewards SET amount = 1000000, release_at = now() - interval '1 s' WHERE id = "
                    + "'\(reward.id)'",
                "UPDATE rewards SET uid = '\(reward.subject)' WHERE id = '\(reward.id)'",
            ]
            try rig.database.psql("CREATE TABLE kept AS TABLE rewards")
            for planting in plantings {
                guard try rig.plant(planting) else { continue }
                #expect(try await rig.causes().counts[.causeForged] == 1, "\(planting)")
                try await RewardReleaser(rig.context).round(on: loop)
                #expect(try rig.database.psql("SELECT count(*) FROM ledger_entries") == "0", "\(planting)")
                let codes = try rig.database.psql("SELECT codes FROM rewards WHERE codes LIKE '%unproved%'")
                #expect(planting.contains("SET uid") || !codes.isEmpty, "\(planting)")
                // An administrator can't release it either.
                let rows: [HeldReward] = try await rig.pool.run(WalkRewards(RowPage(after: .start, limit: 9)))
                for row in rows {
                    let verdict = rig.context.causes.verdict(on: .reward(row.reward), row.mac)
                    if verdict == .genuine { continue }
                    let review = RewardReview(
                        uid: row.reward.beneficiary, rewardID: row.reward.id, decision: .release,
                        reason: "Why not", actor: "test")
                    let released = try await RewardReviewer(context: rig.context, now: rig.now).run(review)
                    #expect(released == .failure(.rewardUnproved))
                }
                try rig.database.tamper("DELETE FROM rewards; INSERT INTO rewards TABLE kept")
            }
            #expect(try await rig.causes().counts == [:])
            let review = RewardReview(
                uid: anne.uid, rewardID: reward.id, decision: .release, reason: "Seen", actor: "test")
            let paid = try await RewardReviewer(context: rig.context, now: rig.now).run(review).get()
            #expect(paid.status == .paid)
            #expect(try rig.database.psql("SELECT count(*) FROM rewards WHERE mac IS NOT NULL") == "0")
        }
    }

    @Test func `a reservation that was planted or reset is never refunded`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            try await rig.post(100, to: anne)
            try await rig.post(-30, to: anne)
            rig.context.causes.enforce()
            let capture = RedemptionChange(.capture, of: try await rig.redemption(of: anne))
            _ = try await RedemptionTransaction(context: rig.context, now: rig.now).run(capture).get()
            try rig.database.tamper(
                "UPDATE reservations SET state = 'reserved', expires_at = now() - interval '1 s'")
            #expect(try await ReservationKeeper(rig.context).giveBack() == 0)
            #expect(try rig.balance(anne) == "70")
            #expect(try await rig.causes().counts[.causeForged] == 1)
            let cancel = RedemptionChange(.cancel, of: capture.redemption)
            let cancelled = try await RedemptionTransaction(context: rig.context, now: rig.now).run(cancel)
            #expect(cancelled == .failure(.redemptionUnproved))
            // It is not looked at in each round.
            #expect(try await rig.pool.run(FindDueReservations(limit: 9)) == [])
        }
    }

    @Test func `a merge that was planted moves nothing`() async throws {
        try await ServiceRig.with { rig, loop in
            let (victim, thief) = (try await rig.signUp(), try await rig.signUp())
            try await rig.post(100, to: victim)
            for isEnforced in [false, true] {
                if isEnforced { rig.context.causes.enforce() }
                try rig.database.tamper(
                    """
                    DELETE FROM merges; INSERT INTO merges (uid, account, players, merged_at, due_at)
                    VALUES ('\(victim.uid)', '\(thief.uid)', 0, now(), now() - interval '1 s')
                    """)
                try await MergeKeeper(rig.context).round(on: loop)
                #expect(try rig.balance(victim) == "100")
                let report = try await rig.causes()
                #expect(report.counts[.mergeUncaused] == 1)
                #expect(report.counts[.causeForged] == (isEnforced ? 1 : nil))
            }
        }
    }

    @Test func `earlier rows are adopted once, and later rows without a MAC are refused`() async throws {
        try await ServiceRig.with { rig, loop in
            try await rig.introduceKeyLate()
            let (_, reward) = try await rig.heldReward()
            try rig.database.tamper("UPDATE rewards SET mac = NULL")
            let service = LedgerService(pool: rig.pool, keys: rig.keys)
            #expect(try await rig.causes().unproved == 1)
            let (text, amount) = (try await service.unproved().lines, reward.amount)
            #expect(text == ["held rewards: 1 (\(amount) pieces_of_eight)"])
            let keeper = LedgerKeeper(
                pool: rig.pool, configuration: LedgerConfiguration(keys: rig.keys),
                causes: rig.context.causes, log: { _ in })
            try await keeper.look()
            #expect(!rig.context.causes.isEnforced)
            let keys = rig.keys
            let adopted = try await rig.database.withPool(asOwner: true, connections: 1) { pool, _ in
                try await LedgerService(pool: pool, keys: keys).adopt(actor: "test")
            }
            let statement = try #require(adopted).statement
            #expect(statement.causesProved == true && statement.isSigned(by: rig.keys))
            #expect(LedgerStatement(json: statement.json) == statement)
            try await keeper.look()
            #expect(rig.context.causes.isEnforced)
            #expect(try await service.unproved().isEmpty)
            #expect(try await rig.causes(statement).counts == [:])
            let audit = try rig.database.psql(
                "SELECT detail FROM audit_entries WHERE action = 'ledger.adopt'")
            #expect(audit == text[0])
            // A later statement says so, too; and without it in the database one from outside.
            #expect(try await rig.state().causesProved == true)
            try rig.database.tamper("UPDATE rewards SET mac = NULL; DELETE FROM ledger_statements")
            #expect(try await rig.causes(statement).counts[.causeForged] == 1)
        }
    }

    @Test func `adoption renews MACs of a former key, and leaves forged ones`() async throws {
        try await ServiceRig.with { rig, _ in
            let (_, reward) = try await rig.heldReward()
            let keys = LedgerKeys(LedgerKey(), former: [rig.keys.current])
            func adopt() async throws -> [String] {
                try await CauseAdoption(pool: rig.pool, keys: keys).run(adopts: true).lines
            }
            #expect(try await adopt() == ["rows with a MAC of a former key: 1"])
            #expect(try await adopt() == [])
            let found = try await rig.pool.run(FindRewardMACs([reward.id], of: reward.beneficiary)).first
            let alone = LedgerKeys(keys.current)
            #expect(CauseMAC.isGenuine(try #require(found?.mac), of: .reward(reward), by: alone))
            try rig.database.tamper("UPDATE rewards SET mac = decode(repeat('00', 24), 'hex')")
            #expect(try await adopt() == [])
        }
    }

    @Test func `what has no cause is said, by kind`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.referrer(friends: 1)
            try await rig.introduceKeyLate()
            #expect(try await rig.causes().counts == [:])
            let uid = anne.uid
            let plantings: [(String, LedgerFinding.Kind)] = [
                ("DELETE FROM events", .rewardUncaused),
                ("UPDATE rewards SET subject = gen_random_uuid()", .rewardUncaused),
                ("UPDATE rewards SET granted_at = '2001-01-01'", .rewardUncaused),
                (
                    """
                    INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after,
                        subject,
                        reason, created_at)
                    VALUES ('\(uid)', gen_random_uuid(), 'gold', 1, 'transfer', -5, 0, gen_random_uuid(),
                        'why', now())
                    """, .transferUncaused
                ),
                (
                    """
                    INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after,
                        undoes,
                        reason, created_at)
                    VALUES ('\(uid)', gen_random_uuid(), 'gold', 1, 'refund', 5, 5, gen_random_uuid(),
                        'why', now())
                    """, .refundUncaused
                ),
            ]
            for (sql, kind) in plantings {
                try rig.database.psql(
                    """
                    CREATE TABLE e AS TABLE events; CREATE TABLE r AS TABLE rewards;
                    CREATE TABLE l AS TABLE ledger_entries
                    """)
                if try rig.plant(sql) {
                    #expect(try await rig.causes().counts[kind] == 1, "\(sql)")
                }
                try rig.database.tamper(
                    """
                    DELETE FROM events; INSERT INTO events TABLE e; DELETE FROM rewards;
                        INSERT INTO rewards TABLE r;
                    DELETE FROM ledger_entries; INSERT INTO ledger_entries TABLE l; DROP TABLE e, r, l
                    """)
            }
        }
    }
}

extension ServiceRig {
    fileprivate func causes(_ statement: LedgerStatement? = nil) async throws -> LedgerReport {
        var report = LedgerReport()
        let newest = try await pool.run(ListLedgerStatements(limit: 1)).first
        let isEnforced =
            context.causes.isEnforced || keys.areCausesProved(by: newest) || statement?.causesProved == true
        let (keys, start) = (keys, report)
        report = try await pool.transaction { transaction throws(PostgresError) in
            var report = start
            let check = CauseCheck(transaction: transaction, keys: keys, isEnforced: isEnforced)
            try await check.run(in: &report)
            return report
        }
        return report
    }

    /// False where Citus moves no row to another shard, nor draws at random in each.
    fileprivate func plant(_ sql: String) throws -> Bool {
        do {
            try database.tamper(sql)
            return true
        } catch {
            let words = "\(error)"
            guard TestEngine.isCitus, words.contains("distributed") || words.contains("partition") else {
                throw error
            }
            return false
        }
    }

    /// The key comes to a ledger that has entries, or may have.
    fileprivate func introduceKeyLate() async throws {
        try await pool.run(InsertLedgerKey(id: keys.current.id, proof: keys.current.proof))
    }

    /// A user who waits for a reward that an administrator decides on.
    fileprivate func heldReward() async throws -> (User, Reward) {
        let anne = try await signUp()
        let friend = try await signUp(referredBy: anne, .default)
        let reward = try #require(try await record([level(friend, 5)])[0].get().rewards.first)
        #expect(reward.status == .held)
        return (anne, reward)
    }

    fileprivate func redemption(of user: User) async throws -> LedgerEntry.Key {
        let id = try database.psql("SELECT id FROM ledger_entries WHERE kind = 'redemption'")
        return LedgerEntry.Key(uid: user.uid, id: try #require(UUID(uuidString: id)))
    }

    /// The only reward with other values, as a query.
    fileprivate func copy(_ changes: String...) -> String {
        let columns = """
            uid subject rule id role currency amount status reason granted_at release_at rule_version codes \
            mac
            """.split(separator: " ").map(String.init)
        let other = Dictionary(
            uniqueKeysWithValues: changes.map { change in
                let parts = change.components(separatedBy: " = ")
                return (parts[0], parts[1])
            })
        let values = columns.map { column in
            switch column {
            case "release_at": "now() - interval '1 s'"
            case "amount": "1000000"
            default: other[column] ?? column
            }
        }
        return "(\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM rewards"
    }
}
