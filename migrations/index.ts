/**
 * The schemas of the two kinds of database, embedded as text: a baseline, and the steps added since. Forward only: a
 * released one is never edited, and a new one comes last, because a file notes how many it has, not which. `schema.sql`
 * shows their result.
 * An upgrade of a thousand small files is bound by the processor, and what costs most is SQLite reading the whole schema
 * anew: 0.2 ms of each file for every ADD COLUMN, 1.5 ms for RENAME TO, against 0.03 ms for a new table or index.
 * The schema stays parsed in memory for each open company (tests/tenancy/weight.test.ts). Bodies of triggers weigh most, so what
 * several do is written once: a trigger over a view, which they call by inserting a row (tenant 0113).
 */
import type { Schema } from '../src/platform/schema'
import controlBaseline from './control/0001_baseline.sql' with { type: 'text' }
import control104 from './control/0104_plan_storage.sql' with { type: 'text' }
import control105 from './control/0105_mail_codes.sql' with { type: 'text' }
import control106 from './control/0106_paid_time.sql' with { type: 'text' }
import control107 from './control/0107_mail_templates.sql' with { type: 'text' }
import control108 from './control/0108_given_time.sql' with { type: 'text' }
import control109 from './control/0109_left_charges.sql' with { type: 'text' }
import control110 from './control/0110_support.sql' with { type: 'text' }
import control111 from './control/0111_company_notes.sql' with { type: 'text' }
import control112 from './control/0112_announcement_audience.sql' with { type: 'text' }
import control113 from './control/0113_mail_accounts.sql' with { type: 'text' }
import control115 from './control/0115_answers_mailbox.sql' with { type: 'text' }
import control116 from './control/0116_meta_apps.sql' with { type: 'text' }
import control117 from './control/0117_message_prices.sql' with { type: 'text' }
import control118 from './control/0118_meta_people.sql' with { type: 'text' }
import control119 from './control/0119_meta_business.sql' with { type: 'text' }
import control120 from './control/0120_meta_deletion_requests.sql' with { type: 'text' }
import control121 from './control/0121_meta_prices_in_reais.sql' with { type: 'text' }
import control122 from './control/0122_moved_companies.sql' with { type: 'text' }
import control123 from './control/0123_certificates.sql' with { type: 'text' }
import control124 from './control/0124_former_sessions.sql' with { type: 'text' }
import control125 from './control/0125_claims.sql' with { type: 'text' }
import control126 from './control/0126_updates.sql' with { type: 'text' }
import control127 from './control/0127_push_keys.sql' with { type: 'text' }
import control128 from './control/0128_control_writes.sql' with { type: 'text' }
import control129 from './control/0129_machines.sql' with { type: 'text' }
import tenantBaseline from './tenant/0001_baseline.sql' with { type: 'text' }
import tenant100 from './tenant/0100_note_mentions.sql' with { type: 'text' }
import tenant101 from './tenant/0101_connection_links.sql' with { type: 'text' }
import tenant104 from './tenant/0104_stored_bytes.sql' with { type: 'text' }
import tenant109 from './tenant/0109_phone_texts.sql' with { type: 'text' }
import tenant110 from './tenant/0110_commands_in_texts.sql' with { type: 'text' }
import tenant111 from './tenant/0111_only_queue_greets.sql' with { type: 'text' }
import tenant113 from './tenant/0113_shorter_triggers.sql' with { type: 'text' }
import tenant114 from './tenant/0114_unused_indexes.sql' with { type: 'text' }
import tenant116 from './tenant/0116_import_readings.sql' with { type: 'text' }
import tenant120 from './tenant/0120_head_rows.sql' with { type: 'text' }
import tenant123 from './tenant/0123_words_in_any_order.sql' with { type: 'text' }
import tenant124 from './tenant/0124_ticket_referrals.sql' with { type: 'text' }
import tenant127 from './tenant/0127_with_the_bot.sql' with { type: 'text' }
import tenant128 from './tenant/0128_chat_answers.sql' with { type: 'text' }
import tenant131 from './tenant/0131_flow_counts.sql' with { type: 'text' }
import tenant134 from './tenant/0134_masked_mkauth.sql' with { type: 'text' }
import tenant135 from './tenant/0135_support_users.sql' with { type: 'text' }
import tenant136 from './tenant/0136_company_tokens.sql' with { type: 'text' }
import tenant137 from './tenant/0137_no_payment_key.sql' with { type: 'text' }
import tenant138 from './tenant/0138_no_stretches.sql' with { type: 'text' }
import tenant141 from './tenant/0141_report_views.sql' with { type: 'text' }
import tenant142 from './tenant/0142_task_plans.sql' with { type: 'text' }
import tenant143 from './tenant/0143_event_plans.sql' with { type: 'text' }
import tenant144 from './tenant/0144_mail_accounts.sql' with { type: 'text' }
import tenant145 from './tenant/0145_email_uses.sql' with { type: 'text' }
import tenant147 from './tenant/0147_email_letters.sql' with { type: 'text' }
import tenant148 from './tenant/0148_email_templates.sql' with { type: 'text' }
import tenant150 from './tenant/0150_email_answers.sql' with { type: 'text' }
import tenant151 from './tenant/0151_email_threads.sql' with { type: 'text' }
import tenant157 from './tenant/0157_done_days.sql' with { type: 'text' }
import tenant158 from './tenant/0158_waits_without_the_bot.sql' with { type: 'text' }
import tenant159 from './tenant/0159_meta_accounts.sql' with { type: 'text' }
import tenant160 from './tenant/0160_reply_windows.sql' with { type: 'text' }
import tenant161 from './tenant/0161_message_templates.sql' with { type: 'text' }
import tenant162 from './tenant/0162_message_costs.sql' with { type: 'text' }
import tenant163 from './tenant/0163_usernames_of_channels.sql' with { type: 'text' }
import tenant165 from './tenant/0165_addresses_of_phone_chats.sql' with { type: 'text' }
import tenant166 from './tenant/0166_first_messages.sql' with { type: 'text' }
import tenant167 from './tenant/0167_channels_and_likeness.sql' with { type: 'text' }
import tenant168 from './tenant/0168_template_categories.sql' with { type: 'text' }
import tenant169 from './tenant/0169_pictures_of_accounts.sql' with { type: 'text' }
import tenant170 from './tenant/0170_moved_ids.sql' with { type: 'text' }
import tenant174 from './tenant/0174_moved_messages.sql' with { type: 'text' }
import tenant175 from './tenant/0175_push_company.sql' with { type: 'text' }
import tenant176 from './tenant/0176_escalation_company.sql' with { type: 'text' }
import tenant177 from './tenant/0177_moved_people.sql' with { type: 'text' }
import tenant178 from './tenant/0178_push.sql' with { type: 'text' }
import tenant179 from './tenant/0179_escalation.sql' with { type: 'text' }
import tenant180 from './tenant/0180_sessions.sql' with { type: 'text' }

/** The release that has the schema of the baselines. */
const passThrough = '1.0.0 of 2026-11-28 (commit 6f33d944)'

export const controlSchema: Schema = {
  first: 10,
  passThrough,
  steps: [
    controlBaseline,
    control104,
    control105,
    control106,
    control107,
    control108,
    control109,
    control110,
    control111,
    control112,
    control113,
    control115,
    control116,
    control119,
    control117,
    control118,
    control121,
    control120,
    control122,
    control127,
    control123,
    control126,
    control124,
    control125,
    control128,
    control129,
  ],
}
export const tenantSchema: Schema = {
  first: 69,
  passThrough,
  steps: [
    tenantBaseline,
    tenant100,
    tenant104,
    tenant109,
    tenant113,
    tenant110,
    tenant114,
    tenant101,
    tenant111,
    tenant141,
    tenant142,
    tenant143,
    tenant136,
    tenant137,
    tenant138,
    tenant134,
    tenant135,
    tenant131,
    tenant123,
    tenant124,
    tenant116,
    tenant120,
    tenant127,
    tenant128,
    tenant144,
    tenant145,
    tenant157,
    tenant158,
    tenant150,
    tenant151,
    tenant147,
    tenant148,
    tenant159,
    tenant160,
    tenant161,
    tenant162,
    tenant163,
    tenant165,
    tenant166,
    tenant167,
    tenant168,
    tenant169,
    tenant170,
    tenant174,
    tenant178,
    tenant179,
    tenant175,
    tenant176,
    tenant177,
    tenant180,
  ],
}
