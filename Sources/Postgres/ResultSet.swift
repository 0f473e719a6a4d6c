internal import CLibpq

/// One statement's result; owns libpq's `PGresult`.
final class ResultSet {
    let handle: OpaquePointer
    /// The statement's name, for messages.
    let name: String
    let columns: Int32

    init(_ handle: OpaquePointer, name: String) {
        self.handle = handle
        self.name = name
        columns = PQnfields(handle)
    }

    deinit {
        PQclear(handle)
    }

    /// Rows that a statement without `RETURNING` touched.
    var affected: Int {
        Int(String(cString: PQcmdTuples(handle))) ?? 0
    }

    /// All rows of `S`. A statement without rows or a `Row` gives one `Void` for each row it touched.
    func rows<S: Statement>(of statement: S.Type) throws(PostgresError) -> [S.Row] {
        if columns == 0, let nothing = () as? S.Row {
            return Array(repeating: nothing, count: affected)
        }
        var rows: [S.Row] = []
        let count = PQntuples(handle)
        rows.reserveCapacity(Int(count))
        for row in 0..<count {
            var reader = RowReader(self, row: row)
            rows.append(try S.decode(&reader))
        }
        return rows
    }

    /// All rows of a result in text format.
    var texts: [[String?]] {
        (0..<PQntuples(handle)).map { row in
            (0..<columns).map { column in
                PQgetisnull(handle, row, column) != 0 ? nil : String(cString: PQgetvalue(handle, row, column))
            }
        }
    }
}

/// Deals the results of one exchange out to its statements, in order.
struct ResultDealer {
    private let results: [ResultSet]
    private var next: Int

    init(_ results: [ResultSet], skipping count: Int = 0) {
        self.results = results
        next = count
    }

    /// Without those of the next `count` statements.
    func skipping(_ count: Int) -> ResultDealer {
        ResultDealer(results, skipping: next + count)
    }

    mutating func rows<S: Statement>(of statement: S.Type) throws(PostgresError) -> [S.Row] {
        defer { next += 1 }
        return try results[next].rows(of: statement)
    }

    mutating func rows<S: Statement>(ofEach statements: [S]) throws(PostgresError) -> [[S.Row]] {
        var rows: [[S.Row]] = []
        for _ in statements { rows.append(try self.rows(of: S.self)) }
        return rows
    }
}
