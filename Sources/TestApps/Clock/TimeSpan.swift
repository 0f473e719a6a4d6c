/// A span of time as tests write it: `49h`, `2s`, `500ms`, `90d`, or several of them, `1h30m`.
struct TimeSpan: Equatable {
    static let form = "A span of time is needed, such as 500ms, 2s, 90m, 49h or 1d12h, up to 36500d."
    static let microsecondsMax: Int64 = 36_500 * 86_400_000_000
    private static let units: [(name: String, microseconds: Int64)] = [
        ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000), ("d", 86_400_000_000),
    ]

    let microseconds: Int64

    var milliseconds: Int { Int(microseconds / 1_000) }

    init?(_ text: String) {
        var rest = Substring(text)
        var sum: Int64 = 0
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 12, let count = Int64(digits),
                let unit = Self.units.first(where: { rest.hasPrefix($0.name) })
            else { return nil }
            rest = rest.dropFirst(unit.name.count)
            let (span, isTooLong) = count.multipliedReportingOverflow(by: unit.microseconds)
            guard !isTooLong, span <= Self.microsecondsMax else { return nil }
            sum += span
        } while !rest.isEmpty
        guard sum <= Self.microsecondsMax else { return nil }
        microseconds = sum
    }
}
