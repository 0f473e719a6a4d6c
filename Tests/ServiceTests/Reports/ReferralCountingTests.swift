import Accounts
import EventLoops
import FoundationEssentials
import Referrals
import Reporting
import TestSupport
import Testing
import Values

@testable import Rewards
@testable import Service

/// Whom somebody referred is counted as long as they are few; of those who referred many it is kept.
@Suite struct ReferralCountingTests {
    @Test func `few are looked at, and nothing is kept of them`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            _ = try await rig.signUp(referredBy: anne)
            #expect(try await rig.counts(of: anne) == ReferralCounts(referred: 1))
            try rig.load(999, referredBy: anne)
            #expect(try await rig.counts(of: anne) == ReferralCounts(referred: 1_000))
            #expect(try rig.database.psql("SELECT count(*) FROM referral_counts") == "0")
        }
    }

    @Test func `many are kept, and are right whoever adds to them`() async throws {
        try await ServicesRig.with { rig, loop in
            let anne = try await rig.referrerOfMany()
            let friends = await together(8, on: loop) { _ in
                try? await rig.signUp(referredBy: anne, .unique).user
            }.compactMap(\.self)
            let late = try await rig.signUp().user
            _ = try await rig.services.accounts.recordReferrer(.named(.user(anne.uid)), of: late.uid)
            for level: Int32 in [5, 6] { try await rig.reach(level, friends[0]) }
            try await rig.link(friends[1])
            let held = try await rig.signUp(referredBy: anne, .default).user
            let reward = try #require(try await rig.reach(5, held).rewards.first)
            let expected = ReferralCounts(referred: 1_011, signedUp: 1, rewarded: 1)
            #expect(try await rig.counts(of: anne) == expected)
            _ = try await rig.services.rewards.review(
                RewardReview(
                    uid: anne.uid, rewardID: reward.id, decision: .release, reason: "fine", actor: "test"))
            #expect(try await rig.counts(of: anne).rewarded == 2)
            try rig.expectKept(of: anne, toBe: try await rig.counts(of: anne))
        }
    }

    @Test func `for how many it was paid is right after a reward is taken back, and a rule archived`()
        async throws
    {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.referrerOfMany()
            let later = RuleTerms(
                description: "", when: [.highestLevel(atLeast: 6)],
                pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(10))])
            func expectRewarded(_ count: Int64) async throws {
                let counts = try await rig.counts(of: anne)
                #expect(counts.rewarded == count)
                try rig.expectKept(of: anne, toBe: counts)
            }
            let ben = try await rig.signUp(referredBy: anne).user
            let carl = try await rig.signUp(referredBy: anne).user
            let reward = try #require(try await rig.reach(5, ben).rewards.first)
            try await rig.reach(5, carl)
            try await expectRewarded(2)
            _ = try await rig.services.rewards.reverse(
                RewardReversal(
                    uid: anne.uid, rewardID: reward.id, shortfall: .refuse, reason: "a ring", actor: "test"))
            try await expectRewarded(1)
            _ = try await rig.services.rules.add("later", later, isActive: true, by: "test")
            #expect(await eventually { (try? await rig.reach(6, ben).rewards.count) == 1 })
            try await expectRewarded(2)
            _ = try await rig.services.rules.set("level-5", to: .archived, by: "test")
            let others = try await rig.signUp().user
            #expect(
                await eventually {
                    guard let dan = try? await rig.signUp(referredBy: others).user else { return false }
                    return (try? await rig.reach(5, dan).rewards) == []
                })
            // For Carl the rule paid that is no longer in force.
            #expect(try await rig.reach(6, carl).rewards.count == 1)
            try await expectRewarded(2)
        }
    }

    @Test func `whoever wasn't counted is found when the counts are due`() async throws {
        try await ServicesRig.with { rig, loop in
            let anne = try await rig.referrerOfMany()
            // As a process of an earlier version would.
            try rig.load(5, referredBy: anne)
            #expect(try await rig.counts(of: anne).referred == 1_001)
            try rig.makeRecountDue()
            // Some are on their way, and some look at the same time: it is put right once.
            _ = await together(20, on: loop) { number in
                if number % 2 == 0 {
                    _ = try? await rig.signUp(referredBy: anne)
                } else {
                    _ = try? await rig.counts(of: anne)
                }
            }
            try rig.expectKept(of: anne, toBe: ReferralCounts(referred: 1_016))
            #expect(try await rig.counts(of: anne).referred == 1_016)
        }
    }

    @Test func `several at once are counted as each alone`() async throws {
        try await ServicesRig.with { rig, _ in
            let users = [try await rig.signUp().user, try await rig.signUp().user]
            let kept = try await rig.referrerOfMany()
            let many = try await rig.signUp().user
            try rig.load(1_001, referredBy: many)
            try await rig.reach(5, try await rig.signUp(referredBy: users[0]).user)
            let all = users + [kept, many]
            let counts = try await ReferralCounting(pool: rig.services.pool).counts(of: all.map(\.uid))
            #expect(
                all.map { counts[$0.uid] } == [
                    ReferralCounts(referred: 1, rewarded: 1), ReferralCounts(),
                    ReferralCounts(referred: 1_001), ReferralCounts(referred: 1_001),
                ])
            for user in all { #expect(try await rig.counts(of: user) == counts[user.uid]) }
        }
    }

    @Test func `those who add to one referrer's counts spread over its rows`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.referrerOfMany()
            for _ in 0..<30 { _ = try await rig.signUp(referredBy: anne) }
            let touched = try rig.database.psql("SELECT count(*) FROM referral_counts WHERE referred > 0")
            #expect(try #require(Int(touched)) > 5)
        }
    }
}

extension ServicesRig {
    fileprivate func counts(of user: User) async throws -> ReferralCounts {
        try await services.reports.referralCounts(of: user.uid)
    }

    /// Somebody who referred so many that the counts are kept, and they are.
    fileprivate func referrerOfMany() async throws -> User {
        let anne = try await signUp().user
        try load(1_001, referredBy: anne)
        #expect(try await counts(of: anne) == ReferralCounts(referred: 1_001))
        try expectKept(of: anne, toBe: ReferralCounts(referred: 1_001))
        return anne
    }

    fileprivate func load(_ count: Int, referredBy user: User) throws {
        try database.psql(
            """
            INSERT INTO users (uid, referral_code, referred_by, created_at)
            SELECT gen_random_uuid(), substr(md5(random()::text), 1, 10), '\(user.uid)', now()
            FROM generate_series(1, \(count))
            """)
    }

    fileprivate func makeRecountDue() throws {
        try database.psql("UPDATE referral_counts SET recount_at = now() WHERE slot = 0")
    }

    fileprivate func expectKept(of user: User, toBe counts: ReferralCounts) throws {
        let sums = try database.psql(
            """
            SELECT sum(referred), sum(signed_up), sum(rewarded), count(*) FROM referral_counts
            WHERE uid = '\(user.uid)'
            """)
        #expect(sums == "\(counts.referred)|\(counts.signedUp)|\(counts.rewarded)|16")
    }
}
