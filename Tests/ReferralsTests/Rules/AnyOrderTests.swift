import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

/// Any order and any duplication of the same facts ends in the same rewards.
@Suite struct AnyOrderTests {
    /// A player, and everything that will ever happen to it.
    struct Life {
        let player: User
        let facts: [Fact]
        let lateReferrer: UserID?
    }

    /// What a reward is, apart from its id and time.
    struct Grant: Hashable {
        let beneficiary: UserID
        let subject: UserID
        let rule: RuleName
        let status: Reward.Status
        let amount: Int64
    }

    @Test func `any order and duplication of the same facts pays the same, once`() {
        var random = SeededGenerator("AnyOrderTests")
        for _ in 0..<300 {
            let lives = (1...4).map { randomLife($0, &random) }
            let expected = Set(lives.flatMap(deserved))
            for _ in 0..<5 {
                let grants = play(scramble(lives, &random), lives)
                #expect(Set(grants).count == grants.count, "paid twice")
                #expect(Set(grants) == expected)
                #expect(sums(grants) == sums(Array(expected)))
            }
        }
    }

    private func randomLife(_ number: Int, _ random: inout SeededGenerator) -> Life {
        let referrer = Bool.random(using: &random) ? (number % 4) + 1 : nil
        let isLate = Bool.random(using: &random)
        let confidences: [MatchConfidence?] = [nil, nil, .unique, .default, .weak]
        let confidence = confidences.randomElement(using: &random) ?? nil
        let player = Sample.player(number, referredBy: isLate ? nil : referrer, confidence: confidence)
        var facts: [Fact] = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            .levelReached(.random(in: 1...7, using: &random))
        }
        facts += ["tutorial_completed", "first_win"].compactMap(Milestone.init).map(Fact.milestoneReached)
        if Bool.random(using: &random) { facts.append(.credentialLinked) }
        return Life(
            player: player, facts: facts, lateReferrer: isLate ? referrer.map(Sample.uid) : nil)
    }

    /// The rules in plain words, apart from the code that applies them.
    private func deserved(_ life: Life) -> [Grant] {
        guard let referrer = life.player.referral.referredBy ?? life.lateReferrer else { return [] }
        let confidence = life.player.referral.matchConfidence
        guard confidence != .weak else { return [] }
        let status: Reward.Status = confidence == .default ? .held : .paid
        var grants: [Grant] = []
        let uid = life.player.uid
        if life.facts.contains(.credentialLinked) {
            grants.append(
                Grant(beneficiary: uid, subject: uid, rule: "signup", status: status, amount: 50))
        }
        if life.facts.contains(where: { if case .levelReached(5...) = $0 { true } else { false } }) {
            grants.append(
                Grant(beneficiary: referrer, subject: uid, rule: "level-5", status: status, amount: 50))
        }
        return grants
    }

    /// All facts of all players, some twice or thrice, in any order; only the first record of a referrer
    /// comes before the sign-up, as the service sees to.
    private func scramble(
        _ lives: [Life], _ random: inout SeededGenerator
    ) -> [(player: Int, fact: Fact)] {
        var steps: [(player: Int, fact: Fact)] = []
        for (player, life) in lives.enumerated() {
            for fact in life.facts + (life.lateReferrer.map { [.referrerRecorded($0)] } ?? []) {
                let copies = Int.random(in: 1...3, using: &random)
                steps += Array(repeating: (player, fact), count: copies)
            }
        }
        steps.shuffle(using: &random)
        for (player, life) in lives.enumerated() where life.lateReferrer != nil {
            let signUp = steps.firstIndex { $0.player == player && $0.fact == .credentialLinked }
            let referrer = steps.firstIndex { $0.player == player && $0.fact.type == .referrerRecorded }
            if let signUp, let referrer, signUp < referrer { steps.swapAt(signUp, referrer) }
        }
        return steps
    }

    private func play(_ steps: [(player: Int, fact: Fact)], _ lives: [Life]) -> [Grant] {
        var players = lives.map(\.player)
        var grantLimits = GrantLimits()
        return steps.flatMap { step in
            let verdict = RuleBook.standard.apply(
                step.fact, to: players[step.player], at: Sample.now, &grantLimits
            ) { UUID() }
            players[step.player] = verdict.user
            return verdict.rewards.map {
                Grant(
                    beneficiary: $0.beneficiary, subject: $0.subject, rule: $0.rule, status: $0.status,
                    amount: $0.amount)
            }
        }
    }

    private func sums(_ grants: [Grant]) -> [UserID: Int64] {
        grants.filter { $0.status == .paid }.reduce(into: [:]) { $0[$1.beneficiary, default: 0] += $1.amount }
    }
}
