internal import Postgres

package struct OwnRewards: OwnRows {
    package static let table = "rewards"
    package static let sql = rows(
        "rewards", hiding: ["codes", "mac"], by: .uuid("subject"), .text("rule"), .text("currency"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnRewardPlaces: OwnRows {
    package static let table = "reward_places"
    package static let sql = rows(
        "reward_places", by: .text("rule"), .text("currency"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnBalances: OwnRows {
    package static let table = "balances"
    package static let sql = rows(
        "balances", hiding: ["head"], by: .text("currency"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnEntries: OwnRows {
    package static let table = "ledger_entries"
    package static let sql = rows(
        "ledger_entries", hiding: ["seal", "redaction"], by: .text("currency"), .number("sequence"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnReservations: OwnRows {
    package static let table = "reservations"
    package static let sql = rows(
        "reservations", hiding: ["mac"], by: .uuid("id"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What friends brought the user lately, by day.
package struct OwnBroughtDays: OwnRows {
    package static let table = "brought_days"
    package static let sql = rows("brought_days", by: .text("currency"), .number("day"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What friends brought the user within so many days.
package struct OwnBroughtSums: OwnRows {
    package static let table = "brought_sums"
    package static let sql = rows("brought_sums", by: .text("currency"), .number("days"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnReferralCounts: OwnRows {
    package static let table = "referral_counts"
    package static let sql = rows(
        "referral_counts", by: .number("slot"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnErasure: OwnRows {
    package static let table = "erasures"
    package static let sql = rows(
        "erasures", by: .uuid("uid"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What administrators did about the user; who they are is their own business.
package struct OwnAudit: OwnRows {
    package static let table = "audit_entries"
    package static let sql = rows(
        "audit_entries", hiding: ["actor", "mac", "sequence", "seal"], by: .uuid("id"))
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// Whom the user referred: who they are beyond that is their own business.
package struct OwnReferees: OwnRows {
    package static let table = "referrals"
    private static let order = [OwnColumn.uuid("uid")]
    package static let sql = """
        SELECT jsonb_build_object('uid', t.uid, 'created_at', t.created_at)::text, \(OwnColumn.place(order))
        FROM users AS t WHERE t.referred_by = $1 AND \(OwnColumn.isBehind(order))
        ORDER BY \(OwnColumn.names(order)) LIMIT $3
        """
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}
