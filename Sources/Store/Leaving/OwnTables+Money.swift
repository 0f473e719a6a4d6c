package import Postgres

package enum OwnRewards: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows(
        "rewards", hiding: ["codes", "mac"], by: .uuid("subject"), .text("rule"), .text("currency"))
}

package enum OwnRewardPlaces: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("reward_places", by: .text("rule"), .text("currency"))
}

package enum OwnBalances: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("balances", hiding: ["head"], by: .text("currency"))
}

package enum OwnEntries: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows(
        "ledger_entries", hiding: ["seal", "redaction"], by: .text("currency"), .number("sequence"))
}

package enum OwnReservations: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("reservations", hiding: ["mac"], by: .uuid("id"))
}

/// The user's recent rewards for friends, by day.
package enum OwnBroughtDays: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("brought_days", by: .text("currency"), .number("day"))
}

/// The user's rewards for friends within so many days.
package enum OwnBroughtSums: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("brought_sums", by: .text("currency"), .number("days"))
}

package enum OwnReferralCounts: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("referral_counts", by: .number("slot"))
}

package enum OwnErasure: OwnTable {
    package static let route = Route.oneShard
    package static let rows = OwnTableRows("erasures", by: .uuid("uid"))
}

/// Administrators' actions on the user, without the administrators' names.
package enum OwnAudit: OwnTable {
    package static let route = Route.coordinator
    package static let rows = OwnTableRows(
        "audit_entries", hiding: ["actor", "mac", "sequence", "seal"], by: .uuid("id"))
}

/// The user's referrals: more about them is their own data.
package enum OwnReferees: OwnTable {
    private static let order = [OwnColumn.uuid("uid")]
    package static let route = Route.ownExport
    package static let rows = OwnTableRows(
        "referrals",
        sql: """
            SELECT jsonb_build_object('uid', t.uid, 'created_at', t.created_at)::text, \(OwnColumn.place(order))
            FROM users AS t WHERE t.referred_by = $1 AND \(OwnColumn.isBehind(order))
            ORDER BY \(OwnColumn.names(order)) LIMIT $3
            """)
}
