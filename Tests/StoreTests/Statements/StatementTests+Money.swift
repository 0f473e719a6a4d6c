import FoundationEssentials
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// Rewards of user 10 for 1,000 referees, one of them held; a balance of user 11 moved by hand.
    func checkMoney(_ pool: PostgresPool) async throws {
        try await checkGrants(pool)
        let account = Sample.account(11)
        try await pool.run(OrderPayments([Sample.uid(11), Sample.uid(10)]))
        #expect(try await pool.run(LockBalances([account])) == [])
        var balance = Balance(account: account, amount: 0, entries: 0)
        let kinds: [(LedgerEntry.Kind, Int64, undoes: UUID?)] = [
            (.adjustment, .max, nil), (.redemption, -3, nil), (.refund, 3, Sample.id(301)),
        ]
        let entries = try kinds.enumerated().map { index, kind in
            try balance.post(
                Posting(
                    id: Sample.id(300 + index), account: account, kind: kind.0, amount: kind.1,
                    undoes: kind.undoes, reason: "it's, {\"so\"}\n"),
                at: Sample.now)
        }
        let sealed = LedgerAccount(balance, head: LedgerHead(sealed: 2, seal: [1, 2]))
        try await pool.run(
            SetBalances([sealed]), InsertLedgerEntries(entries, seals: [[0], [1, 2], nil]))
        #expect(try await pool.run(LockBalances([account])) == [sealed])
        #expect(try await pool.run(OpenBalances([account])) == [sealed])
        #expect(try await pool.run(FindLedgerAccounts([account.uid])) == [sealed])
        let payees = try await pool.run(FindPayees([account.uid]))
        #expect(payees.map(\.account) == [sealed] && payees.map(\.isCounted) == [false])
        #expect(try await pool.run(FindBalances([account.uid, Sample.uid(12)])) == [balance])
        let keys = entries.map(\.key)
        #expect(try await pool.run(FindLedgerEntries(keys)) == entries)
        #expect(try await pool.run(FindUndoingEntry(of: keys[1])) == [entries[2]])
        #expect(try await pool.run(FindUndoingEntry(of: keys[0])) == [])
        try await checkTimes(pool, balance)
        try await checkReservations(pool, of: entries[1])
        try await checkCurrencies(pool)
        try await checkLedgerPages(pool, entries)
        try await checkAudit(pool)
    }

    private func checkTimes(_ pool: PostgresPool, _ balance: Balance) async throws {
        let (uid, now) = (balance.account.uid, Sample.now)
        #expect(try await pool.run(FindBalancesAt(now, of: uid)) == [balance])
        #expect(try await pool.run(FindBalancesAt(now.adding(microseconds: -1), of: uid)) == [])
    }

    private func checkReservations(_ pool: PostgresPool, of redemption: LedgerEntry) async throws {
        var reservation = Reservation(of: redemption, minutes: 5)
        try await pool.run(InsertReservations([reservation]))
        let found = try await pool.run(FindReservations([redemption.key]))
        #expect(found.map(\.reservation) == [reservation] && found.map(\.isDue) == [true])
        #expect(try await pool.run(FindDueReservations(limit: 9)) == [redemption.key])
        let broken: [Int64] = try await pool.run(CountBrokenReservations())
        #expect(broken == [1])
        for state in [Reservation.State.cancelled, .captured] {
            reservation.state = state
            try await pool.run(SettleReservation(reservation))
        }
        let settled = try await pool.run(FindReservations([redemption.key]))
        #expect(settled.map(\.reservation.state) == [.cancelled])
        let mended: [Int64] = try await pool.run(CountBrokenReservations())
        #expect(mended == [0])
    }

    private func checkCurrencies(_ pool: PostgresPool) async throws {
        let gold = Currency("gold")!
        func declared(_ title: String, _ state: DeclaredCurrency.State) -> DeclaredCurrency {
            DeclaredCurrency(
                currency: gold, title: title, state: state, createdAt: Sample.now, changedAt: Sample.now)
        }
        #expect(try await pool.run(LockCurrency(gold)) == [])
        for next in [declared("Gold", .active), declared("it's", .archived)] {
            #expect(try await pool.run(SetCurrency(next)) == [next])
            #expect(try await pool.run(LockCurrency(gold)) == [next])
        }
        try await pool.run(NotifyCurrenciesChanged())
        let all = try await pool.run(ListCurrencies(after: nil, limit: 9))
        #expect(all.map(\.currency) == [gold, .piecesOfEight])
        let rest = try await pool.run(ListCurrencies(after: gold, limit: 9))
        #expect(rest.map(\.title) == ["Pieces Of Eight"])
    }

    private func checkAudit(_ pool: PostgresPool) async throws {
        let uid = Sample.uid(11)
        let entries = (1...2).map { number in
            AuditEntry(
                id: Sample.id(number), actor: "a", action: "b\(number)", uid: number == 1 ? uid : nil,
                detail: "c", createdAt: Sample.now, before: number == 1 ? "{}" : nil)
        }
        try await pool.run(InsertAuditEntries(entries) { $0.id == Sample.id(1) ? [1] : nil })
        #expect(try await pool.run(FindAuditEntryID(entries[0].id)) == [entries[0].id])
        #expect(try await pool.run(FindAuditEntryID(Sample.id(99))) == [])
        let page = AuditPage(before: nil, limit: 9)
        #expect(try await pool.run(ListAuditEntries(page)) == [entries[1], entries[0]])
        let rest = AuditPage(before: entries[1].id, limit: 9)
        #expect(try await pool.run(ListAuditEntriesOfActor("a", rest)) == [entries[0]])
        #expect(try await pool.run(ListAuditEntriesOfAction("b2", page)) == [entries[1]])
        #expect(try await pool.run(ListAuditEntriesAbout(uid, page)) == [entries[0]])
        try await checkAuditChain(pool, entries)
    }

    private func checkAuditChain(_ pool: PostgresPool, _ entries: [AuditEntry]) async throws {
        let (start, marked) = (Sample.id(0), StoredAuditEntry(entries[0], mac: [1]))
        #expect(try await pool.run(ListUnchainedAudit(after: start, limit: 9)) == [marked])
        #expect(try await pool.run(ListUnchainedAudit(after: entries[0].id, limit: 9)) == [])
        let unproved = try await pool.run(ListUnprovedAudit(after: start, limit: 9))
        #expect(unproved == [StoredAuditEntry(entries[1], mac: nil)])
        try await pool.run(SetAuditMACs([(entries[1].id, [2])]))
        #expect(try await pool.run(ListUnprovedAudit(after: start, limit: 9)) == [])
        let (_, none) = try await pool.run(LockAuditChain(), FindAuditHead())
        #expect(none == [])
        let heads = [1, 2].map { AuditHead(sequence: $0, seal: [UInt8($0)]) }
        let indices = zip(entries, heads).map { (id: $0.id, head: $1) }
        try await pool.run(ChainAudit(indices))
        #expect(try await pool.run(FindAuditHead()) == [heads[1]])
        let second = StoredAuditEntry(entries[1], mac: [2], sequence: 2, seal: [2])
        #expect(try await pool.run(WalkAuditChain(after: 1, limit: 9)) == [second])
        let first = try await pool.run(WalkAuditChain(after: 0, limit: 1))
        #expect(first.map(\.sequence) == [Int64(1)])
        let texts = try await pool.run(LockAuditTexts(of: Sample.uid(11), naming: ["c"]))
        #expect(texts.map(\.entry) == entries)
        try await pool.run(EraseAuditTexts([(id: entries[0].id, mac: [3]), (id: entries[1].id, mac: nil)]))
        let erased = try await pool.run(WalkAuditChain(after: 0, limit: 9))
        #expect(erased.map(\.entry) == entries.map(\.erased) && erased.map(\.mac) == [[3], [2]])
    }

    private func checkLedgerPages(_ pool: PostgresPool, _ entries: [LedgerEntry]) async throws {
        let uid = Sample.uid(11)
        let first = try await pool.run(ListLedgerEntries(of: uid, before: [:], limit: 2))
        #expect(first == [entries[2], entries[1]])
        let rest = try await pool.run(
            ListLedgerEntries(of: uid, before: [.piecesOfEight: 2], limit: 2))
        #expect(rest == [entries[0]])
    }

    /// What the sections before have written, in sum.
    func checkReports(_ pool: PostgresPool) async throws {
        _ = try await pool.run(PlanFreely())
        #expect(
            try await pool.run(CountUsers()) == [
                UserCounts(users: 1_000, signedUp: 1, referred: 2, rejected: 0)
            ])
        #expect(
            try await pool.run(CountRewards()) == [
                RewardCount(
                    rule: "level-5", status: .held, currency: .piecesOfEight, count: 1, amount: 50),
                RewardCount(
                    rule: "level-5", status: .paid, currency: .piecesOfEight, count: 1_001, amount: 50_050),
            ])
        let sums = try await pool.run(SumLedger())
        #expect(sums.map(\.kind) == [.adjustment, .grant, .redemption, .refund])
        #expect(sums.map(\.amount) == [.max, 50_050, -3, 3])
        let counts = try await pool.run(CountLedger())
        #expect(counts.first?.accounts == 2 && counts.first?.entries == 1_004)
        let unmatched: [Int64] = try await pool.run(CountUnmatchedGrants())
        let returns: [Int64] = try await pool.run(CountUnmatchedReturns())
        #expect(unmatched == [0] && returns == [0])
        #expect(try await pool.run(FindBrokenAccounts()) == [])
        try await checkBrokenLedger(pool)
        try await checkReferees(pool)
    }

    private func checkBrokenLedger(_ pool: PostgresPool) async throws {
        var standing = try #require(try await pool.run(FindLedgerAccounts([Sample.uid(11)])).first)
        standing.balance = Balance(account: Sample.account(11), amount: 7, entries: 4)
        try await pool.run(SetBalances([standing]))
        let broken = BrokenAccount(
            account: Sample.account(11), balance: 7, entries: 4, sumOfEntries: .max, countOfEntries: 3,
            brokenLinks: 0)
        #expect(try await pool.run(FindBrokenAccounts()) == [broken])
        try await pool.run(InsertRewards([reward(4_000, .paid)]))
        let unmatched: [Int64] = try await pool.run(CountUnmatchedGrants())
        #expect(unmatched == [1])
    }

    private func checkKeptCounts(_ pool: PostgresPool) async throws {
        let (uid, more) = (Sample.uid(2), ReferralCounts(referred: 3, signedUp: 2, rewarded: 1))
        try await pool.run(AddReferralCounts([uid: more]))
        #expect(try await pool.run(FindReferralCounts(of: [uid])).isEmpty as Bool)
        for _ in 0..<2 { try await pool.run(KeepReferralCounts(more, of: uid)) }
        for slot in 0..<KeepReferralCounts.slots {
            try await pool.run(AddReferralCounts([uid: more], slot: slot))
        }
        let kept = try await pool.run(FindReferralCounts(of: [uid]))
        #expect(kept.map(\.counts) == [ReferralCounts(referred: 51, signedUp: 34, rewarded: 17)])
        #expect(kept.map(\.isDue) == [false])
        let taken: [UserID] = try await pool.run(TakeRecount(of: uid))
        #expect(taken == [])
    }

    private func checkReferees(_ pool: PostgresPool) async throws {
        let (one, many) = (Sample.uid(2), Sample.uid(10))
        let found = try await pool.run(CountReferees(of: [one, many, Sample.uid(9_999)]))
        let counts = Dictionary(uniqueKeysWithValues: found.map { ($0.referrer, $0.counts) })
        #expect(counts.count == 2 && counts[one] == ReferralCounts(referred: 1, signedUp: 1))
        #expect(counts[many]?.rewarded == 1_001)
        // Also when somebody asks for the player who became an account beside the account.
        let merged = try await pool.run(CountReferees(of: [one, many], with: [(account: one, player: many)]))
        #expect(merged.map(\.counts.rewarded) == [1_001, 1_001])
        try await checkKeptCounts(pool)
        let rewarded = try await pool.run(
            FindRewardedReferees(of: Sample.uid(10), among: [Sample.uid(5), Sample.uid(2_000)]))
        #expect(rewarded == [Sample.uid(5)])
        let referees = try await pool.run(ListReferees(of: Sample.uid(2), before: nil, limit: 5))
        #expect(referees.map(\.uid) == [Sample.uid(3)])
        #expect(try await pool.run(ListReferees(of: Sample.uid(2), before: Sample.uid(3), limit: 5)) == [])
        let page = try await pool.run(ListUsers(before: nil, limit: 2))
        #expect(page.map(\.uid) == [Sample.uid(1_000), Sample.uid(999)])
        #expect(try await pool.run(ListUsers(before: Sample.uid(2), limit: 2)).map(\.uid) == [Sample.uid(1)])
    }
}

extension StatementTests {
    func checkUnrecovered(_ pool: PostgresPool, _ reversed: Reward) async throws {
        let uid = reversed.beneficiary
        let missing = FindUnrecovered(of: Account(uid: uid, currency: reversed.currency))
        let found = try await pool.run(missing)
        #expect(found.map(\.reward) == [reversed] && found.map(\.last) == [reversed.id])
        // The second comes too late.
        for left in [5, 9] as [Int64] {
            try await pool.run(SetUnrecovered(reversed.reversed(unrecovered: left), from: 20))
        }
        let rest: [Reward] = try await pool.run(FindReward(reversed.id, of: uid))
        #expect(rest.map(\.unrecovered) == [5])
        try await pool.run(SetUnrecovered(reversed.reversed(unrecovered: 0), from: 5))
        #expect(try await pool.run(missing).isEmpty)
    }
}
