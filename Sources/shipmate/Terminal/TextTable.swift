/// Columns of text, aligned for reading.
struct TextTable: CustomStringConvertible {
    private let rows: [[String]]

    init(_ header: [String], rows: [[String]]) {
        self.rows = [header] + rows
    }

    var description: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")
        }
        return lines.map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
