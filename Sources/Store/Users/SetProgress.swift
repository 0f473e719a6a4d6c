package import Postgres
package import Referrals

/// Writes what events have made of users that are locked: their progress, and what rules decided for good
/// about them.
package struct SetProgress: Statement {
    package static let route = Route.oneShard
    // unnest takes no arrays of different lengths, so that each user's lists go as one text.
    package static let sql = """
        UPDATE users AS u SET level = new.level, highest_level = new.highest_level,
            milestones = string_to_array(new.milestones, ','), counters = string_to_array(new.counters, ','),
            settled_rules = string_to_array(new.settled_rules, ',')
        FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[])
            AS new (uid, level, highest_level, milestones, counters, settled_rules)
        WHERE u.uid = new.uid
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("u.uid"))"
    package let parameters: Parameters

    package init(_ users: [User]) {
        let users = users.sorted(on: \.uid)
        parameters = Parameters(
            users.map(\.uid), users.map(\.progress.level), users.map(\.progress.highestLevel),
            users.map { $0.progress.milestonesText ?? "" }, users.map(\.progress.countersText),
            users.map { $0.memoryTexts.joined(separator: ",") })
    }
}
