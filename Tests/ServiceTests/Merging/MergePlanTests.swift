import FoundationEssentials
import Referrals
import Testing
import Values

@testable import Accounts

/// What a merge comes to, without a database: player 1 becomes account 2, which player 3 became before, and
/// player 4 referred player 1 where somebody did.
struct MergePlanTests {
    private static let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
    private static let uids = (0..<10).map { _ in UserID(UUID()) }

    private static func user(
        _ number: Int, referredBy referrer: Int? = nil, isSignedUp: Bool = false
    ) -> User {
        User(
            uid: uids[number], referralCode: ReferralCode("0123456789")!,
            referral: Referral(referredBy: referrer.map { uids[$0] }), signedUpAt: isSignedUp ? now : nil,
            createdAt: now)
    }

    private static func reward(
        to beneficiary: Int, for subject: Int, _ status: Reward.Status = .paid,
        role: RewardRole = .referrer, rule: RuleName = "friends", hour: Int64 = 0
    ) -> Reward {
        Reward(
            id: UUID(), rule: rule, beneficiary: uids[beneficiary], role: role, subject: uids[subject],
            currency: .piecesOfEight, amount: 10, status: status, reason: "",
            grantedAt: now.adding(seconds: hour * 3_600))
    }

    private static func family(_ player: User, _ rewards: [Reward] = [], rules: [Rule] = []) -> FamilyRewards
    {
        FamilyRewards(
            family: MergedFamily(of: player, uids[2], [uids[3]]), given: [], rules: rules, rewards: rewards)
    }

    private static func plan(
        referredBy referrer: Int? = nil, referees: [User] = [], closing: [Int] = [], rewarded: Int64 = 0,
        _ rewards: [Reward] = [], held: [Reward] = [], denied: MergedFriends.Denied = .init(),
        excess: [Reward] = []
    ) -> MergePlan {
        let (player, account) = (user(1, referredBy: referrer), user(2, isSignedUp: true))
        var family = family(player, rewards)
        family.held = held
        let merger = Merger(
            player, into: account, referrers: closing.map { uids[$0] },
            playersReferrers: referrer.map { [uids[$0]] } ?? [], at: now)
        let pair = MergedPair(
            merger, family.family, MergeReads(player: player, account: account, referees: referees))
        return MergePlan(
            pair, into: account, in: RuleBook([]), rewarded: rewarded, family, denied,
            MergeExcess(excess, among: excess, of: [], mergedInto: family.mergedInto))
    }

    @Test func `all whom the player referred are friends but the family and who closes a ring`() {
        let referees = [
            Self.user(2, isSignedUp: true), Self.user(3), Self.user(5), Self.user(6, isSignedUp: true),
            Self.user(7),
        ]
        let plan = Self.plan(referees: referees, closing: [8, 7, 1])
        #expect(plan.pair.friends.map(\.uid) == [5, 6].map { Self.uids[$0] })
        #expect(plan.counts == ReferralCounts(referred: 2, signedUp: 1, rewarded: 0))
    }

    @Test func `a player whom the account referred is its referee no more`() {
        #expect(Self.plan(referredBy: 2, referees: [Self.user(5)]).counts.referred == 0)
        #expect(Self.plan(referredBy: 4, referees: [Self.user(5)]).counts.referred == 1)
    }

    @Test func `who referred the player has one more who signed up, where the account takes it over`() {
        #expect(Self.plan(referredBy: 4).referrer == Self.uids[4])
        #expect(Self.plan(referredBy: 2).referrer == nil)
        #expect(Self.plan().referrer == nil)
    }

    @Test(
        arguments: [
            (2, 1, .paid, .referrer, true), (3, 1, .paid, .referrer, true), (1, 2, .paid, .referrer, true),
            (1, 3, .paid, .referrer, true),
            // For a friend, for itself, by the referrer, as a referee, and what isn't paid.
            (1, 5, .paid, .referrer, false), (1, 1, .paid, .referrer, false), (4, 1, .paid, .referrer, false),
            (2, 3, .paid, .referrer, false), (1, 2, .paid, .referee, false), (2, 1, .held, .referrer, false),
            (2, 1, .reversed, .referrer, false),
        ] as [(Int, Int, Reward.Status, RewardRole, Bool)])
    func `what the two were paid for each other is taken back`(
        beneficiary: Int, subject: Int, status: Reward.Status, role: RewardRole, isOwn: Bool
    ) {
        let reward = Self.reward(to: beneficiary, for: subject, status, role: role)
        #expect(Self.plan([reward]).takenBack == (isOwn ? [reward] : []))
    }

    @Test func `from the two themselves, or from the account where another was paid`() {
        let plan = Self.plan()
        let mergedInto = [1, 2, 3].map { plan.fallbackUser(of: Self.reward(to: $0, for: 5)) }
        #expect(mergedInto == [nil, nil, Self.uids[2]])
    }

    @Test func `whom the player was paid for the account was paid for, but not for itself or a denied one`() {
        let own = [Self.reward(to: 1, for: 2), Self.reward(to: 1, for: 2, rule: "other")]
        let paid = Self.reward(to: 1, for: 5)
        for (rewarded, denied, left) in [(3, [], 2), (3, [paid], 1), (1, [paid], 0)]
            as [(Int64, [Reward], Int64)]
        {
            let plan = Self.plan(rewarded: rewarded, own, denied: .init(paid: denied))
            #expect(plan.counts.rewarded == left)
            #expect(plan.takenBack == own + denied)
        }
    }

    @Test func `what was held is void, and the account remembers what of it was for itself`() {
        let held = [
            Self.reward(to: 1, for: 2, .held, rule: "mine"), Self.reward(to: 2, for: 1, .held, rule: "yours"),
        ]
        let denied = Self.reward(to: 1, for: 5, .held)
        let excess = [
            Self.reward(to: 4, for: 2, .held, rule: "more"), Self.reward(to: 2, for: 6, rule: "paid"),
        ]
        let plan = Self.plan(held: held, denied: .init(voided: [denied]), excess: excess)
        #expect(plan.voided == held + [denied, excess[0]])
        #expect(plan.joined.memory == ["mine": .denied, "more": .denied])
        #expect(plan.excess.paid == [excess[1]])
    }

    @Test func `beyond a limit the newest goes, but for what goes for another reason`() {
        let rule = Rule(
            name: "friends", version: 1,
            terms: RuleTerms(
                when: [.referred], pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(10))],
                limits: .init(perBeneficiary: 1)))
        let rewards = [(2, 5), (1, 6), (1, 7)].enumerated().map { hour, pair in
            Self.reward(to: pair.0, for: pair.1, hour: Int64(hour))
        }
        var family = Self.family(Self.user(1), rewards, rules: [rule])
        // The player alone has two.
        #expect(family.excess(without: []) == [rewards[2]])
        #expect(family.excess(without: [rewards[2]]) == [rewards[1]])
        family.held = [rewards[0]]
        #expect(family.excess(without: [rewards[2]]) == [])
    }

    @Test func `what was paid while it was looked at stays, and whose last payment goes has one fewer`() {
        let (held, paid) = (Self.reward(to: 1, for: 5, .held), Self.reward(to: 1, for: 6))
        let late = Reward(
            id: held.id, rule: held.rule, beneficiary: held.beneficiary, role: held.role,
            subject: held.subject, currency: held.currency, amount: held.amount, status: .paid, reason: "",
            grantedAt: held.grantedAt)
        let mergedInto = Self.family(Self.user(1)).mergedInto
        #expect(mergedInto == [Self.uids[1]: Self.uids[2], Self.uids[3]: Self.uids[2]])
        for (others, fewer) in [([], [Self.uids[2]: 1]), ([Self.reward(to: 3, for: 6, rule: "other")], [:])]
            as [([Reward], [UserID: Int64])]
        {
            let excess = MergeExcess(
                [held, paid], among: [late, paid] + others, of: [], mergedInto: mergedInto)
            #expect(excess.voided == [] && excess.paid == [paid] && excess.unrewarded == fewer)
        }
    }
}
