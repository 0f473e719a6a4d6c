internal import Basics

/// IMF-fixdate, RFC 9110 section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970, not before.
    static func text(_ seconds: Int64) -> String {
        let (days, second) = seconds.quotientAndRemainder(dividingBy: CivilDate.secondsPerDay)
        let date = CivilDate(days: days)
        let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
        let (weekday, month) = (weekdays[Int(days % 7)], months[Int(date.month) - 1])
        return "\(weekday), \(two(date.day)) \(month) \(date.year) \(time) GMT"
    }

    private static func two(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
