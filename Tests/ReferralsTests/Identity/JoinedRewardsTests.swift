import FoundationEssentials
import Referrals
import Testing
import Values

/// Two players who turn out to be one have what one could have been given, and the oldest of it.
struct JoinedRewardsTests {
    private let account = UserID(UUID())
    private let player = UserID(UUID())
    private let start = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)

    private func rule(
        perBeneficiary: Int64? = nil, perDay: Int64? = nil, tiers: [(Int64, Int64)] = [], version: Int64 = 1
    ) -> Rule {
        let amount: RuleGrant.Amount =
            tiers.isEmpty ? .fixed(10) : .tiers(tiers.map { RuleGrant.Tier(from: $0.0, amount: $0.1) })
        return Rule(
            name: "friends", version: version,
            terms: RuleTerms(
                when: [.referred], pay: [RuleGrant(to: .referrer, .piecesOfEight, amount)],
                limits: RuleTerms.Limits(perBeneficiary: perBeneficiary, perBeneficiaryPerDay: perDay)))
    }

    private func reward(
        to beneficiary: UserID, hour: Int64, for subject: UserID = UserID(UUID()), amount: Int64 = 10,
        status: Reward.Status = .paid, version: Int64 = 1
    ) -> Reward {
        Reward(
            id: UUID(), rule: "friends", beneficiary: beneficiary, role: .referrer, subject: subject,
            currency: .piecesOfEight, amount: amount, status: status, reason: "",
            grantedAt: start.adding(seconds: hour * 3_600), ruleVersion: version)
    }

    private func excess(_ rewards: [Reward], by rule: Rule, merged: [UserID] = []) -> [UUID] {
        JoinedRewards(player, into: account, merged: merged, rules: [rule]).excess(among: rewards).map(\.id)
    }

    @Test func `beyond the limit the newest go, whosever they are`() {
        let rewards = [
            reward(to: account, hour: 1), reward(to: player, hour: 2), reward(to: account, hour: 3),
            reward(to: player, hour: 4, status: .held), reward(to: player, hour: 5),
            reward(to: player, hour: 0, status: .void),
        ]
        #expect(excess(rewards, by: rule(perBeneficiary: 3)) == [rewards[4].id, rewards[3].id])
        #expect(excess(rewards, by: rule()) == [])
    }

    @Test func `who was given more by an earlier version of the rule keeps it`() {
        let rewards = (0..<5).map { reward(to: account, hour: $0) } + [reward(to: player, hour: 9)]
        #expect(excess(rewards, by: rule(perBeneficiary: 3, version: 2)) == [rewards[5].id])
    }

    @Test func `of any 24 hours so many stay as the rule gives in one`() {
        let rewards = [0, 1, 23, 24, 25, 26].map { reward(to: $0 % 2 == 0 ? player : account, hour: $0) }
        // At 24 hours the first one is a day old; at 25 the second.
        #expect(excess(rewards, by: rule(perDay: 2)) == [5, 2].map { rewards[$0].id })
    }

    @Test func `a player is nobody's friend twice, and its own once`() {
        let (referrer, former) = (UserID(UUID()), UserID(UUID()))
        let rewards = [
            reward(to: referrer, hour: 1, for: account), reward(to: referrer, hour: 2, for: player),
            reward(to: account, hour: 3, for: account), reward(to: player, hour: 4, for: player),
            reward(to: former, hour: 5, for: former), reward(to: UserID(UUID()), hour: 6, for: player),
        ]
        #expect(excess(rewards, by: rule(), merged: [former]) == [4, 3, 1].map { rewards[$0].id })
    }

    @Test func `the player's tiers go on where the account's end`() {
        let falling = [(Int64(1), Int64(100)), (2, 10)]
        let rewards = [
            reward(to: player, hour: 1, amount: 100), reward(to: account, hour: 2, amount: 100),
            reward(to: player, hour: 3, amount: 10),
        ]
        #expect(excess(rewards, by: rule(tiers: falling)) == [rewards[0].id])
        let rising = [(Int64(1), Int64(10)), (2, 100)]
        #expect(
            excess([reward(to: player, hour: 1), reward(to: account, hour: 2)], by: rule(tiers: rising)) == []
        )
        // Amounts of another version are no tiers of this one.
        #expect(excess(rewards, by: rule(tiers: falling, version: 2)) == [])
    }

    @Test func `a rule that nobody knows any more takes nothing away`() {
        let rewards = (0..<3).map { reward(to: $0 == 0 ? account : player, hour: $0) }
        #expect(
            JoinedRewards(player, into: account, merged: [], rules: []).excess(among: rewards).isEmpty)
    }
}
