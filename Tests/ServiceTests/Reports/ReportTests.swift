import Accounts
import Batching
import EventLoops
import FoundationEssentials
import Referrals
import Rewards
import TestSupport
import Testing
import Values

@testable import Ledger
@testable import Reporting
@testable import Service

/// What users and administrators look up.
@Suite struct ReportTests {
    @Test func `referrals are counted, and listed newest first`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            var friends: [User] = []
            for _ in 0..<5 { friends.append(try await rig.signUp(referredBy: anne).user) }
            try await rig.link(friends[0])
            try await rig.reach(5, friends[1])
            let reports = rig.services.reports
            let counts = try await reports.referralCounts(of: anne.uid)
            #expect((counts.referred, counts.signedUp, counts.rewarded) == (5, 1, 1))
            let first = try await reports.referees(of: anne.uid, after: nil, limit: 3)
            let second = try await reports.referees(of: anne.uid, after: first.next, limit: 3)
            let listed = first.items + second.items
            #expect(listed.map(\.user.uid) == friends.reversed().map(\.uid) && second.next == nil)
            #expect(listed.filter(\.isRewarded).map(\.user.uid) == [friends[1].uid])
        }
    }

    @Test func `paid rewards are all found among those that wait, however many`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            try rig.database.psql(
                """
                INSERT INTO rewards SELECT '\(anne.uid)', gen_random_uuid(), 'level-5', gen_random_uuid(),
                    'referrer',
                    'pieces_of_eight', 50, CASE WHEN i % 300 = 0 THEN 'paid' ELSE 'held' END, '', now()
                FROM generate_series(1, 3000) AS i
                """)
            for (status, count) in [(Reward.Status.paid, 10), (.held, 2_990), (.void, 0)] {
                var found: [Reward] = []
                var cursor: RewardPosition?
                repeat {
                    let page = try await rig.services.rewards.rewards(
                        of: anne.uid, status: status, after: cursor, limit: 7)
                    #expect(page.items.count <= 7)
                    found += page.items
                    cursor = page.next
                } while cursor != nil
                #expect(found.count == count && Set(found.map(\.id)).count == count)
                #expect(found.allSatisfy { $0.status == status })
            }
        }
    }

    @Test func `a statement that can't be read doesn't end the list of them`() async throws {
        try await ServicesRig.with { rig, _ in
            let keys = LedgerKeys(LedgerKey())
            for number: Int64 in 1...4 {
                let statement = LedgerStatement(
                    number: number, madeAt: "", LedgerTally(), unsealed: 0, sealingEnded: false, before: nil,
                    signedBy: keys.current)
                let body = number == 3 ? "{}" : statement.json
                try rig.database.psql("INSERT INTO ledger_statements VALUES (\(number), '\(body)')")
            }
            var numbers: [Int64] = []
            var cursor: Int64?
            repeat {
                let page = try await rig.services.reports.statements(before: cursor, limit: 1)
                numbers += page.items.map(\.number)
                cursor = page.next
            } while cursor != nil
            #expect(numbers == [4, 2, 1])
        }
    }

    @Test func `events are listed newest first, each with what was decided`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp(referredBy: try await rig.signUp().user).user
            for level: Int32 in [1, 3, 5, 2] { try await rig.reach(level, ben) }
            let reports = rig.services.reports
            let first = try await reports.events(of: ben.uid, after: nil, limit: 3)
            let second = try await reports.events(of: ben.uid, after: first.next, limit: 3)
            let events = first.items + second.items
            #expect(events.map(\.event.fact) == [2, 5, 3, 1].map(Fact.levelReached) && second.next == nil)
            #expect(events[1].decisions.contains { $0.rule == "level-5" && $0.outcome == .paid })
            let user = try await rig.services.accounts.user(ben.uid)
            let standing = try await reports.currentDecisions(of: user)
            #expect(standing.first { $0.rule == "signup" }?.outcome == .notYet)
        }
    }

    @Test func `users are found by e-mail, by code, by referrer, and by all that is given together`()
        async throws
    {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            let ben = try await rig.signUp(referredBy: anne).user
            try await rig.link(ben)
            func found(
                _ email: EmailAddress? = nil, _ code: ReferralCode? = nil, _ referrer: UserID? = nil
            ) async throws -> [UserID] {
                let search = UserSearch(email: email, referralCode: code, referredBy: referrer)
                return try await rig.services.reports.users(search, after: nil, limit: 9).items.map(\.uid)
            }
            #expect(try await found() == [ben.uid, anne.uid])
            #expect(try await found(ServicesRig.email) == [ben.uid])
            #expect(try await found(nil, anne.referralCode) == [anne.uid])
            #expect(try await found(nil, nil, anne.uid) == [ben.uid])
            #expect(try await found(ServicesRig.email, ben.referralCode, anne.uid) == [ben.uid])
            #expect(try await found(ServicesRig.email, anne.referralCode) == [])
        }
    }

    @Test func `statistics count all, and a ledger that was tampered with is told`() async throws {
        try await ServicesRig.with { rig, _ in
            let (anne, ben, _) = try await rig.heldReward()
            try await rig.link(ben)
            let reports = rig.services.reports
            let statistics = try await reports.statistics()
            #expect(
                (statistics.users.users, statistics.users.signedUp, statistics.users.referred) == (2, 1, 1))
            #expect(Set(statistics.rewards.map(\.status)) == [.held])
            let sound = try await reports.checkLedger()
            #expect(sound.isBalanced)
            _ = try rig.database.psql("INSERT INTO balances VALUES ('\(anne.uid)', 'gold', 7, 1)")
            let check = try await reports.checkLedger()
            #expect(check.brokenAccounts.map(\.account.uid) == [anne.uid])
        }
    }

    @Test func `long counts run one at a time on a loop, and all who ask share it`() async throws {
        try await ServicesRig.with { rig, loop in
            let reports = rig.services.reports
            let answers = await together(40, on: loop) { _ in try? await reports.statistics().users.users }
            #expect(answers.compactMap(\.self).count == 40)
            let checks = await together(40, on: loop) { _ in try? await reports.checkLedger().isBalanced }
            #expect(checks.compactMap(\.self).count == 40)
        }
    }
}
