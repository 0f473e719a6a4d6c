/// A time as the internet's older formats have it: `Sun, 06 Nov 1994 08:49:37`, and what is behind it there.
package enum InternetDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameters:
    ///   - seconds: since 1970, not before.
    ///   - zone: UTC's name there.
    package static func text(_ seconds: Int64, zone: String) -> String {
        let (days, second) = seconds.quotientAndRemainder(dividingBy: CivilDate.secondsPerDay)
        let date = CivilDate(days: days)
        let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
        let (weekday, month) = (weekdays[Int(days % 7)], months[Int(date.month) - 1])
        return "\(weekday), \(two(date.day)) \(month) \(date.year) \(time) \(zone)"
    }

    private static func two(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
