// The files that the binary carries. SwiftPM can embed them too, as an array literal that takes Swift long to read.
#include "CResources.h"

#include <string.h>

// C23 has it; this compiler takes it in C17, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct {
    const char *name;
    const uint8_t *bytes;
} resources[] = {
    {"ar.txt", (const uint8_t[]){
#embed "../Pages/Resources/ar.txt" suffix(, 0)
    }},
    {"console.css", (const uint8_t[]){
#embed "../Console/Resources/console.css" suffix(, 0)
    }},
    {"console.de.txt", (const uint8_t[]){
#embed "../Console/Resources/console.de.txt" suffix(, 0)
    }},
    {"console.en.txt", (const uint8_t[]){
#embed "../Console/Resources/console.en.txt" suffix(, 0)
    }},
    {"console.js", (const uint8_t[]){
#embed "../Console/Resources/console.js" suffix(, 0)
    }},
    {"de.txt", (const uint8_t[]){
#embed "../Pages/Resources/de.txt" suffix(, 0)
    }},
    {"debug.css", (const uint8_t[]){
#embed "../Pages/Resources/debug.css" suffix(, 0)
    }},
    {"en.txt", (const uint8_t[]){
#embed "../Pages/Resources/en.txt" suffix(, 0)
    }},
    {"es.txt", (const uint8_t[]){
#embed "../Pages/Resources/es.txt" suffix(, 0)
    }},
    {"form.css", (const uint8_t[]){
#embed "../Pages/Resources/form.css" suffix(, 0)
    }},
    {"fr.txt", (const uint8_t[]){
#embed "../Pages/Resources/fr.txt" suffix(, 0)
    }},
    {"he.txt", (const uint8_t[]){
#embed "../Pages/Resources/he.txt" suffix(, 0)
    }},
    {"hi.txt", (const uint8_t[]){
#embed "../Pages/Resources/hi.txt" suffix(, 0)
    }},
    {"id.txt", (const uint8_t[]){
#embed "../Pages/Resources/id.txt" suffix(, 0)
    }},
    {"it.txt", (const uint8_t[]){
#embed "../Pages/Resources/it.txt" suffix(, 0)
    }},
    {"ja.txt", (const uint8_t[]){
#embed "../Pages/Resources/ja.txt" suffix(, 0)
    }},
    {"ko.txt", (const uint8_t[]){
#embed "../Pages/Resources/ko.txt" suffix(, 0)
    }},
    {"nl.txt", (const uint8_t[]){
#embed "../Pages/Resources/nl.txt" suffix(, 0)
    }},
    {"page.css", (const uint8_t[]){
#embed "../Pages/Resources/page.css" suffix(, 0)
    }},
    {"pictures.js", (const uint8_t[]){
#embed "../Pages/Resources/pictures.js" suffix(, 0)
    }},
    {"pl.txt", (const uint8_t[]){
#embed "../Pages/Resources/pl.txt" suffix(, 0)
    }},
    {"press.js", (const uint8_t[]){
#embed "../Pages/Resources/press.js" suffix(, 0)
    }},
    {"pt-BR.txt", (const uint8_t[]){
#embed "../Pages/Resources/pt-BR.txt" suffix(, 0)
    }},
    {"question.js", (const uint8_t[]){
#embed "../Pages/Resources/question.js" suffix(, 0)
    }},
    {"reference.css", (const uint8_t[]){
#embed "../Pages/Resources/reference.css" suffix(, 0)
    }},
    {"ru.txt", (const uint8_t[]){
#embed "../Pages/Resources/ru.txt" suffix(, 0)
    }},
    {"search.js", (const uint8_t[]){
#embed "../Pages/Resources/search.js" suffix(, 0)
    }},
    {"tr.txt", (const uint8_t[]){
#embed "../Pages/Resources/tr.txt" suffix(, 0)
    }},
    {"uk.txt", (const uint8_t[]){
#embed "../Pages/Resources/uk.txt" suffix(, 0)
    }},
    {"zh-Hans.txt", (const uint8_t[]){
#embed "../Pages/Resources/zh-Hans.txt" suffix(, 0)
    }},
    {"zh-Hant.txt", (const uint8_t[]){
#embed "../Pages/Resources/zh-Hant.txt" suffix(, 0)
    }},
    {"0001_service_role.sql", (const uint8_t[]){
#embed "../../Migrations/0001_service_role.sql" suffix(, 0)
    }},
    {"0002_users.sql", (const uint8_t[]){
#embed "../../Migrations/0002_users.sql" suffix(, 0)
    }},
    {"0003_sessions.sql", (const uint8_t[]){
#embed "../../Migrations/0003_sessions.sql" suffix(, 0)
    }},
    {"0004_events.sql", (const uint8_t[]){
#embed "../../Migrations/0004_events.sql" suffix(, 0)
    }},
    {"0005_ledger.sql", (const uint8_t[]){
#embed "../../Migrations/0005_ledger.sql" suffix(, 0)
    }},
    {"0006_append_only.sql", (const uint8_t[]){
#embed "../../Migrations/0006_append_only.sql" suffix(, 0)
    }},
    {"0007_links.sql", (const uint8_t[]){
#embed "../../Migrations/0007_links.sql" suffix(, 0)
    }},
    {"0008_link_days.sql", (const uint8_t[]){
#embed "../../Migrations/0008_link_days.sql" suffix(, 0)
    }},
    {"0009_claim_keys.sql", (const uint8_t[]){
#embed "../../Migrations/0009_claim_keys.sql" suffix(, 0)
    }},
    {"0010_root_secret.sql", (const uint8_t[]){
#embed "../../Migrations/0010_root_secret.sql" suffix(, 0)
    }},
    {"0011_unpaid_rewards.sql", (const uint8_t[]){
#embed "../../Migrations/0011_unpaid_rewards.sql" suffix(, 0)
    }},
    {"0012_referral_counts.sql", (const uint8_t[]){
#embed "../../Migrations/0012_referral_counts.sql" suffix(, 0)
    }},
    {"0013_click_bound.sql", (const uint8_t[]){
#embed "../../Migrations/0013_click_bound.sql" suffix(, 0)
    }},
    {"0014_click_days.sql", (const uint8_t[]){
#embed "../../Migrations/0014_click_days.sql" suffix(, 0)
    }},
    {"0015_known_addresses.sql", (const uint8_t[]){
#embed "../../Migrations/0015_known_addresses.sql" suffix(, 0)
    }},
    {"0016_keys_and_limits.sql", (const uint8_t[]){
#embed "../../Migrations/0016_keys_and_limits.sql" suffix(, 0)
    }},
    {"0017_ledger_seals.sql", (const uint8_t[]){
#embed "../../Migrations/0017_ledger_seals.sql" suffix(, 0)
    }},
    {"0018_link_news.sql", (const uint8_t[]){
#embed "../../Migrations/0018_link_news.sql" suffix(, 0)
    }},
    {"0019_taps.sql", (const uint8_t[]){
#embed "../../Migrations/0019_taps.sql" suffix(, 0)
    }},
    {"0020_click_sizes.sql", (const uint8_t[]){
#embed "../../Migrations/0020_click_sizes.sql" suffix(, 0)
    }},
    {"0021_link_states.sql", (const uint8_t[]){
#embed "../../Migrations/0021_link_states.sql" suffix(, 0)
    }},
    {"0022_rules.sql", (const uint8_t[]){
#embed "../../Migrations/0022_rules.sql" suffix(, 0)
    }},
    {"0023_external_ids.sql", (const uint8_t[]){
#embed "../../Migrations/0023_external_ids.sql" suffix(, 0)
    }},
    {"0024_jobs.sql", (const uint8_t[]){
#embed "../../Migrations/0024_jobs.sql" suffix(, 0)
    }},
    {"0025_erasures.sql", (const uint8_t[]){
#embed "../../Migrations/0025_erasures.sql" suffix(, 0)
    }},
    {"0026_taking_back.sql", (const uint8_t[]){
#embed "../../Migrations/0026_taking_back.sql" suffix(, 0)
    }},
    {"0027_taken_back_once.sql", (const uint8_t[]){
#embed "../../Migrations/0027_taken_back_once.sql" suffix(, 0)
    }},
    {"0028_currencies.sql", (const uint8_t[]){
#embed "../../Migrations/0028_currencies.sql" suffix(, 0)
    }},
    {"0029_lists.sql", (const uint8_t[]){
#embed "../../Migrations/0029_lists.sql" suffix(, 0)
    }},
    {"0030_timeline.sql", (const uint8_t[]){
#embed "../../Migrations/0030_timeline.sql" suffix(, 0)
    }},
    {"0031_password_schemes.sql", (const uint8_t[]){
#embed "../../Migrations/0031_password_schemes.sql" suffix(, 0)
    }},
    {"0032_trust.sql", (const uint8_t[]){
#embed "../../Migrations/0032_trust.sql" suffix(, 0)
    }},
    {"0033_mail_outbox.sql", (const uint8_t[]){
#embed "../../Migrations/0033_mail_outbox.sql" suffix(, 0)
    }},
    {"0034_identities.sql", (const uint8_t[]){
#embed "../../Migrations/0034_identities.sql" suffix(, 0)
    }},
    {"0035_reports.sql", (const uint8_t[]){
#embed "../../Migrations/0035_reports.sql" suffix(, 0)
    }},
    {"0036_session_devices.sql", (const uint8_t[]){
#embed "../../Migrations/0036_session_devices.sql" suffix(, 0)
    }},
    {"0037_merges.sql", (const uint8_t[]){
#embed "../../Migrations/0037_merges.sql" suffix(, 0)
    }},
    {"0038_brought_over.sql", (const uint8_t[]){
#embed "../../Migrations/0038_brought_over.sql" suffix(, 0)
    }},
    {"0039_sign_up_costs.sql", (const uint8_t[]){
#embed "../../Migrations/0039_sign_up_costs.sql" suffix(, 0)
    }},
    {"0040_budget_shares.sql", (const uint8_t[]){
#embed "../../Migrations/0040_budget_shares.sql" suffix(, 0)
    }},
    {"0041_reviews.sql", (const uint8_t[]){
#embed "../../Migrations/0041_reviews.sql" suffix(, 0)
    }},
    {"0042_recovery.sql", (const uint8_t[]){
#embed "../../Migrations/0042_recovery.sql" suffix(, 0)
    }},
    {"0043_key_tags.sql", (const uint8_t[]){
#embed "../../Migrations/0043_key_tags.sql" suffix(, 0)
    }},
    {"0044_merge_limits.sql", (const uint8_t[]){
#embed "../../Migrations/0044_merge_limits.sql" suffix(, 0)
    }},
    {"0045_programme_turns.sql", (const uint8_t[]){
#embed "../../Migrations/0045_programme_turns.sql" suffix(, 0)
    }},
    {"0046_key_scopes.sql", (const uint8_t[]){
#embed "../../Migrations/0046_key_scopes.sql" suffix(, 0)
    }},
    {"0047_causes.sql", (const uint8_t[]){
#embed "../../Migrations/0047_causes.sql" suffix(, 0)
    }},
    {"0048_wrapped_secrets.sql", (const uint8_t[]){
#embed "../../Migrations/0048_wrapped_secrets.sql" suffix(, 0)
    }},
    {"0049_reversals.sql", (const uint8_t[]){
#embed "../../Migrations/0049_reversals.sql" suffix(, 0)
    }},
    {"0050_audit_chain.sql", (const uint8_t[]){
#embed "../../Migrations/0050_audit_chain.sql" suffix(, 0)
    }},
    {"0051_reversal_times.sql", (const uint8_t[]){
#embed "../../Migrations/0051_reversal_times.sql" suffix(, 0)
    }},
    {"0052_programme_json.sql", (const uint8_t[]){
#embed "../../Migrations/0052_programme_json.sql" suffix(, 0)
    }},
    {"0053_changes.sql", (const uint8_t[]){
#embed "../../Migrations/0053_changes.sql" suffix(, 0)
    }},
    {"0054_webhooks.sql", (const uint8_t[]){
#embed "../../Migrations/0054_webhooks.sql" suffix(, 0)
    }},
    {"0055_change_traces.sql", (const uint8_t[]){
#embed "../../Migrations/0055_change_traces.sql" suffix(, 0)
    }},
    {"0056_operators.sql", (const uint8_t[]){
#embed "../../Migrations/0056_operators.sql" suffix(, 0)
    }},
    {"0057_approvals.sql", (const uint8_t[]){
#embed "../../Migrations/0057_approvals.sql" suffix(, 0)
    }},
    {"0058_refresh_generations.sql", (const uint8_t[]){
#embed "../../Migrations/0058_refresh_generations.sql" suffix(, 0)
    }},
    {"0059_install_secrets.sql", (const uint8_t[]){
#embed "../../Migrations/0059_install_secrets.sql" suffix(, 0)
    }},
    {"0060_player_notes.sql", (const uint8_t[]){
#embed "../../Migrations/0060_player_notes.sql" suffix(, 0)
    }},
    {"0061_install_keys.sql", (const uint8_t[]){
#embed "../../Migrations/0061_install_keys.sql" suffix(, 0)
    }},
    {"0062_platforms.sql", (const uint8_t[]){
#embed "../../Migrations/0062_platforms.sql" suffix(, 0)
    }},
    {"0063_time_zone.sql", (const uint8_t[]){
#embed "../../Migrations/0063_time_zone.sql" suffix(, 0)
    }},
    {"0064_external_id_uses.sql", (const uint8_t[]){
#embed "../../Migrations/0064_external_id_uses.sql" suffix(, 0)
    }},
    {"0065_former_users.sql", (const uint8_t[]){
#embed "../../Migrations/0065_former_users.sql" suffix(, 0)
    }},
    {"0066_erased_mailboxes.sql", (const uint8_t[]){
#embed "../../Migrations/0066_erased_mailboxes.sql" suffix(, 0)
    }},
    {"0067_fact_order.sql", (const uint8_t[]){
#embed "../../Migrations/0067_fact_order.sql" suffix(, 0)
    }},
    {"baseline.sql", (const uint8_t[]){
#embed "../../Migrations/baseline.sql" suffix(, 0)
    }},
    {"schema.sql", (const uint8_t[]){
#embed "../../Migrations/schema.sql" suffix(, 0)
    }},
};

const uint8_t *shipmate_resource(const char *name, size_t *count) {
    for (size_t index = 0; index < sizeof resources / sizeof *resources; index++) {
        if (strcmp(resources[index].name, name) == 0) {
            *count = strlen((const char *)resources[index].bytes);
            return resources[index].bytes;
        }
    }
    return NULL;
}
