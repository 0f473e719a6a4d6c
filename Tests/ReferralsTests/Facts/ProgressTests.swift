import FoundationEssentials
import Referrals
import Testing

/// What facts leave of a user, one by one and as the sum of a batch.
@Suite struct ProgressTests {
    @Test func `a batch's sum has each user's last and highest level, and milestones once`() {
        let facts: [Fact] = [
            .levelReached(3), .milestoneReached("b"), .levelReached(7), .milestoneReached("a"),
            .milestoneReached("b"), .levelReached(2), .credentialLinked, .referrerRecorded(Sample.uid(2)),
        ]
        let events =
            facts.map { Event(uid: Sample.uid(1), id: UUID(), fact: $0) }
            + [Event(uid: Sample.uid(2), id: UUID(), fact: .milestoneReached("c"))]
        let sums = Progress.sums(of: events)
        #expect(sums.count == 2)
        #expect(sums[Sample.uid(1)] == Progress(level: 2, highestLevel: 7, milestones: ["b", "a"]))
        #expect(sums[Sample.uid(2)] == Progress(milestones: ["c"]))
    }

    @Test func `a user has 256 milestones at most, and reaches again what it has`() throws {
        var progress = Progress()
        for number in 1...256 {
            let fact = Fact.milestoneReached(try #require(Milestone("m\(number)")))
            #expect(progress.refusal(of: fact) == nil)
            progress.add(fact)
        }
        #expect(progress.refusal(of: .milestoneReached("m1")) == nil)
        let refusal = progress.refusal(of: .milestoneReached("other"))
        #expect(refusal?.member == "milestone" && refusal?.code == "too_many")
        #expect(progress.refusal(of: .levelReached(9)) == nil)
        #expect(progress.refusal(of: .credentialLinked) == nil)
    }
}
