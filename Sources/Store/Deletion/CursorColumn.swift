/// A column of the order in which a user's rows are read. The last row read is the second parameter, as a
/// JSON array; without one, a value before all stored ones.
enum CursorColumn {
    case uuid(String)
    case text(String)
    case bytes(String)
    case number(String)
    case time(String)

    static func names(_ columns: [CursorColumn]) -> String {
        columns.map { "t.\($0.name)" }.joined(separator: ", ")
    }

    static func cursor(_ columns: [CursorColumn]) -> String {
        "jsonb_build_array(\(names(columns)))::text"
    }

    /// One comparison, so that an index leads to the page at once.
    static func isBehind(_ columns: [CursorColumn]) -> String {
        let values = columns.enumerated().map { index, column in
            let (type, first) = column.range
            return "coalesce(($2::jsonb ->> \(index))::\(type), \(first)::\(type))"
        }
        return "(\(names(columns))) > (\(values.joined(separator: ", ")))"
    }

    private var name: String {
        switch self {
        case .uuid(let name), .text(let name), .bytes(let name), .number(let name), .time(let name): name
        }
    }

    /// Its type, and what is before all its values.
    private var range: (type: String, first: String) {
        switch self {
        case .uuid: ("uuid", PageEnds.firstUUID)
        case .text: ("text", "''")
        case .bytes: ("bytea", "''")
        case .number: ("bigint", "'-1'")
        case .time: ("timestamptz", "'-infinity'")
        }
    }
}
