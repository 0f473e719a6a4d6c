package import Postgres
package import Referrals

/// What one user's events of a batch come to together.
package struct FoldedFacts: Sendable, Equatable {
    package let uid: UserID
    /// The last level reached, and the highest.
    package let level: Int32?
    package let highestLevel: Int32?
    /// In the order reached, each once.
    package let milestones: [Milestone]

    package init(uid: UserID, level: Int32?, highestLevel: Int32?, milestones: [Milestone]) {
        self.uid = uid
        self.level = level
        self.highestLevel = highestLevel
        self.milestones = milestones
    }
}

/// Raises levels and adds milestones, as many as a user may have, and returns the users as they were before,
/// so that the rules see every step.
///
/// The users stay locked until the transaction ends.
package struct ApplyFacts: Statement {
    package static let sql = """
        UPDATE users AS u SET
            previous_level = u.level,
            previous_highest_level = u.highest_level,
            previous_milestone_count = cardinality(u.milestones),
            level = coalesce(f.level, u.level),
            highest_level = greatest(u.highest_level, f.highest_level),
            milestones = CASE WHEN f.milestones IS NULL THEN u.milestones ELSE u.milestones || ARRAY(
                SELECT name FROM unnest(string_to_array(f.milestones, ',')) WITH ORDINALITY AS reached (name, place)
                WHERE name <> ALL (u.milestones) ORDER BY place
                LIMIT greatest(0, \(Milestone.countMax) - cardinality(u.milestones))) END
        FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[]) AS f (uid, level, highest_level, milestones)
        WHERE u.uid = f.uid
        RETURNING \(UserRow.columns), u.previous_level, u.previous_highest_level, u.previous_milestone_count
        """
    let facts: [FoldedFacts]

    package init(_ facts: [FoldedFacts]) {
        self.facts = facts.sorted { $0.uid < $1.uid }
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(facts.map(\.uid))
        parameters.add(facts.map(\.level))
        parameters.add(facts.map(\.highestLevel))
        parameters.add(
            facts.map { fact -> String? in
                fact.milestones.isEmpty
                    ? nil : fact.milestones.map(\.description).joined(separator: ",")
            })
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        var user = try row.readUser()
        user.level = try row.read()
        user.highestLevel = try row.read()
        let milestoneCount: Int32 = try row.read()
        user.milestones = Array(user.milestones.prefix(Int(milestoneCount)))
        return user
    }
}
