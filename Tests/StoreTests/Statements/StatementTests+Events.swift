import Links
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// Events of users 6 and 7, of each type.
    func checkEvents(_ pool: PostgresPool) async throws {
        var after = Sample.user(6)
        after.referral.referredBy = Sample.uid(1)
        after.progress = Progress(level: 4, highestLevel: 6)
        after.signedUpAt = Sample.now
        after.lastSignInAt = Sample.now.adding(seconds: 1)
        let facts: [Fact] = [
            .levelReached(1_000_000), .milestoneReached(Milestone("a_1")),
            .counterIncremented(Counter("races_won")!, by: 1_000_000_000), .platformUsed(.ios),
            .referrerRecorded(Sample.uid(1)),
            .credentialLinked, .emailVerified, .playerMerged(Sample.uid(2), Progress()),
        ]
        #expect(facts.map(\.type) == EventType.allCases)
        let decisions = [
            Decision(rule: "signup", outcome: .paid, reason: "deserved"),
            Decision(rule: "level-5", outcome: .notYet, reason: "level_below_5"),
        ]
        let events = facts.enumerated().map { index, fact in
            RecordedEvent(
                event: Event(
                    uid: Sample.uid(6), id: Sample.id(200 + index), fact: fact,
                    occurredAt: index == 0 ? Sample.now.adding(seconds: -86_400) : nil),
                receivedAt: Sample.now.adding(seconds: Int64(index)),
                number: index == 3 ? nil : FactNumber(firstAt: Sample.now).advanced(by: index), user: after,
                decisions: index == 1 ? [] : decisions,
                summary: index == 2 ? DecisionSummary(programme: 17, codes: "pA.") : nil)
        }
        try await pool.run(InsertEvents(events.dropFirst().reversed()), InsertEvent(events[0]))
        let keys = events.map(\.event.key)
        let found = try await pool.run(FindEvents(keys + [Event.Key(uid: Sample.uid(7), id: Sample.id(200))]))
        #expect(found.sorted { $0.event.key < $1.event.key } == events)
        try await pool.run(AwaitStandbys([Sample.uid(6), Sample.uid(7)]))
        let page = try await pool.run(ListEventsOfUser(of: Sample.uid(6), before: nil, limit: 7))
        #expect(page == events[1...7].reversed())
        let last = events[1].position
        #expect(
            try await pool.run(ListEventsOfUser(of: Sample.uid(6), before: last, limit: 3)) == [events[0]])
        try await checkManyEvents(pool)
    }

    private func checkManyEvents(_ pool: PostgresPool) async throws {
        let events = (0..<1_000).map { number in
            RecordedEvent(
                event: Event(
                    uid: Sample.uid(7), id: Sample.id(number), fact: .levelReached(Int32(number + 1))),
                receivedAt: Sample.now, number: FactNumber(firstAt: Sample.now).advanced(by: 1_000 - number),
                user: Sample.user(7), decisions: [])
        }
        try await pool.run(InsertEvents(events))
        // Of one time, in the order in which they were recorded.
        var (listed, last): ([RecordedEvent], EventPosition?) = ([], nil)
        for _ in 0..<4 {
            listed += try await pool.run(ListEventsOfUser(of: Sample.uid(7), before: last, limit: 250))
            last = listed.last?.position
        }
        #expect(listed == events)
        let found = try await pool.run(FindEvents(events.map(\.event.key)))
        #expect(found.sorted { $0.event.key < $1.event.key } == events)
    }

    func checkEmptyArrays(_ pool: PostgresPool) async throws {
        try await pool.run(
            InsertUsers([]), InsertReferralCodes([]), InsertSignUpKeys([]), DeleteSignUpKeys([]),
            InsertInstallKeys([]), DeleteInstallKeys([]), InsertKeysOfInstalls([]),
            UpdateReferrals([]), UpdateSignUps([]), RememberRules([]), SetProgress([]), InsertSessions([]),
            InsertRevocations([]), DeleteSessionsOfUsers([]), InsertEvents([]), InsertRewards([]),
            SetBalances([]), InsertLedgerEntries([], seals: []), SetHeads([]), SetCounters([]), SetRules([]),
            InsertRuleVersions([]), SetBudgets([:]), SetBudgetStripes([:]), StripeBudgets([]),
            SetGrantCounts([:], countedSince: [:]),
            InsertReservations([]), AddDayCounts([]), AddDailyReferralEarnings([]), AddEarningsRanks([:]),
            SetReferralEarningsSums([]), DeleteReferralEarningsOfDay(1, []),
            InsertAuditEntries([]) { _ in nil }, InsertClicks([]), AddLinkClicks([]), InsertTaps([]),
            AddClaims([]), InsertTrialRewards([], of: Sample.id(1)), AddTrialSums([], of: Sample.id(1)))
        #expect(try await pool.run(FindTrialSums([], of: Sample.id(1))) == [])
        #expect(try await pool.run(FindReferralEarningsSums(of: [])) == [])
        #expect(try await pool.run(FindReferredUsers([])).isEmpty as Bool)
        #expect(try await pool.run(FindEarlierRewards([])) == [])
        #expect(try await pool.run(FindLinkLabels(of: [])).isEmpty as Bool)
        #expect(try await pool.run(InsertLinks([])) == [])
        #expect(try await pool.run(FindLinks([])) == [])
        #expect(try await pool.run(MarkTapped([], firstID: Sample.id(1))) == [])
        #expect(try await pool.run(FindGuesses([], since: Sample.now, firstID: Sample.id(1), limit: 1)) == [])
        let device = FindDeviceClicks(
            [], since: Sample.now, firstID: Sample.id(1), code: LinkCode("x")!, limit: 1)
        #expect(try await pool.run(device) == [])
        #expect(try await pool.run(FindUsersByID([])) == [])
        #expect(try await pool.run(LockUsers([])) == [])
        #expect(try await pool.run(ApplyFacts([:])) == [])
        #expect(try await pool.run(FindReferralCodes([])).isEmpty as Bool)
        #expect(try await pool.run(FindSignUpKeys([])) == [])
        try await pool.run(InsertAccounts([], verified: []), InsertPasswordSchemes([]))
        #expect(try await pool.run(FindEmailOwners([])).isEmpty as Bool)
        #expect(try await pool.run(InsertExternalIDs([:])) == [])
        #expect(try await pool.run(FindExternalIDs([])).isEmpty as Bool)
        #expect(try await pool.run(InsertCredentials([])) == [])
        #expect(try await pool.run(FindSessionsOfUsers([])).isEmpty as Bool)
        #expect(try await pool.run(FindEvents([])) == [])
        #expect(try await pool.run(FindRewards([])) == [])
        #expect(try await pool.run(LockBalances([])) == [])
        #expect(try await pool.run(LockGrantCounts([])) == [])
        #expect(try await pool.run(CountGiven([:], recentSince: Sample.now)) == [])
        #expect(try await pool.run(LockBudgets([])).isEmpty as Bool)
        #expect(try await pool.run(LockBudgetStripes([], gathering: [])).isEmpty as Bool)
        #expect(try await pool.run(ReleaseDueRewards([])) == [])
        #expect(try await pool.run(FindMerges(of: [])) == [])
        try await pool.run(
            CarryOverGrantCounts([], to: Sample.uid(1)), WakeMerges(of: [], at: Sample.now),
            MoveReferees([], from: Sample.uid(1), to: Sample.uid(2)))
        #expect(try await pool.run(FindBalances([])) == [])
        #expect(try await pool.run(FindLedgerEntries([])) == [])
        #expect(try await pool.run(FindReservations([])).isEmpty as Bool)
        #expect(try await pool.run(FindRewardedReferees(of: Sample.uid(1), among: [])) == [])
        let ledger = try await pool.run(CountLedger())
        #expect(ledger.map(\.entries) == [0])
    }
}
