internal import Postgres

package struct OwnRewards: OwnRows {
    package static let table = "rewards"
    package static let sql = rows(
        "rewards", hiding: ["codes"], by: "t.subject, t.rule, t.currency")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnRewardPlaces: OwnRows {
    package static let table = "reward_places"
    package static let sql = rows(
        "reward_places", by: "t.rule, t.currency")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnBalances: OwnRows {
    package static let table = "balances"
    package static let sql = rows(
        "balances", hiding: ["head"], by: "t.currency")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnEntries: OwnRows {
    package static let table = "ledger_entries"
    package static let sql = rows(
        "ledger_entries", hiding: ["seal", "redaction"], by: "t.currency, t.sequence")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnReservations: OwnRows {
    package static let table = "reservations"
    package static let sql = rows(
        "reservations", by: "t.id")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What friends brought the user lately, by day.
package struct OwnBroughtDays: OwnRows {
    package static let table = "brought_days"
    package static let sql = rows("brought_days", by: "t.currency, t.day")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What friends brought the user within so many days.
package struct OwnBroughtSums: OwnRows {
    package static let table = "brought_sums"
    package static let sql = rows("brought_sums", by: "t.currency, t.days")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnReferralCounts: OwnRows {
    package static let table = "referral_counts"
    package static let sql = rows(
        "referral_counts", by: "t.slot")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

package struct OwnErasure: OwnRows {
    package static let table = "erasures"
    package static let sql = rows(
        "erasures", by: "t.uid")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// What administrators did about the user; who they are is their own business.
package struct OwnAudit: OwnRows {
    package static let table = "audit_entries"
    package static let sql = rows(
        "audit_entries", hiding: ["actor"], by: "t.id")
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}

/// Whom the user referred: who they are beyond that is their own business.
package struct OwnReferees: OwnRows {
    package static let table = "referrals"
    package static let sql = """
        SELECT jsonb_build_object('uid', t.uid, 'created_at', t.created_at)::text FROM users AS t
        WHERE t.referred_by = $1 ORDER BY t.uid OFFSET $2 LIMIT $3
        """
    package let page: OwnPage

    package init(_ page: OwnPage) {
        self.page = page
    }
}
