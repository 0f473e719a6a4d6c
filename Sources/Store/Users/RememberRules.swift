package import Postgres
package import Referrals

/// Has users that are locked remember what rules decided for good about them.
package struct RememberRules: Statement {
    package static let route = Route.oneShard
    // unnest takes no arrays of different lengths, so that each user's go as one text.
    package static let sql = """
        UPDATE users AS u SET settled_rules = string_to_array(new.settled_rules, ',')
        FROM unnest($1::uuid[], $2::text[]) AS new (uid, settled_rules) WHERE u.uid = new.uid
        """
    package static let citusSQL = """
        UPDATE users AS u
        SET settled_rules = string_to_array(\(Shards.element(of: "$2::text[]", for: "u.uid")), ',')
        WHERE \(Shards.only("u.uid"))
        """
    package let parameters: Parameters

    package init(_ users: [User]) {
        let users = users.sorted(on: \.uid)
        parameters = Parameters(users.map(\.uid), users.map { $0.memoryTexts.joined(separator: ",") })
    }
}
