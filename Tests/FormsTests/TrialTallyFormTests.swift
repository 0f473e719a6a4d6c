import Forms
import JSON
import Referrals
import Testing
import Values

/// What trials and backfills come to, as `jobs` keeps it.
@Suite struct TrialTallyFormTests {
    private static let uid = UserID(.zero)

    private static func reward(
        _ amount: Int64, day: Int64 = 0, _ outcome: Outcome = .paid, _ reason: String = "deserved",
        wasGiven: Bool = false
    ) -> TrialReward {
        TrialReward(
            at: Timestamp(microsecondsSince1970: (20_000 + day) * 86_400_000_000), subject: uid, index: 0,
            beneficiary: uid, currency: .piecesOfEight, amount: amount, outcome: outcome, reason: reason,
            wasGiven: wasGiven)
    }

    private static var tally: TrialTally {
        var tally = TrialTally()
        tally.add(reward(50), in: .utc)
        tally.add(reward(30, .held, "waiting", wasGiven: true), in: .utc)
        tally.add(reward(20, day: 1, .held, "default_match"), in: .utc)
        tally.add(reward(0, .denied, "weak_match"), in: .utc)
        tally.active[.piecesOfEight] = TrialTally.Sum(rewards: 3, amount: .max)
        tally.beneficiaries = 1
        tally.largest = [
            TrialTally.Largest(
                uid: uid, currency: .piecesOfEight, sum: TrialTally.Sum(rewards: 2, amount: 80))
        ]
        return tally
    }

    @Test func `comes back as it was written`() {
        for tally in [Self.tally, TrialTally()] {
            #expect(TrialTallyForm.stored.value(of: TrialTallyForm.reply.text(of: tally)) == tally)
        }
    }

    @Test func `of a job that hasn't begun there is nothing`() {
        #expect(TrialTallyForm.stored.value(of: "{}") == TrialTally())
    }

    @Test(arguments: [
        "", #"{"by_day": 1}"#,
        #"{"by_day": [{"day": "2024-13-01", "currency": "gems", "rewards": 1, "amount": 2}]}"#,
        #"{"held": [{"code": "a", "currency": "GEMS", "rewards": 1, "amount": 2}]}"#,
    ])
    func `another text is none`(text: String) {
        #expect(TrialTallyForm.stored.value(of: text) == nil)
    }
}
