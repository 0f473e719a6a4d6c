internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Values

/// The programme's numbers over a period, and over the one before it.
struct OverviewNumbers {
    private struct Line {
        let title: Word
        let points: [TimelinePoint]
    }

    private let days: Range<Int32>
    private let former: Range<Int32>
    private let lines: [Line]
    private let funnel: Funnel
    private let channels: Funnel
    private let missingSince: Timestamp?
    /// Days on which a rule changed.
    private let changes: [Int32: String]

    init(
        _ overview: Overview, _ rules: [StoredRule], _ days: Range<Int32>, _ former: Range<Int32>,
        in zone: ProgrammeZone
    ) {
        (self.days, self.former) = (days, former)
        lines = Self.measures.map { Line(title: $0, points: overview.points[$1] ?? []) }
        (funnel, channels) = (overview.funnel, overview.channels)
        missingSince = overview.missingSince
        changes = Dictionary(
            rules.map { (zone.day(of: $0.changedAt), "\($0.rule.name) \($0.rule.version)") },
            uniquingKeysWith: { "\($0), \($1)" })
    }

    private static let measures: [(Word, TimelineMeasure)] = [
        (.newPlayers, .users), (.signUps, .signUps), (.referrals, .referrals), (.granted, .granted),
        (.redeemed, .redeemed), (.outstanding, .outstanding),
    ]

    func write(to writer: inout HTMLWriter, _ words: Words) {
        if let missingSince {
            let time = words.time(missingSince)
            writer.paragraph(words(.stepsMissing, [("time", time)]), class: "warning")
        }
        writeFunnel(to: &writer, words)
        ChannelFunnel(parts: channels.parts).write(to: &writer, words)
        writer.element("div", [.text("class", "measures")]) { writer in
            for line in lines {
                for currency in currencies(of: line) { write(line, currency, &writer, words) }
            }
        }
    }

    /// One chart for each currency; players have none.
    private func currencies(of line: Line) -> [Currency?] {
        let all = Set(line.points.map(\.currency))
        return all.isEmpty
            ? [nil] : all.sorted { ($0?.description ?? "") < ($1?.description ?? "") }
    }

    private func write(
        _ line: Line, _ currency: Currency?, _ writer: inout HTMLWriter, _ words: Words
    ) {
        let points = line.points.filter { $0.currency == currency }
        let values = Dictionary(points.map { ($0.day, $0.value) }, uniquingKeysWith: +)
        let title = words[line.title] + (currency.map { " (\($0))" } ?? "")
        writer.element("div", [.text("class", "measure")]) { writer in
            writer.element("h3", text: title)
            writer.paragraph(comparison(values, isLevel: line.title == .outstanding, words), class: "number")
            Chart(title: title, words: words, days: days, values: values, marks: changes).write(to: &writer)
            writer.element("details") { writer in
                writer.element("summary", text: words[.asTable])
                table(values, words).write(to: &writer, words)
            }
        }
    }

    private func table(_ values: [Int32: Int64], _ words: Words) -> Table {
        var table = Table("timeline", [words[.day], words[.count]], empty: words[.noNumbers])
        table.rows = days.reversed().map { [.day($0), .number(values[$0, default: 0])] }
        return table
    }

    /// - Parameter isLevel: whether the last day's number counts, and not the sum.
    private func comparison(_ values: [Int32: Int64], isLevel: Bool, _ words: Words) -> String {
        func number(_ days: Range<Int32>) -> Int64 {
            isLevel
                ? values[days.upperBound - 1, default: 0]
                : days.reduce(Int64(0)) { $0 &+ values[$1, default: 0] }
        }
        return words(
            .comparison, [("now", words.number(number(days))), ("before", words.number(number(former)))])
    }

    private func writeFunnel(to writer: inout HTMLWriter, _ words: Words) {
        let total = funnel.total
        let factor = KFactor(total, players: funnel.players)
        let steps: [(Word, Int64)] = [
            (.invites, total.invites), (.opened, total.opened), (.anonymousFriends, total.anonymous),
            (.signUps, total.signedUp), (.rewarded, total.rewarded),
        ]
        var table = Table(
            "funnel", [words[.step], words[.count], words[.shareOfMost]], empty: words[.noNumbers])
        let most = steps.map(\.1).max() ?? 0
        table.rows = steps.map { [.text(words[$0.0]), .number($0.1), .share($0.1, of: most)] }
        let filled = table
        writer.element("div", [.text("class", "measure")]) { writer in
            writer.element("h3", text: words[.funnel])
            filled.write(to: &writer, words)
            writer.paragraph(
                words(
                    .kFactor,
                    [
                        ("value", words.ratio(factor.value)),
                        ("signUps", words.number(factor.numerator)),
                        ("players", words.number(factor.denominator)),
                    ]))
        }
    }
}
