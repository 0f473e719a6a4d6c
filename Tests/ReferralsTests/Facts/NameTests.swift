import Referrals
import Testing

/// Milestones and currencies share one shape.
@Suite struct NameTests {
    @Test(arguments: ["a", "tutorial_completed", "level2", "a_", String(repeating: "a", count: 63)])
    func `reads a name`(text: String) {
        #expect(Milestone(text)?.description == text)
        #expect(Currency(text)?.description == text)
    }

    @Test(
        arguments: [
            "", "_a", "2a", "A", "aB", "a-b", "a b", "a,b", "a=b", "é", "aé", "a\u{0}",
            String(repeating: "a", count: 64),
        ])
    func `refuses what is none`(text: String) {
        #expect(Milestone(text) == nil)
        #expect(Currency(text) == nil)
    }

    @Test func `the first currency has the shape of all`() {
        #expect(Currency("pieces_of_eight") == .piecesOfEight)
    }

    @Test(
        arguments: [
            (.levelReached(5), "level_reached"), (.credentialLinked, "credential_linked"),
            (.referrerRecorded(Sample.uid(1)), "referrer_recorded"),
        ] as [(Fact, String)])
    func `facts have the names they are stored under`(fact: Fact, name: String) {
        #expect(fact.type.rawValue == name)
    }
}
