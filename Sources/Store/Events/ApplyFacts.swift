package import Postgres
package import Referrals
package import Values

/// Moves users by what their events of a batch come to, as far as they may, and returns the users as they
/// were before, so that the rules see every step.
///
/// The users stay locked until the transaction ends.
package struct ApplyFacts: Statement {
    package static let sql = text("u.uid = f.uid")
    package static let citusSQL = text(Shards.joined("u.uid", "f.uid"))
    private static let sums = ProgressColumn.all.map(\.sum)
    private static let assignments = ProgressColumn.all.map { column in
        "\(column.previous.name) = \(column.previous.value), \(column.sum.name) = \(column.moved)"
    }.joined(separator: ", ")

    private static func text(_ condition: String) -> String {
        """
        UPDATE users AS u SET \(assignments)
        FROM unnest($1::uuid[], \(sums.arrays(from: 2))) AS f (uid, \(sums.names()))
        WHERE \(condition)
        RETURNING \(UserRow.columns), \(ProgressColumn.previousColumns)
        """
    }

    let facts: [(key: UserID, value: Progress)]

    /// - Parameter sums: what each user's events come to.
    package init(_ sums: [UserID: Progress]) {
        facts = sums.sorted { $0.key < $1.key }
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(facts.map(\.key))
        Self.sums.bind(facts.map(\.value), to: &parameters)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        var user = try row.readUser()
        user.progress = try row.readPrevious(of: user.progress)
        return user
    }
}
