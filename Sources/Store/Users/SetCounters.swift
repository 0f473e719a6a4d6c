package import Postgres
package import Referrals

/// Writes what the counters of users that are locked came to.
package struct SetCounters: Statement {
    package static let route = Route.oneShard
    // unnest takes no arrays of different lengths, so that each user's go as one text.
    package static let sql = """
        UPDATE users AS u SET counters = string_to_array(new.counters, ',')
        FROM unnest($1::uuid[], $2::text[]) AS new (uid, counters) WHERE u.uid = new.uid
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("u.uid"))"
    package let parameters: Parameters

    package init(_ users: [User]) {
        let users = users.sorted(on: \.uid)
        parameters = Parameters(users.map(\.uid), users.map(\.progress.countersText))
    }
}

extension Progress {
    var countersText: String {
        counters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }
}
