package import Postgres
package import Referrals
package import Values

/// Applies a batch of events to users, and returns the users as they were before, so that the rules see
/// every step.
///
/// The users stay locked until the transaction ends.
package struct ApplyFacts: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users AS u SET \(assignments(by: { _, sum in "f.\(sum.name)" }))
        FROM unnest($1::uuid[], \(sums.arrays(from: 2))) AS f (uid, \(sums.names()))
        WHERE u.uid = f.uid AND \(UserRow.isThere)
        RETURNING \(UserRow.columns), \(ProgressColumn.previousColumns)
        """
    package static let citusSQL = """
        UPDATE users AS u SET \(assignments(by: element))
        WHERE \(Shards.only("u.uid")) AND \(UserRow.isThere)
        RETURNING \(UserRow.columns), \(ProgressColumn.previousColumns)
        """
    private static let sums = ProgressColumn.all.map(\.sum)

    /// A user's in the array of a sum.
    private static func element(_ index: Int, _ sum: Column<Progress>) -> String {
        Shards.element(of: "$\(index + 2)::\(sum.type)[]", for: "u.uid")
    }

    private static func assignments(by sum: (Int, Column<Progress>) -> String) -> String {
        ProgressColumn.all.enumerated().map { index, column in
            column.assignments(by: sum(index, column.sum))
        }.joined(separator: ", ")
    }

    let facts: [(key: UserID, value: Progress)]

    /// - Parameter sums: what each user's events come to.
    package init(_ sums: [UserID: Progress]) {
        facts = sums.sorted { $0.key < $1.key }
    }

    package var routed: (any Statement)? {
        guard facts.count == 1, let (uid, sum) = facts.first, sum.milestones.isEmpty else { return nil }
        return ApplyLevels(sum, to: uid)
    }

    package var parameters: Parameters {
        Parameters(facts.map(\.key), Self.sums.values(of: facts.map(\.value)))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        var user = try row.readUser()
        user.progress = try row.readPrevious(of: user.progress)
        return user
    }
}
