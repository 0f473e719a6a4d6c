import Basics
import Testing

struct CivilDateTests {
    @Test(
        arguments: [
            (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (11_017, "2000-03-01"),
            (20_778, "2026-11-21"), (-719_528, "0000-01-01"), (2_932_896, "9999-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] as [(Int64, String)])
    func `says which day it is`(days: Int64, text: String) {
        let date = CivilDate(days: days)
        #expect(date.description == text)
        #expect(date.days == days)
        #expect(date.isReal)
    }

    @Test func `every day of eight centuries follows the one before`() {
        var last = CivilDate(days: -146_098)
        for days in -146_097...146_097 as ClosedRange<Int64> {
            let date = CivilDate(days: days)
            #expect(date.isReal && date.days == days)
            let isNext =
                date.day == last.day + 1 && date.month == last.month
                || date.day == 1 && date.month == last.month + 1 && date.year == last.year
                || date.day == 1 && date.month == 1 && last.month == 12 && date.year == last.year + 1
            #expect(isNext, "\(date) after \(last)")
            last = date
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (-1, "1969-12-31"),
            (1_795_262_399, "2026-11-21"),
        ] as [(Int64, String)])
    func `finds the day of a time`(seconds: Int64, text: String) {
        #expect(CivilDate(secondsSince1970: seconds).description == text)
    }

    @Test(arguments: [(2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0)])
    func `knows which days there are not`(year: Int64, month: Int64, day: Int64) {
        #expect(!CivilDate(year: year, month: month, day: day).isReal)
    }
}
