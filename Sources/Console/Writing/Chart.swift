internal import Basics
internal import Pages

/// A number for each day as bars, with an axis, and the number of each bar when one points at it.
struct Chart {
    private static let (width, height, bottom, left) = (480, 140, 20, 48)

    let title: String
    let words: Words
    let days: Range<Int32>
    let values: [Int32: Int64]
    /// Days with a mark: something about them changed.
    var marks: [Int32: String] = [:]

    private var most: Int64 { max(1, values.filter { days.contains($0.key) }.values.max() ?? 0) }

    func write(to writer: inout HTMLWriter) {
        writer.element("figure", [.text("class", "chart")]) { writer in
            writer.element(
                "svg",
                [
                    .text("viewBox", "0 0 \(Self.width) \(Self.height + Self.bottom)"),
                    .text("role", "img"), .text("aria-label", summary),
                ]
            ) { writer in
                writeAxis(&writer)
                for day in days { writeBar(of: day, &writer) }
            }
            writer.element("figcaption", text: summary)
        }
    }

    private var summary: String {
        let sum = days.reduce(Int64(0)) { $0 &+ values[$1, default: 0] }
        return words(
            .chartSummary,
            [
                ("title", title), ("from", text(days.lowerBound)), ("until", text(days.upperBound - 1)),
                ("sum", words.number(sum)), ("most", words.number(most)),
            ])
    }

    private func text(_ day: Int32) -> String { CivilDate(days: Int64(day)).description }

    private func writeAxis(_ writer: inout HTMLWriter) {
        let middle = most > 1 ? [(most / 2, Self.height / 2 + 6)] : []
        for (value, y) in [(most, 12)] + middle + [(0, Self.height)] {
            writer.element(
                "text", [.text("x", String(Self.left - 6)), .text("y", String(y)), .text("class", "y")],
                text: words.number(value))
        }
        writer.element(
            "path",
            [
                .text("class", "axis"),
                .text("d", "M\(Self.left) 0V\(Self.height)H\(Self.width)"),
            ]
        ) { _ in }
        writer.element(
            "text",
            [.text("x", String(Self.left)), .text("y", String(Self.height + 16)), .text("class", "start")],
            text: text(days.lowerBound))
        writer.element(
            "text",
            [.text("x", String(Self.width)), .text("y", String(Self.height + 16)), .text("class", "end")],
            text: text(days.upperBound - 1))
    }

    private func writeBar(of day: Int32, _ writer: inout HTMLWriter) {
        let slot = Double(Self.width - Self.left) / Double(days.count)
        let x = Double(Self.left) + slot * Double(day - days.lowerBound)
        let value = values[day, default: 0]
        let height = Double(Self.height - 8) * Double(max(0, value)) / Double(most)
        writer.element("g") { writer in
            writer.element("title", text: label(of: day, value))
            writer.element(
                "rect",
                [
                    .text("class", "slot"), .text("x", Self.short(x)), .text("width", Self.short(slot)),
                    .text("height", String(Self.height)),
                ]
            ) { _ in }
            if value > 0 {
                writer.element(
                    "rect",
                    [
                        .text("class", "bar"), .text("x", Self.short(x + slot * 0.1)),
                        .text("y", Self.short(Double(Self.height) - height)),
                        .text("width", Self.short(slot * 0.8)), .text("height", Self.short(height)),
                    ]
                ) { _ in }
            }
            guard marks[day] != nil else { return }
            writer.element(
                "path",
                [.text("class", "mark"), .text("d", "M\(Self.short(x + slot / 2)) 0v\(Self.height)")]
            ) { _ in }
        }
    }

    private func label(of day: Int32, _ value: Int64) -> String {
        "\(text(day)): \(words.number(value))" + (marks[day].map { " · \($0)" } ?? "")
    }

    /// To a tenth, which is all that one sees.
    private static func short(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
