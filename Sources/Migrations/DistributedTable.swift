/// A table whose rows are distributed over Citus' shards, by the hash of one column.
package struct DistributedTable: Hashable, Sendable {
    package let name: String
    /// First in its primary key.
    package let column: String
    /// The table whose rows of the same key lie on the same node; nil for one of its own.
    package let neighbour: String?

    init(_ name: String, by column: String, with neighbour: String? = nil) {
        self.name = name
        self.column = column
        self.neighbour = neighbour
    }

    /// Small tables, which stay on the coordinator.
    package static let small = [
        "api_keys", "audit_entries", "brought_progress", "brought_ranks", "budget_shares", "change_counters",
        "change_listeners", "change_retention", "changes", "console_sessions", "currencies",
        "day_count_progress", "day_counts", "deliveries", "jobs",
        "ledger_duties", "ledger_keys", "ledger_statements", "limit_uses", "operator_days",
        "operator_invitations", "operators", "password_schemes", "pending_changes", "programmes",
        "revocations", "role_limits",
        "root_secret", "rule_budgets", "rule_versions", "rules",
        "schema_migrations", "signing_keys", "trial_rewards", "trial_sums", "trust_versions",
        "used_tickets", "user_standings", "webhook_replays", "webhooks",
    ]

    /// All of them, each after its neighbour; partitions go with what they are of. Other tables are `small`.
    package static let all: [DistributedTable] =
        [DistributedTable("users", by: "uid")]
        + [
            "sessions", "events", "rewards", "balances", "ledger_entries", "ledger_heads", "referral_counts",
            "user_profiles", "known_addresses", "reward_places", "erasures", "reservations", "sign_up_marks",
            "mails", "mail_tokens", "user_identities", "unlinked_identities", "past_emails", "used_proofs",
            "credential_changes", "recoveries", "brought_days", "brought_sums", "merges",
            "merged_users", "player_notes", "user_install_keys", "external_id_uses",
        ].map { DistributedTable($0, by: "uid", with: "users") }
        + [
            DistributedTable("referral_codes", by: "code"),
            DistributedTable("credentials", by: "email"),
            DistributedTable("external_ids", by: "external_id"),
            DistributedTable("identities", by: "identity"),
            DistributedTable("sign_up_keys", by: "key_hash"),
            DistributedTable("install_keys", by: "thumbprint"),
            DistributedTable("used_receipts", by: "id"),
            DistributedTable("links", by: "code"),
            DistributedTable("link_stats", by: "code", with: "links"),
            DistributedTable("clicks", by: "id"),
            DistributedTable("click_taps", by: "click_id", with: "clicks"),
        ]
}
