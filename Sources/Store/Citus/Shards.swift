/// What statements say besides on Citus, so that they go to the shards of their keys and to no others: `$1`
/// is the array of their rows' `uid`s.
///
/// A join with that array is none that it looks into; a column that is one of given values is.
enum Shards {
    /// `u.uid = f.uid`, for rows of a table that an array's are joined to.
    static func joined(_ column: String, _ key: String) -> String {
        "\(column) = \(key) AND \(only(column))"
    }

    static func only(_ column: String) -> String {
        "\(column) = ANY ($1::uuid[])"
    }

    /// What an array has for a row, by the place of its key in `$1`, which is sorted and has each key once:
    /// what a join with the arrays comes to, but that PostgreSQL would look through all of `$1` for each row.
    static func element(of array: String, for column: String) -> String {
        "(\(array))[width_bucket(\(column), $1::uuid[])]"
    }

    /// The rows of `arrays` by these columns, each beside its user, which is on the shard where it goes: what
    /// comes out of an array alone is read on the coordinator and copied, in a two-phase commit. Nobody has
    /// rows who is no user.
    ///
    /// - Parameter columns: `uid` first.
    static func rows(_ columns: [String], of arrays: String, kept: [String]? = nil) -> String {
        let values = (kept ?? columns.map { "new.\($0)" }).dropFirst().joined(separator: ", ")
        return """
            SELECT u.uid, \(values) FROM \(arrays) AS new (\(columns.joined(separator: ", ")))
            JOIN users AS u ON u.uid = new.uid WHERE \(only("u.uid"))
            """
    }
}
