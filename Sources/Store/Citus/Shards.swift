/// Additional conditions of statements on Citus, so that they only go to the shards of their keys: `$1` is
/// the array of their rows' `uid`s.
///
/// Citus doesn't prune shards for a join with that array; for a column that is one of given values it does.
enum Shards {
    /// `u.uid = f.uid`, for rows of a table that an array's are joined to.
    static func joined(_ column: String, _ key: String) -> String {
        "\(column) = \(key) AND \(only(column))"
    }

    static func only(_ column: String) -> String {
        "\(column) = ANY ($1::uuid[])"
    }

    /// Reads an array's element for a row by the position of its key in `$1`, which is sorted without
    /// duplicates. The result is that of a join with the arrays, but PostgreSQL doesn't scan all of `$1`
    /// for each row.
    static func element(of array: String, for column: String) -> String {
        "(\(array))[width_bucket(\(column), $1::uuid[])]"
    }

    /// The rows of `arrays` by these columns, each joined with its user on the user's shard. The result of
    /// an array alone is read on the coordinator and copied, in a two-phase commit. Rows without a user
    /// don't exist.
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
