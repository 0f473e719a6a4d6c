/// One SQL statement with its parameters and the shape of its rows. It is prepared once a connection, under
/// `name`.
package protocol Statement {
    associatedtype Row = Void

    /// The text, with `$1`, `$2`, … for parameters.
    static var sql: String { get }

    /// The same for Citus, where it must name its shards. Default: `sql`.
    static var citusSQL: String { get }

    /// Where it goes on Citus.
    static var route: Route { get }

    /// The same of one key alone, with the same rows, for Citus: it finds the shard of a statement about one
    /// key of one table without planning it. Nil where this is about more, or there is no such statement.
    var routed: (any Statement)? { get }

    /// Where it stands in the order in which transactions lock rows; nil where it locks none that others
    /// lock, too. Debug builds stop at one that is out of order.
    var lockRank: Int? { get }

    /// Whether the pool calls `onAnnounced` after its commit. It must be its transaction's last statement.
    static var isAnnounced: Bool { get }

    /// Names the prepared statement. Default: the type's name. Two types of one name need two `name`s:
    /// PostgreSQL refuses the second (42P05).
    static var name: String { get }

    /// The values of `$1`, `$2`, … in order; the same types each time. Default: none.
    var parameters: Parameters { get }

    /// Reads one row, its columns in order.
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Row
}

extension Statement {
    // `String(describing:)` gives the same, and looks for a description of its own at length first.
    package static var name: String { _typeName(Self.self, qualified: false) }

    package static var citusSQL: String { sql }

    package var routed: (any Statement)? { nil }

    package var lockRank: Int? { nil }

    package static var isAnnounced: Bool { false }

    package var parameters: Parameters { Parameters() }
}

extension Statement where Row == Void {
    package static func decode(_ row: inout RowReader) throws(PostgresError) {}
}

/// A statement with its type left behind, as a connection sends it.
struct Query {
    let name: String
    let sql: String
    let parameters: Parameters
    var isAnnounced = false
    #if DEBUG
        var lockRank: Int?
    #endif

    init(name: String, sql: String, parameters: Parameters = Parameters()) {
        self.name = name
        self.sql = sql
        self.parameters = parameters
    }

    init<S: Statement>(_ statement: S, for engine: DatabaseEngine) {
        if engine == .citus, let routed = statement.routed {
            self.init(routed, for: engine)
        } else {
            self.init(
                name: S.name, sql: engine == .citus ? S.citusSQL : S.sql, parameters: statement.parameters)
            isAnnounced = S.isAnnounced
            #if DEBUG
                lockRank = statement.lockRank
            #endif
        }
    }
}
