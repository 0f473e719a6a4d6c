import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// A trial that is done, a backfill that fails, and what a trial keeps meanwhile.
    func checkJobs(_ pool: PostgresPool) async throws {
        let trial = Job(
            id: Sample.id(1), kind: .trial, rule: Rule(name: "rich", version: 1, terms: Self.rich),
            from: Sample.now, until: Sample.now.adding(seconds: 9), madeAt: Sample.now, madeBy: "a test")
        let backfill = Job(
            id: Sample.id(2), kind: .backfill,
            rule: Rule(name: "level-5", version: 3, terms: Rule.standard[1].terms), madeAt: Sample.now,
            madeBy: "a test")
        #expect(try await pool.run(InsertJob(trial)) == [trial.id])
        #expect(try await pool.run(InsertJob(backfill)) == [], "one at a time")
        #expect(try await pool.run(FindJobUnderWay()) == [trial])
        let others: [Int64] = try await pool.run(CountSessionsAtWork())
        #expect(others.count == 1)
        let taken: [AcquireJob.Row] = try await pool.run(AcquireJob())
        #expect(taken.map(\.fencingToken) == [1] && taken.first?.job.state == .running)
        #expect(try await pool.run(AcquireJob()).isEmpty as Bool)
        var running = try #require(taken.first?.job)
        running.doneUpTo = Sample.uid(7)
        running.progressPermille = 350
        running.tally.add(
            TrialReward(
                at: Sample.now, subject: Sample.uid(7), index: 1, beneficiary: Sample.uid(8),
                currency: .piecesOfEight, amount: 50, outcome: .held, reason: "default_match"),
            in: .utc)
        running.tally.beneficiaries = 4
        let kept: [Int64] = try await pool.run(RenewJob(running, fencingToken: 1))
        let lost: [Int64] = try await pool.run(RenewJob(running, fencingToken: 2))
        #expect(kept == [1] && lost == [])
        #expect(try await pool.run(FindJob(trial.id)) == [running])
        running.state = .done
        try await pool.run(EndJob(running, fencingToken: 2))
        let underWay: [Job] = try await pool.run(FindJobUnderWay())
        #expect(underWay.map(\.state) == [.running], "of another turn")
        try await pool.run(EndJob(running, fencingToken: 1))
        #expect(try await pool.run(FindJob(trial.id)).first?.endedAt != nil)
        #expect(try await pool.run(FindJobUnderWay()) == [])
        #expect(try await pool.run(InsertJob(backfill)) == [backfill.id])
        _ = try await pool.run(AcquireJob())
        var failed = backfill
        (failed.state, failed.failure) = (.failed, .ruleNotActive)
        try await pool.run(EndJob(failed, fencingToken: 1))
        let found = try await pool.run(FindJob(backfill.id)).first
        #expect(found?.failure == .ruleNotActive && found?.rule.terms == backfill.rule.terms)
        try await checkWalks(pool)
        try await checkTrials(pool)
    }

    private func checkWalks(_ pool: PostgresPool) async throws {
        let last = try #require(try await pool.run(FindLastUser()).first)
        let all = try await pool.run(WalkUsers(after: nil, upTo: last, limit: 100_000))
        #expect(all.last?.uid == last && all.map(\.uid) == all.map(\.uid).sorted() && all.count > 2)
        let rest = try await pool.run(WalkUsers(after: all[0].uid, upTo: all[2].uid, limit: 9))
        #expect(rest.map(\.uid) == all[1...2].map(\.uid))
        let start = RecordedFact.Position(
            uid: all[0].uid, receivedAt: Timestamp(microsecondsSince1970: 0), number: FactNumber(.min),
            id: .zero)
        let facts = try await pool.run(WalkFacts(after: start, upTo: last, limit: 100_000))
        #expect(Set(facts.map(\.fact.type)).count == EventType.allCases.count)
        let index = facts.count / 2
        let after = facts[index].position
        #expect(
            try await pool.run(WalkFacts(after: after, upTo: last, limit: 1))
                == [facts[index + 1]])
        let late = try await pool.run(FindLateReferrals(from: all[0].uid, upTo: last))
        let expected = facts.filter { $0.fact.type == .referrerRecorded }.map(\.position.uid)
        #expect(!late.isEmpty && Set(late) == Set(expected))
    }

    private func checkTrials(_ pool: PostgresPool) async throws {
        let id = Sample.id(3)
        let rewards = [1, 2, 3].map { number in
            TrialReward(
                at: Sample.now, number: FactNumber(Int64(100 + number)), subject: Sample.uid(9 - number),
                index: number,
                beneficiary: Sample.uid(9), currency: .piecesOfEight, amount: 0,
                outcome: number == 2 ? .held : .paid, reason: "why", wasGiven: number == 2)
        }
        try await pool.run(ReadInOrder(), InsertTrialRewards(rewards.reversed(), of: id))
        #expect(try await pool.run(WalkTrialRewards(of: id, after: nil, limit: 9)) == rewards)
        #expect(
            try await pool.run(WalkTrialRewards(of: id, after: rewards[0], limit: 1)) == [rewards[1]])
        var sum = TrialSum(uid: Sample.uid(9), currency: .piecesOfEight, given: 2, amount: .max)
        try await pool.run(AddTrialSums([sum], of: id))
        sum.recent = [Sample.now]
        let other = TrialSum(uid: Sample.uid(8), currency: .piecesOfEight, given: 1, amount: 5)
        try await pool.run(AddTrialSums([other, sum], of: id))
        sum.given = 4
        #expect(try await pool.run(FindTrialSums([Sample.uid(7), sum.uid], of: id)) == [sum])
        #expect(try await pool.run(ListLargestTrialSums(of: id)) == [sum, other])
        let count: [CountTrialBeneficiaries.Row] = try await pool.run(CountTrialBeneficiaries(of: id))
        try await pool.run(ClearTrials())
        let cleared: [CountTrialBeneficiaries.Row] = try await pool.run(CountTrialBeneficiaries(of: id))
        #expect(count.count == 1 && count.allSatisfy { $0 == (2, 5) })
        #expect(cleared.count == 1 && cleared.allSatisfy { $0 == (0, 0) })
    }
}
