internal import Basics
internal import FoundationEssentials
internal import Values

/// A record's values by their columns; an empty field has none.
struct LinkLine {
    let values: [(column: LinkColumns.Column, text: String)]

    init(_ fields: [String], _ columns: LinkColumns) {
        values = zip(columns.columns, fields).compactMap { column, text in
            let text = CSVReader.trimmed(text)
            return column.flatMap { text.isEmpty ? nil : ($0, text) }
        }
    }

    subscript(_ column: LinkColumns.Column) -> String? {
        values.first { $0.column == column }?.text
    }

    /// A long link's parameters; flags as Firebase's export wrote them.
    var parameters: [(name: String, value: String)] {
        values.compactMap { column, text in
            guard case .parameter(let name) = column else { return nil }
            return (name, name == "efr" ? Self.flag(text) : text)
        }
    }

    var hasBranchData: Bool {
        values.contains { column, _ in
            switch column {
            case .data, .datum, .channel, .feature, .campaign, .tags, .type: true
            default: false
            }
        }
    }

    /// `a, b`, `a;b` or `["a","b"]`.
    var tags: [String] {
        (self[.tags] ?? "").split { ",;[]\"".contains($0) }.map { CSVReader.trimmed(String($0)) }
            .filter { !$0.isEmpty }
    }

    /// ISO 8601, or seconds or milliseconds since 1970.
    var createdAt: Timestamp? {
        guard let text = self[.createdAt] else { return nil }
        if let number = Int64(text), (0...4_000_000_000_000).contains(number) {
            return Timestamp(
                microsecondsSince1970: number < 4_000_000_000 ? number * 1_000_000 : number * 1_000)
        }
        guard let date = try? Date(text, strategy: .iso8601), date.timeIntervalSince1970 >= 0 else {
            return nil
        }
        return Timestamp(microsecondsSince1970: Int64(date.timeIntervalSince1970) * 1_000_000)
    }

    private static func flag(_ text: String) -> String {
        ["true", "yes", "1"].contains(text.lowercased()) ? "1" : "0"
    }
}
