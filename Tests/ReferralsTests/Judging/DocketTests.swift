import FoundationEssentials
import Referrals
import Testing
import Values

/// A docket is judged occasion by occasion, each on its user as the one before has left it.
@Suite struct DocketTests {
    private let player = Sample.player(1, referredBy: 99)

    private func event(_ fact: Fact, of user: User) -> Docket.Occasion {
        .event(Event(uid: user.uid, id: UUID(), fact: fact))
    }

    private func judge(_ docket: Docket, given answers: Answers = Answers()) -> Decisions {
        RuleBook.standard.judge(docket, given: answers) { UUID() }
    }

    @Test func `each event finds its user as the one before has left it`() {
        let docket = Docket(
            [player],
            [
                event(.levelReached(4), of: player), event(.levelReached(5), of: player),
                event(.levelReached(6), of: player),
            ],
            at: Sample.now)
        let decisions = judge(docket)
        #expect(decisions.events.map(\.user.highestLevel) == [4, 5, 6])
        #expect(decisions.rewards.map(\.rule) == ["level-5"])
        #expect(decisions.remembering.mapValues { $0.memory["level-5"] } == [player.uid: .paid])
        #expect(decisions.user(player.uid)?.highestLevel == 6)
    }

    @Test func `who isn't there comes to nothing, and what passes a limit is refused`() {
        let stranger = Sample.player(2)
        var full = player
        let facts = (0..<Counter.countMax).map { Fact.counterIncremented(Counter("c\($0)")!, by: 1) }
        for fact in facts { full = full.after(fact, at: Sample.now) }
        let docket = Docket(
            [full],
            [
                event(.levelReached(5), of: stranger),
                event(.counterIncremented(Counter("one_more")!, by: 1), of: full),
            ],
            at: Sample.now)
        let outcomes = judge(docket).answers
        guard case .nothing = outcomes[0], case .refused(let refusal) = outcomes[1] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(refusal.code == "too_many")
    }

    @Test func `what the transaction changes besides is judged, and memory compared with what is stored`() {
        var joined = player
        joined.memory["level-5"] = .paid
        let docket = Docket(
            [player], changed: [joined], [event(.levelReached(5), of: player)], at: Sample.now)
        let decisions = judge(docket)
        #expect(decisions.rewards.isEmpty && decisions.remembering.keys.contains(player.uid))
    }

    @Test func `a memory that comes back to what is stored is not written`() {
        let book = RuleBook(version: 1, Rule.standard, trust: TrustTerms(userEvents: .hold))
        var own = Event(uid: player.uid, id: UUID(), fact: .levelReached(3))
        own.isOwnWord = true
        let servers = event(.levelReached(4), of: player)
        let alone = book.judge(Docket([player], [.event(own)], at: Sample.now), given: Answers()) { UUID() }
        #expect(!alone.remembering.isEmpty)
        let both = Docket([player], [.event(own), servers], at: Sample.now)
        #expect(book.judge(both, given: Answers(), makeID: { UUID() }).remembering.isEmpty)
    }

    @Test func `a reward that was kept is remembered where the user has forgotten it`() {
        let docket = Docket([player], [event(.levelReached(5), of: player)], at: Sample.now)
        var answers = Answers()
        answers.kept = judge(docket).rewards
        let decisions = judge(docket, given: answers)
        #expect(
            decisions.rewards.isEmpty && decisions.events[0].decisions[1].reason == Decision.decidedEarlier)
        #expect(decisions.remembering[player.uid]?.memory == ["level-5": .paid])
    }

    @Test func `a debt is paid once, and one that nothing is owed of comes to nothing`() {
        let due = player.after(.levelReached(5), at: Sample.now)
        let docket = Docket(
            [due], [.debt("level-5", due.uid), .debt("level-5", due.uid), .debt("signup", due.uid)],
            at: Sample.now)
        let decisions = judge(docket)
        #expect(decisions.rewards.map(\.rule) == ["level-5"])
        let isNothing = decisions.answers.map { if case .nothing = $0 { true } else { false } }
        #expect(isNothing == [false, true, true])
    }

    @Test func `a blocked referrer is paid nothing`() {
        let docket = Docket([player], [event(.levelReached(5), of: player)], at: Sample.now)
        let decisions = judge(docket, given: Answers(statuses: [Sample.uid(99): .blocked]))
        #expect(decisions.rewards.isEmpty && decisions.events[0].decisions[1].outcome == .denied)
    }
}
