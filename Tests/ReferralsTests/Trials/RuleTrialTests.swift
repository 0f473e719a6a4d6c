import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

/// A trial comes to what the rule itself would have come to.
@Suite struct RuleTrialTests {
    private struct Grant: Hashable {
        let beneficiary: UserID
        let currency: Currency
        let amount: Int64
        let status: Reward.Status
        let at: Timestamp
    }

    private let level5 = RuleTerms(
        when: [.highestLevel(atLeast: 5)], pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(50))])

    private func recorded(_ facts: [Fact], of player: User, from start: Int64 = 0) -> [RecordedFact] {
        facts.enumerated().map { index, fact in
            RecordedFact(
                fact,
                at: RecordedFact.Position(
                    uid: player.uid, receivedAt: Sample.now.adding(seconds: start + Int64(index)),
                    id: Sample.id(index)))
        }
    }

    private func replay(_ trial: RuleTrial, _ facts: [RecordedFact], of user: User) -> [TrialReward] {
        let isLater = facts.contains { $0.fact.type == .referrerRecorded }
        var player = TrialPlayer(user, isReferredLater: isLater)
        return facts.compactMap { trial.moment($0, of: &player) }.flatMap { trial.rewards(at: $0) }
    }

    /// As it is in the end, whatever it was meanwhile.
    private func outcome(of player: User, _ facts: [RecordedFact]) -> User {
        facts.reduce(player) { $0.after($1.fact, at: $1.position.receivedAt) }
    }

    @Test func `facts that are replayed come to the rewards that they came to`() {
        var random = SeededGenerator("RuleTrialTests")
        for _ in 0..<500 {
            let terms = RandomProgramme.terms(&random)
            let confidences: [MatchConfidence?] = [nil, .unique, .default, .weak]
            let player = Sample.player(
                referredBy: Bool.random(using: &random) ? 2 : nil,
                confidence: confidences.randomElement(using: &random) ?? nil)
            let facts = recorded(RandomProgramme.facts(&random), of: player)
            let rule = Rule(name: "it", version: 1, terms: terms, activatedAt: player.createdAt)
            let book = RuleBook(version: 1, [rule])
            var (user, grantLimits, given) = (player, GrantLimits(), [Grant]())
            for fact in facts {
                let verdict = book.apply(fact.fact, to: user, at: fact.position.receivedAt, &grantLimits) {
                    UUID()
                }
                user = verdict.user
                given += verdict.rewards.map {
                    Grant(
                        beneficiary: $0.beneficiary, currency: $0.currency, amount: $0.amount,
                        status: $0.status, at: $0.grantedAt)
                }
            }
            let tried = replay(RuleTrial("it", terms), facts, of: user).filter(\.isGiven).map {
                Grant(
                    beneficiary: $0.beneficiary, currency: $0.currency, amount: $0.amount,
                    status: $0.outcome == .held ? .held : .paid, at: $0.at)
            }
            #expect(tried == given, "\(terms)")
        }
    }

    @Test func `who was referred later is paid for from then on, who signed up without a fact from then`() {
        let later = recorded([.levelReached(5), .referrerRecorded(Sample.uid(2))], of: Sample.player())
        let friend = outcome(of: Sample.player(), later)
        let rewards = replay(RuleTrial("it", level5), later, of: friend)
        #expect(rewards.map(\.at) == [Sample.now.adding(seconds: 1)])
        #expect(rewards.map(\.beneficiary) == [Sample.uid(2)])
        var brought = Sample.player(referredBy: 2)
        brought.signedUpAt = Sample.now.adding(seconds: 1)
        let signedUp = RuleTerms(
            when: [.signedUp], pay: [RuleGrant(to: .referee, .piecesOfEight, .fixed(50))])
        let facts = recorded([.levelReached(1), .levelReached(1), .levelReached(2)], of: brought)
        #expect(
            replay(RuleTrial("it", signedUp), facts, of: brought).map(\.at) == [
                Sample.now.adding(seconds: 1)
            ])
    }

    @Test func `only facts between its times count, but for what players had become`() {
        let player = Sample.player(referredBy: 2)
        let facts = recorded([.levelReached(6), .levelReached(1), .levelReached(1)], of: player)
        func tried(from: Int64?, until: Int64?) -> [Int64] {
            let trial = RuleTrial(
                "it", level5, from: from.map { Sample.now.adding(seconds: $0) },
                until: until.map { Sample.now.adding(seconds: $0) })
            return replay(trial, facts, of: player).map {
                ($0.at.microsecondsSince1970 - Sample.now.microsecondsSince1970) / 1_000_000
            }
        }
        #expect(tried(from: nil, until: nil) == [0])
        #expect(tried(from: 1, until: nil) == [1])
        #expect(tried(from: 3, until: nil) == [])
        #expect(tried(from: nil, until: 0) == [])
        #expect(tried(from: 2, until: 3) == [2])
    }

    @Test func `new players are those who came when it would have been in force`() {
        var terms = level5
        terms.players = .new
        let player = Sample.player(referredBy: 2)
        let facts = recorded([.levelReached(6)], of: player, from: 10)
        #expect(replay(RuleTrial("it", terms), facts, of: player).count == 1)
        let later = RuleTrial("it", terms, from: Sample.now.adding(seconds: 1))
        #expect(replay(later, facts, of: player).isEmpty)
    }

    @Test func `limits and tiers go by what was given before`() throws {
        var terms = level5
        terms.pay = [
            RuleGrant(
                to: .referrer, .piecesOfEight,
                .tiers([RuleGrant.Tier(from: 1, amount: 10), RuleGrant.Tier(from: 2, amount: 20)]))
        ]
        terms.limits.budget = 55
        let trial = RuleTrial("it", terms)
        var grantLimits = GrantLimits()
        let limited = (3...6).flatMap { number in
            let player = Sample.player(number, referredBy: 2)
            return replay(trial, recorded([.levelReached(5)], of: player), of: player)
        }.map { trial.limited($0, &grantLimits) }
        #expect(limited.map(\.amount) == [10, 20, 20, 0])
        #expect(limited.last?.outcome == .denied && limited.last?.reason == "budget")
    }
}
