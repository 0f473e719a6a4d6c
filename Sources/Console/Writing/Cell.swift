internal import Basics
internal import FoundationEssentials
internal import Pages
internal import Referrals
internal import Values

/// A value in a table, which knows how it reads on the screen and in a file.
enum Cell {
    /// How much a badge asks for attention.
    enum Tone: String {
        case good
        case quiet
        case warning
        case bad
    }

    case none
    case text(String)
    /// Written by a player or an app: in any language and direction.
    case foreign(String)
    /// The same with its line breaks.
    case lines(String)
    case code(String)
    case number(Int64)
    case time(Timestamp)
    case day(Int32)
    case badge(String, Tone)
    case link(String, path: String)
    /// A link by an id, of which a table shows the start.
    case id(String, path: String)
    /// A box of a form around the table.
    case choice(_ name: String, _ value: String, _ label: String)
    /// A part of a whole, also as a bar.
    case share(Int64, of: Int64)
    case many([Cell])

    static func ifAny(_ text: String?) -> Cell { text.map(Cell.foreign) ?? .none }
    static func ifAny(_ time: Timestamp?) -> Cell { time.map(Cell.time) ?? .none }
    static func player(_ uid: UserID?) -> Cell {
        uid.map { .id($0.description, path: "/admin/players/\($0)") } ?? .none
    }

    /// Nothing where there is no whole.
    fileprivate static func percent(_ part: Int64, of whole: Int64) -> String {
        whole > 0 ? "\(Int64((Double(part) / Double(whole) * 100).rounded()))%" : ""
    }

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    func write(to writer: inout HTMLWriter, _ words: Words) {
        switch self {
        case .none: writer.element("span", [.text("class", "none")], text: "–")
        case .text(let text): writer.text(text)
        case .foreign(let text): writer.foreign("span", text)
        case .lines(let text):
            writer.element("p", [.text("class", "lines"), .text("dir", "auto")], text: text)
        case .code(let text): writer.element("code", text: text)
        case .number(let number): writer.text(words.number(number))
        case .time(let time):
            writer.element("time", [.text("datetime", RFC3339.format(time))], text: words.time(time))
        case .day(let day): writer.text(CivilDate(days: Int64(day)).description)
        case .badge(let text, let tone):
            writer.element("span", [.text("class", "badge \(tone.rawValue)")], text: text)
        case .link(let text, let path):
            writer.element("a", [.url("href", PageURL(path: path)), .text("dir", "auto")], text: text)
        case .id(let text, let path):
            writer.element(
                "a",
                [.url("href", PageURL(path: path)), .text("class", "id"), .text("title", text)], text: text)
        case .choice(let name, let value, let label):
            writer.open(
                "input",
                [
                    .text("type", "checkbox"), .text("name", name), .text("value", value),
                    .text("aria-label", label),
                ])
        case .share(let part, let whole): writer.share(part, of: whole)
        case .many(let cells):
            for (index, cell) in cells.enumerated() {
                if index > 0 { writer.text(" ") }
                cell.write(to: &writer, words)
            }
        }
    }

    /// In a file numbers have no separators, and times their seconds.
    func fileText(in zone: ProgrammeZone) -> String {
        switch self {
        case .none: ""
        case .text(let text), .foreign(let text), .lines(let text), .code(let text), .badge(let text, _),
            .link(let text, _), .id(let text, _):
            text
        case .number(let number): String(number)
        case .time(let time): RFC3339.format(time, in: zone)
        case .day(let day): CivilDate(days: Int64(day)).description
        case .choice(_, let value, _): value
        case .share(let part, let whole): Self.percent(part, of: whole)
        case .many(let cells): cells.map { $0.fileText(in: zone) }.joined(separator: " ")
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func share(_ part: Int64, of whole: Int64) {
        guard whole > 0 else { return }
        let text = Cell.percent(part, of: whole)
        element("meter", [.text("max", String(whole)), .text("value", String(part))], text: text)
        element("span", text: " \(text)")
    }
}
