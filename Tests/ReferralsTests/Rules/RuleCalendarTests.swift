import Testing
import Values

@testable import Referrals

/// When rules were and will be active.
struct RuleCalendarTests {
    private typealias Programme = RuleCalendar.Programme
    private typealias Period = RuleCalendar.Period

    private func day(_ number: Int64) -> Timestamp {
        Timestamp(microsecondsSince1970: number * 86_400_000_000)
    }

    private func programme(_ made: Int64, _ rules: [RuleName]) -> Programme {
        Programme(madeAt: day(made), rules: rules.map { Programme.Window($0, from: nil, until: nil) })
    }

    @Test func `a rule is active until a programme without it, and again from one with it`() {
        let calendar = RuleCalendar(
            [programme(1, ["a", "b"]), programme(2, ["b"]), programme(5, []), programme(7, ["a"])],
            isWhole: true)
        #expect(
            calendar.periods == [
                Period("a", from: day(1), until: day(2)), Period("b", from: day(1), until: day(5)),
                Period("a", from: day(7), until: nil),
            ])
    }

    @Test func `before the first programme that is known of there may have been others`() {
        let calendar = RuleCalendar([programme(1, ["a"]), programme(3, ["a", "b"])], isWhole: false)
        #expect(
            calendar.periods == [
                Period("a", from: nil, until: nil), Period("b", from: day(3), until: nil),
            ])
    }

    @Test func `a rule's own start and end count, and may be to come`() {
        let windows = [
            Programme.Window("later", from: day(9), until: day(12)),
            Programme.Window("over", from: nil, until: day(3)),
            Programme.Window("never", from: day(4), until: day(4)),
        ]
        let first = Programme(madeAt: day(2), rules: windows)
        #expect(
            RuleCalendar([first], isWhole: true).periods == [
                Period("over", from: day(2), until: day(3)), Period("later", from: day(9), until: day(12)),
            ])
        // Paused before its start.
        #expect(
            RuleCalendar([first, programme(8, [])], isWhole: true).periods == [
                Period("over", from: day(2), until: day(3))
            ])
        #expect(RuleCalendar([], isWhole: true).periods == [])
    }
}
