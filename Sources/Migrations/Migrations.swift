package import Postgres
internal import Resources

/// The schema's steps, in order, as the binary carries them. A new one is a numbered file in the folder
/// `Migrations`, an entry in `Sources/CResources/resources.c` and a line here. `make schema` then brings
/// `schema.sql` up to date.
package enum Migrations {
    package static let all: [Migration] = [
        migration(1, "service_role"),
        migration(2, "users"),
        migration(3, "sessions"),
        migration(4, "events"),
        migration(5, "ledger"),
        migration(6, "append_only"),
        migration(7, "links"),
        migration(8, "link_days"),
        migration(9, "claim_keys"),
        migration(10, "root_secret"),
        migration(11, "unpaid_rewards").besideTraffic,
        migration(12, "referral_counts"),
        migration(13, "click_bound"),
        migration(14, "click_days"),
        migration(15, "known_addresses"),
        migration(16, "keys_and_limits"),
        migration(17, "ledger_seals"),
        migration(18, "link_news"),
        migration(19, "taps"),
        migration(20, "click_sizes"),
        migration(21, "link_states").besideTraffic,
        migration(22, "rules").besideTraffic,
        migration(23, "external_ids").besideTraffic,
        migration(24, "jobs"),
        migration(25, "erasures").besideTraffic,
        migration(26, "taking_back"),
        migration(27, "taken_back_once").besideTraffic,
        migration(28, "currencies").besideTraffic,
        migration(29, "lists").besideTraffic,
        migration(30, "timeline").besideTraffic,
        migration(31, "password_schemes").besideTraffic,
        migration(32, "trust").besideTraffic,
        migration(33, "mail_outbox").besideTraffic,
        migration(34, "identities").besideTraffic,
        migration(35, "reports").besideTraffic,
        migration(36, "session_devices").besideTraffic,
        migration(37, "merges").besideTraffic,
        migration(38, "brought_over").besideTraffic,
        migration(39, "sign_up_costs").besideTraffic,
        migration(40, "budget_shares").besideTraffic,
        migration(41, "reviews").besideTraffic,
        migration(42, "recovery").besideTraffic,
        migration(43, "key_tags").besideTraffic,
        migration(44, "merge_limits").besideTraffic,
        migration(45, "programme_turns"),
        migration(46, "key_scopes").besideTraffic,
        migration(47, "causes").besideTraffic,
        migration(48, "wrapped_secrets"),
        migration(49, "reversals").besideTraffic,
        migration(50, "audit_chain").besideTraffic,
        migration(51, "reversal_times"),
        migration(52, "programme_json").expanding,
        migration(53, "changes").expanding,
        migration(54, "webhooks").expanding,
        migration(55, "change_traces").besideTraffic.expanding,
        migration(56, "operators").expanding,
        migration(57, "approvals").expanding,
        migration(58, "refresh_generations").besideTraffic.expanding,
        migration(59, "install_secrets").besideTraffic.expanding,
        migration(60, "player_notes").expanding,
        migration(61, "install_keys").besideTraffic.expanding,
        migration(62, "platforms").besideTraffic.expanding,
        migration(63, "time_zone").expanding,
        migration(64, "external_id_uses").besideTraffic.expanding,
        migration(65, "former_users").besideTraffic.expanding,
        migration(66, "erased_mailboxes").besideTraffic.expanding,
        migration(67, "fact_order").besideTraffic.expanding,
    ]

    /// The result of all of them, on one page; without roles, which are the cluster's.
    package static let schema = Resource.text("schema.sql")

    /// The schema that an empty database begins with, instead of them.
    package static let baseline =
        all[0].sql + schema + Resource.text("baseline.sql")

    private static func migration(_ number: Int, _ name: String) -> Migration {
        let digits = String(10_000 + number).dropFirst()
        return Migration(number: number, name: name, sql: Resource.text("\(digits)_\(name).sql"))
    }
}
