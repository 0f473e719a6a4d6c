package import Postgres

/// The schema's steps, in order, as the binary carries them. A new one is a numbered file beside this one, a
/// line here and a line in Package.swift; SwiftPM names the resource after the file, the first digit an
/// underscore. `make schema` then brings `schema.sql` up to date.
package enum Migrations {
    package static let all: [Migration] = [
        migration(1, "service_role", PackageResources._001_service_role_sql),
        migration(2, "users", PackageResources._002_users_sql),
        migration(3, "sessions", PackageResources._003_sessions_sql),
        migration(4, "events", PackageResources._004_events_sql),
        migration(5, "ledger", PackageResources._005_ledger_sql),
        migration(6, "append_only", PackageResources._006_append_only_sql),
        migration(7, "links", PackageResources._007_links_sql),
        migration(8, "link_days", PackageResources._008_link_days_sql),
        migration(9, "claim_keys", PackageResources._009_claim_keys_sql),
        migration(10, "root_secret", PackageResources._010_root_secret_sql),
        migration(11, "unpaid_rewards", PackageResources._011_unpaid_rewards_sql).besideTraffic,
        migration(12, "referral_counts", PackageResources._012_referral_counts_sql),
        migration(13, "click_bound", PackageResources._013_click_bound_sql),
        migration(14, "click_days", PackageResources._014_click_days_sql),
        migration(15, "known_addresses", PackageResources._015_known_addresses_sql),
        migration(16, "keys_and_limits", PackageResources._016_keys_and_limits_sql),
        migration(17, "ledger_seals", PackageResources._017_ledger_seals_sql),
        migration(18, "link_news", PackageResources._018_link_news_sql),
        migration(19, "taps", PackageResources._019_taps_sql),
        migration(20, "click_sizes", PackageResources._020_click_sizes_sql),
        migration(21, "link_states", PackageResources._021_link_states_sql).besideTraffic,
        migration(22, "rules", PackageResources._022_rules_sql).besideTraffic,
        migration(23, "external_ids", PackageResources._023_external_ids_sql).besideTraffic,
        migration(24, "jobs", PackageResources._024_jobs_sql),
        migration(25, "erasures", PackageResources._025_erasures_sql).besideTraffic,
        migration(26, "taking_back", PackageResources._026_taking_back_sql),
        migration(27, "taken_back_once", PackageResources._027_taken_back_once_sql).besideTraffic,
        migration(28, "currencies", PackageResources._028_currencies_sql).besideTraffic,
        migration(29, "lists", PackageResources._029_lists_sql).besideTraffic,
        migration(30, "timeline", PackageResources._030_timeline_sql).besideTraffic,
        migration(31, "password_schemes", PackageResources._031_password_schemes_sql).besideTraffic,
        migration(32, "trust", PackageResources._032_trust_sql).besideTraffic,
        migration(33, "mail_outbox", PackageResources._033_mail_outbox_sql).besideTraffic,
        migration(34, "identities", PackageResources._034_identities_sql).besideTraffic,
        migration(35, "reports", PackageResources._035_reports_sql).besideTraffic,
        migration(36, "session_devices", PackageResources._036_session_devices_sql).besideTraffic,
        migration(37, "merges", PackageResources._037_merges_sql).besideTraffic,
        migration(38, "brought_over", PackageResources._038_brought_over_sql).besideTraffic,
        migration(39, "sign_up_costs", PackageResources._039_sign_up_costs_sql).besideTraffic,
        migration(40, "budget_shares", PackageResources._040_budget_shares_sql).besideTraffic,
        migration(41, "reviews", PackageResources._041_reviews_sql).besideTraffic,
        migration(42, "recovery", PackageResources._042_recovery_sql).besideTraffic,
        migration(43, "key_tags", PackageResources._043_key_tags_sql).besideTraffic,
        migration(44, "merge_limits", PackageResources._044_merge_limits_sql).besideTraffic,
        migration(45, "programme_turns", PackageResources._045_programme_turns_sql),
        migration(46, "key_scopes", PackageResources._046_key_scopes_sql).besideTraffic,
        migration(47, "causes", PackageResources._047_causes_sql).besideTraffic,
        migration(48, "wrapped_secrets", PackageResources._048_wrapped_secrets_sql),
        migration(49, "reversals", PackageResources._049_reversals_sql).besideTraffic,
        migration(50, "audit_chain", PackageResources._050_audit_chain_sql).besideTraffic,
        migration(51, "reversal_times", PackageResources._051_reversal_times_sql),
        migration(52, "programme_json", PackageResources._052_programme_json_sql).expanding,
    ]

    /// What all of them leave, on one page; roles are the cluster's, and not on it.
    package static let schema = String(decoding: PackageResources.schema_sql, as: UTF8.self)

    /// What an empty database begins with, in place of them.
    package static let baseline =
        all[0].sql + schema + String(decoding: PackageResources.baseline_sql, as: UTF8.self)

    private static func migration(_ number: Int, _ name: String, _ sql: [UInt8]) -> Migration {
        Migration(number: number, name: name, sql: String(decoding: sql, as: UTF8.self))
    }
}
