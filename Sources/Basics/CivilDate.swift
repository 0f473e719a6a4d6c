/// A day of the Gregorian calendar, and which one it is since 1970-01-01.
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package struct CivilDate: Equatable, Sendable, CustomStringConvertible {
    package static let secondsPerDay: Int64 = 86_400

    package let year: Int64
    package let month: Int64
    package let day: Int64

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter days: since 1970-01-01; before it, below zero.
    package init(days: Int64) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    }

    /// The day that a time is on, in UTC.
    package init(secondsSince1970: Int64) {
        self.init(days: secondsSince1970.flooredQuotient(Self.secondsPerDay))
    }

    /// Since 1970-01-01.
    package var days: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Whether the calendar has this day.
    package var isReal: Bool {
        (1...12).contains(month) && (1...daysInMonth).contains(day)
    }

    /// As ISO 8601 has it: `2026-11-21`. For the years 0 to 9999.
    package var description: String {
        let yearText = String(year)
        return String(repeating: "0", count: max(0, 4 - yearText.count)) + yearText
            + [month, day].map { $0 < 10 ? "-0\($0)" : "-\($0)" }.joined()
    }

    private var daysInMonth: Int64 {
        if month == 2 { return isLeapYear ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private var isLeapYear: Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension Int64 {
    /// Rounded down, also below zero.
    ///
    /// - Parameter divisor: above 0.
    package func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
