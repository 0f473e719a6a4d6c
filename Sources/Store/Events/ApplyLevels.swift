package import Postgres
package import Referrals
package import Values

/// `ApplyFacts` for one user, who reaches levels and no milestone.
package struct ApplyLevels: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users AS u SET \(level.assignments(by: "$2::int")), \(highestLevel.assignments(by: "$3::int")),
            \(milestones.previous.name) = \(milestones.previous.value)
        WHERE u.uid = $1 AND \(UserRow.isThere)
        RETURNING \(UserRow.columns), \(ProgressColumn.previousColumns)
        """
    private static let (level, highestLevel, milestones) =
        (ProgressColumn.level, ProgressColumn.highestLevel, ProgressColumn.milestones)
    package let parameters: Parameters

    package init(_ sum: Progress, to uid: UserID) {
        parameters = Parameters(uid, sum.level, sum.highestLevel)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try ApplyFacts.decode(&row)
    }
}
