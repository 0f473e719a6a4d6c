internal import CLibpq

/// Reads one row's columns in order, and checks that each has the type asked for.
package struct RowReader {
    private let result: ResultSet
    private let row: Int32
    private var column: Int32 = 0

    init(_ result: ResultSet, row: Int32) {
        self.result = result
        self.row = row
    }

    /// The next column; an error when it is NULL.
    package mutating func read<Value: PostgresValue>(
        _ type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        try readValue()
    }

    /// The next column, nil when it is NULL.
    package mutating func read<Value: PostgresValue>(
        _ type: Value?.Type = Value?.self
    ) throws(PostgresError) -> Value? {
        try readNext()
    }

    mutating func readValue<Value: PostgresValue>() throws(PostgresError) -> Value {
        guard let value: Value = try readNext() else {
            throw .decoding(text(of: column - 1, "is NULL, expected \(Value.typeName)"))
        }
        return value
    }

    mutating func readNext<Value: PostgresValue>() throws(PostgresError) -> Value? {
        let column = self.column
        guard column < result.columns else {
            throw .decoding("\(result.name): no column \(column + 1), expected \(Value.typeName)")
        }
        self.column += 1
        let oid = PQftype(result.handle, column)
        guard Value.accepts(oid: oid) else {
            throw .decoding(text(of: column, "has type \(oid), expected \(Value.typeName) (\(Value.oid))"))
        }
        guard PQgetisnull(result.handle, row, column) == 0 else { return nil }
        let count = Int(PQgetlength(result.handle, row, column))
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result.handle, row, column), count: count)
        guard let value = Value.decode(bytes) else {
            throw .decoding(text(of: column, "is not a readable \(Value.typeName)"))
        }
        return value
    }

    private func text(of column: Int32, _ problem: String) -> String {
        let name = PQfname(result.handle, column).map { String(cString: $0) } ?? ""
        return "\(result.name): column \(column + 1) \"\(name)\" \(problem)"
    }
}
