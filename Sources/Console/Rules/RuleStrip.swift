internal import Basics
internal import Pages
internal import Referrals
internal import Values

/// When rules are active, as a bar each in a calendar of weeks, and as a table of the same.
struct RuleStrip {
    static let tableName = "calendar"
    static let (weeksBefore, weeksAfter): (Int64, Int64) = (8, 4)
    private static let (left, width, top, rowHeight) = (190.0, 900.0, 44.0, 28.0)
    /// A longer name ends in dots; the bar's text has all of it.
    private static let nameMax = 26

    let calendar: RuleCalendar
    let now: Timestamp
    let words: Words
    /// Of its table.
    let filePath: String

    static func start(_ now: Timestamp) -> Timestamp { now.adding(seconds: -weeksBefore * 604_800) }

    private var start: Timestamp { Self.start(now) }
    private var end: Timestamp { now.adding(seconds: Self.weeksAfter * 604_800) }
    private var periods: [RuleCalendar.Period] {
        calendar.periods.filter { ($0.from ?? start) < end && ($0.until ?? end) > start }
    }

    func write(to writer: inout HTMLWriter) {
        var names: [RuleName] = []
        for period in periods where !names.contains(period.rule) { names.append(period.rule) }
        guard !names.isEmpty else { return writer.paragraph(words[.noActiveRule], class: "empty") }
        let height = Self.top + Self.rowHeight * Double(names.count) + 4
        writer.element(
            "div",
            [
                .text("class", "table strip"), .text("role", "region"), .text("tabindex", "0"),
                .text("aria-label", words[.ruleCalendar]),
            ]
        ) { writer in
            writer.element(
                "svg",
                [
                    .text("viewBox", "0 0 \(Int(Self.width)) \(Int(height))"), .text("role", "group"),
                    .text("aria-label", words[.ruleCalendar]),
                ]
            ) { writer in
                writeWeeks(height, &writer)
                for (row, name) in names.enumerated() { write(name, row, &writer) }
                writer.line("mark", x(now), from: Self.top - 12, to: height)
            }
        }
        writer.element("details") { writer in
            writer.element("summary", text: words[.asTable])
            table.write(to: &writer, words)
        }
    }

    var table: Table {
        var table = Table(
            Self.tableName, [words[.rule], words[.activeFrom], words[.activeUntil]],
            empty: words[.noActiveRule])
        table.filePath = filePath
        table.rows = periods.map { [.rule($0.rule), .ifAny($0.from), .ifAny($0.until)] }
        return table
    }

    private func writeWeeks(_ height: Double, _ writer: inout HTMLWriter) {
        for week in stride(from: -Self.weeksBefore, through: Self.weeksAfter, by: 2) {
            let time = now.adding(seconds: week * 604_800)
            writer.element(
                "text",
                [
                    .text("x", Self.short(x(time))), .text("y", String(Int(Self.top) - 16)),
                    .text(
                        "class", week == Self.weeksAfter ? "end" : week == -Self.weeksBefore ? "" : "middle"),
                ], text: week == 0 ? words[.today] : day(time))
            if week != 0 { writer.line("tick", x(time), from: Self.top - 12, to: height) }
        }
    }

    private func write(_ name: RuleName, _ row: Int, _ writer: inout HTMLWriter) {
        let y = Self.top + Self.rowHeight * Double(row)
        let text = name.description
        writer.element(
            "text", [.text("x", "8"), .text("y", Self.short(y + 17)), .text("class", "name")],
            text: text.count > Self.nameMax ? text.prefix(Self.nameMax - 1) + "…" : text)
        for period in periods where period.rule == name { write(period, y, &writer) }
    }

    /// The past as a full bar, and what is to come as an outline.
    private func write(_ period: RuleCalendar.Period, _ y: Double, _ writer: inout HTMLWriter) {
        let (from, until) = (x(max(period.from ?? start, start)), x(min(period.until ?? end, end)))
        let middle = min(max(x(now), from), until)
        writer.element(
            "g",
            [
                .text("tabindex", "0"), .text("role", "img"), .text("aria-label", label(period)),
                .text("class", "period"),
            ]
        ) { writer in
            writer.bar("bar", from, y + 5, middle - from)
            writer.bar("bar ahead", middle, y + 5, until - middle)
            writer.element(
                "text", [.text("x", "8"), .text("y", "14"), .text("class", "value")], text: label(period))
        }
    }

    private func label(_ period: RuleCalendar.Period) -> String {
        let from = period.from.map { words(.fromTime, [("time", words.time($0))]) } ?? words[.fromEarlier]
        let until = period.until.map { words(.untilTime, [("time", words.time($0))]) } ?? words[.withoutEnd]
        return "\(period.rule): \(from), \(until)"
    }

    private func x(_ time: Timestamp) -> Double {
        let whole = Double(end.microsecondsSince1970 - start.microsecondsSince1970)
        let part = Double(time.microsecondsSince1970 - start.microsecondsSince1970)
        return Self.left + (Self.width - 8 - Self.left) * part / whole
    }

    private func day(_ time: Timestamp) -> String {
        CivilDate(days: Int64(words.zone.day(of: time))).description
    }

    fileprivate static func short(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}

extension HTMLWriter {
    fileprivate mutating func line(_ style: String, _ x: Double, from: Double, to: Double) {
        let path = "M\(RuleStrip.short(x)) \(RuleStrip.short(from))V\(RuleStrip.short(to))"
        element("path", [.text("class", style), .text("d", path)]) { _ in }
    }

    fileprivate mutating func bar(_ style: String, _ x: Double, _ y: Double, _ width: Double) {
        guard width > 0 else { return }
        element(
            "rect",
            [
                .text("class", style), .text("x", RuleStrip.short(x)), .text("y", RuleStrip.short(y)),
                .text("width", RuleStrip.short(width)), .text("height", "16"), .text("rx", "3"),
            ]
        ) { _ in }
    }
}
