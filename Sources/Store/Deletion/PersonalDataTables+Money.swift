package import Postgres

package enum PersonalRewards: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "rewards", hiding: ["codes", "mac"], by: .uuid("subject"), .text("rule"), .text("currency"))
}

package enum PersonalGrantCounts: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("reward_places", by: .text("rule"), .text("currency"))
}

package enum PersonalBalances: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("balances", hiding: ["head"], by: .text("currency"))
}

package enum PersonalEntries: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery(
        "ledger_entries", hiding: ["seal", "redaction"], by: .text("currency"), .number("sequence"))
}

package enum PersonalReservations: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("reservations", hiding: ["mac"], by: .uuid("id"))
}

/// The user's recent rewards for friends, by day.
package enum PersonalDailyEarnings: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("brought_days", by: .text("currency"), .number("day"))
}

/// The user's rewards for friends within so many days.
package enum PersonalEarningsSums: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("brought_sums", by: .text("currency"), .number("days"))
}

package enum PersonalReferralCounts: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("referral_counts", by: .number("slot"))
}

package enum PersonalErasure: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("erasures", by: .uuid("uid"))
}

/// Administrators' actions on the user, without the administrators' names.
package enum PersonalAudit: PersonalDataTable {
    package static let route = Route.coordinator
    package static let rows = PersonalDataQuery(
        "audit_entries", hiding: ["actor", "mac", "sequence", "seal"], by: .uuid("id"))
}

/// Notes on the user, without their authors' names.
package enum PersonalNotes: PersonalDataTable {
    package static let route = Route.oneShard
    package static let rows = PersonalDataQuery("player_notes", hiding: ["author"], by: .uuid("id"))
}

/// The user's referrals: more about them is their own data.
package enum PersonalReferees: PersonalDataTable {
    private static let order = [CursorColumn.uuid("uid")]
    package static let route = Route.ownExport
    package static let rows = PersonalDataQuery(
        "referrals",
        sql: """
            SELECT jsonb_build_object('uid', t.uid, 'created_at', t.created_at)::text,
                \(CursorColumn.cursor(order))
            FROM users AS t WHERE t.referred_by = $1 AND \(CursorColumn.isBehind(order))
            ORDER BY \(CursorColumn.names(order)) LIMIT $3
            """)
}
