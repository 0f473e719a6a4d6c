internal import Postgres

/// A column that rows are written to from an array: the only source of its name, its type and where its
/// values are.
struct Column<Row>: Sendable {
    let name: String
    /// As SQL writes it, without `[]`.
    let type: String
    /// The stored form of the value.
    let kept: String
    /// Of all rows at once, so that the loop over them is not called through a closure for each.
    let addValues: @Sendable (inout Parameters, [Row]) -> Void

    init(
        _ name: String, _ type: String, kept: String? = nil,
        _ addValues: @escaping @Sendable (inout Parameters, [Row]) -> Void
    ) {
        self.name = name
        self.type = type
        self.kept = kept ?? name
        self.addValues = addValues
    }

    /// The same, where there are other columns of the name.
    func kept(of row: String) -> String {
        kept == name ? "\(row).\(name)" : kept
    }

    /// The same of a value that is in no column.
    func kept(as value: String) -> String {
        kept.replacing(name, with: value)
    }
}

extension Array {
    /// `uid, id`.
    func names<Row>() -> String where Element == Column<Row> {
        map(\.name).joined(separator: ", ")
    }

    func kept<Row>() -> String where Element == Column<Row> {
        map(\.kept).joined(separator: ", ")
    }

    /// `$1::uuid[], $2::text[]`.
    func arrays<Row>(from first: Int = 1) -> String where Element == Column<Row> {
        enumerated().map { "$\(first + $0.offset)::\($0.element.type)[]" }.joined(separator: ", ")
    }

    func values<Row>(of rows: [Row]) -> ColumnValues<Row> where Element == Column<Row> {
        ColumnValues(columns: self, rows: rows)
    }
}

/// An array for each column, of the rows' values.
struct ColumnValues<Row>: Bindable {
    let columns: [Column<Row>]
    let rows: [Row]

    func bind(to parameters: inout Parameters) {
        parameters.reserve(columns.count)
        for column in columns { column.addValues(&parameters, rows) }
    }
}
