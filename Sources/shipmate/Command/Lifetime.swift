internal import Basics

/// How long something is good for, as it is typed: `12h`, `90d`, `52w`.
struct Lifetime: Equatable {
    let seconds: Int64

    static let allowed = "a whole number of hours, days or weeks, such as 12h, 90d or 52w, up to ten years"

    private static let units: [Character: Int64] = ["h": 3_600, "d": 86_400, "w": 604_800]
    private static let secondsMax: Int64 = 3_653 * 86_400

    /// Nil for what isn't `allowed`.
    init?(_ text: String) {
        guard let last = text.last, let unit = Self.units[last], text.dropLast().utf8.allSatisfy(\.isDigit),
            let count = Int64(text.dropLast()), (1...Self.secondsMax / unit).contains(count)
        else { return nil }
        seconds = count * unit
    }
}
