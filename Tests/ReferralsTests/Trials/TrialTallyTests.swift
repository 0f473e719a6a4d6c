import Referrals
import Testing
import Values

/// What trials come to, added up.
@Suite struct TrialTallyTests {
    private func reward(
        _ amount: Int64, day: Int64 = 0, _ outcome: Outcome = .paid, _ reason: String = "deserved",
        wasGiven: Bool = false
    ) -> TrialReward {
        TrialReward(
            at: Sample.now.adding(seconds: day * 86_400), subject: Sample.uid(1), index: 0,
            beneficiary: Sample.uid(2), currency: .piecesOfEight, amount: amount, outcome: outcome,
            reason: reason, wasGiven: wasGiven)
    }

    private var tally: TrialTally {
        var tally = TrialTally()
        tally.add(reward(50), in: .utc)
        tally.add(reward(30, .held, "waiting", wasGiven: true), in: .utc)
        tally.add(reward(20, day: 1, .held, "default_match"), in: .utc)
        tally.add(reward(0, .denied, "weak_match"), in: .utc)
        tally.add(reward(0, .denied, "budget"), in: .utc)
        tally.beneficiaries = 1
        tally.largest = [
            TrialTally.Largest(
                uid: Sample.uid(2), currency: .piecesOfEight, sum: TrialTally.Sum(rewards: 3, amount: 100))
        ]
        return tally
    }

    @Test func `days are those of UTC, and what waits for its time isn't held by anybody`() {
        #expect(tally.given == [.piecesOfEight: TrialTally.Sum(rewards: 3, amount: 100)])
        #expect(tally.days.values.map(\.amount).sorted() == [20, 80])
        #expect(tally.days.keys.map(\.part).sorted() == [20_370, 20_371])
        #expect(tally.held.map { "\($0.key.part) \($0.value.amount)" } == ["default_match 20"])
        #expect(tally.denied.map { "\($0.key.part) \($0.value)" }.sorted() == ["budget 1", "weak_match 1"])
        #expect(tally.both == [.piecesOfEight: 1])
    }

    @Test func `amounts beyond all bounds stay at the bound`() {
        var tally = TrialTally()
        tally.add(reward(.max), in: .utc)
        tally.add(reward(.max, day: 1), in: .utc)
        tally.add(reward(.max), in: .utc)
        #expect(tally.given[.piecesOfEight] == TrialTally.Sum(rewards: 3, amount: .max))
    }
}
