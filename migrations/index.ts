/**
 * The migrations of the two kinds of database, embedded as text. Forward only: a released one is never edited.
 * An upgrade of a thousand small files is bound by the processor, and what costs most is SQLite reading the whole schema
 * anew: 0.2 ms of each file for every ADD COLUMN, 1.5 ms for RENAME TO, against 0.03 ms for a new table or index.
 * The schema stays parsed in memory for each open company (tests/tenancy/weight.test.ts). Bodies of triggers weigh most, so what
 * several do is written once: a trigger over a view, which they call by inserting a row (tenant 0113).
 */
import control1 from './control/0001_companies_and_sign_in.sql' with { type: 'text' }
import control2 from './control/0002_repeated_refresh.sql' with { type: 'text' }
import control3 from './control/0003_features.sql' with { type: 'text' }
import control4 from './control/0004_companies_at_rest.sql' with { type: 'text' }
import control5 from './control/0005_operators_ground.sql' with { type: 'text' }
import control6 from './control/0006_plans_and_money.sql' with { type: 'text' }
import control8 from './control/0008_billing.sql' with { type: 'text' }
import control9 from './control/0009_monitor.sql' with { type: 'text' }
import control10 from './control/0010_load_hours.sql' with { type: 'text' }
import control11 from './control/0011_receipts.sql' with { type: 'text' }
import control104 from './control/0104_plan_storage.sql' with { type: 'text' }
import control105 from './control/0105_mail_codes.sql' with { type: 'text' }
import control106 from './control/0106_paid_time.sql' with { type: 'text' }
import control107 from './control/0107_mail_templates.sql' with { type: 'text' }
import control108 from './control/0108_given_time.sql' with { type: 'text' }
import control109 from './control/0109_left_charges.sql' with { type: 'text' }
import control110 from './control/0110_support.sql' with { type: 'text' }
import control111 from './control/0111_company_notes.sql' with { type: 'text' }
import control112 from './control/0112_announcement_audience.sql' with { type: 'text' }
import tenant1 from './tenant/0001_the_counter.sql' with { type: 'text' }
import tenant2 from './tenant/0002_acts_on_messages.sql' with { type: 'text' }
import tenant3 from './tenant/0003_what_messages_carry.sql' with { type: 'text' }
import tenant4 from './tenant/0004_groups.sql' with { type: 'text' }
import tenant5 from './tenant/0005_history.sql' with { type: 'text' }
import tenant6 from './tenant/0006_identity.sql' with { type: 'text' }
import tenant7 from './tenant/0007_pace.sql' with { type: 'text' }
import tenant8 from './tenant/0008_contact_search.sql' with { type: 'text' }
import tenant9 from './tenant/0009_read_wishes.sql' with { type: 'text' }
import tenant10 from './tenant/0010_idle_tickets.sql' with { type: 'text' }
import tenant11 from './tenant/0011_narrowed_lists.sql' with { type: 'text' }
import tenant12 from './tenant/0012_words_of_names.sql' with { type: 'text' }
import tenant13 from './tenant/0013_whose_id.sql' with { type: 'text' }
import tenant14 from './tenant/0014_message_ids.sql' with { type: 'text' }
import tenant15 from './tenant/0015_a_slimmer_outbox.sql' with { type: 'text' }
import tenant16 from './tenant/0016_greetings_of_queues.sql' with { type: 'text' }
import tenant17 from './tenant/0017_unneeded_files.sql' with { type: 'text' }
import tenant18 from './tenant/0018_typed_numbers.sql' with { type: 'text' }
import tenant19 from './tenant/0019_marked_as_unread.sql' with { type: 'text' }
import tenant20 from './tenant/0020_former_numbers.sql' with { type: 'text' }
import tenant21 from './tenant/0021_dotless_i.sql' with { type: 'text' }
import tenant22 from './tenant/0022_audit_log.sql' with { type: 'text' }
import tenant23 from './tenant/0023_quick_messages.sql' with { type: 'text' }
import tenant24 from './tenant/0024_tags.sql' with { type: 'text' }
import tenant25 from './tenant/0025_what_tags_are_for.sql' with { type: 'text' }
import tenant26 from './tenant/0026_people.sql' with { type: 'text' }
import tenant27 from './tenant/0027_bot.sql' with { type: 'text' }
import tenant28 from './tenant/0028_hours.sql' with { type: 'text' }
import tenant29 from './tenant/0029_ratings.sql' with { type: 'text' }
import tenant30 from './tenant/0030_distribution.sql' with { type: 'text' }
import tenant31 from './tenant/0031_connections.sql' with { type: 'text' }
import tenant32 from './tenant/0032_message_search.sql' with { type: 'text' }
import tenant33 from './tenant/0033_contacts.sql' with { type: 'text' }
import tenant34 from './tenant/0034_imports.sql' with { type: 'text' }
import tenant35 from './tenant/0035_merges_and_duplicates.sql' with { type: 'text' }
import tenant36 from './tenant/0036_longest_wait.sql' with { type: 'text' }
import tenant37 from './tenant/0037_gallery.sql' with { type: 'text' }
import tenant38 from './tenant/0038_notes_and_stretches.sql' with { type: 'text' }
import tenant39 from './tenant/0039_schedules.sql' with { type: 'text' }
import tenant40 from './tenant/0040_reach.sql' with { type: 'text' }
import tenant41 from './tenant/0041_contact_lists.sql' with { type: 'text' }
import tenant42 from './tenant/0042_campaigns.sql' with { type: 'text' }
import tenant43 from './tenant/0043_names_of_documents.sql' with { type: 'text' }
import tenant44 from './tenant/0044_last_connection.sql' with { type: 'text' }
import tenant47 from './tenant/0047_reminders_seen.sql' with { type: 'text' }
import tenant48 from './tenant/0048_campaigns_respect_the_desk.sql' with { type: 'text' }
import tenant55 from './tenant/0055_quick_message_search.sql' with { type: 'text' }
import tenant56 from './tenant/0056_erased_numbers.sql' with { type: 'text' }
import tenant57 from './tenant/0057_default_rating.sql' with { type: 'text' }
import tenant58 from './tenant/0058_usernames.sql' with { type: 'text' }
import tenant59 from './tenant/0059_campaign_days.sql' with { type: 'text' }
import tenant70 from './tenant/0070_figures.sql' with { type: 'text' }
import tenant71 from './tenant/0071_reports.sql' with { type: 'text' }
import tenant72 from './tenant/0072_read_announcements.sql' with { type: 'text' }
import tenant73 from './tenant/0073_internal_chat.sql' with { type: 'text' }
import tenant74 from './tenant/0074_tasks.sql' with { type: 'text' }
import tenant75 from './tenant/0075_events.sql' with { type: 'text' }
import tenant76 from './tenant/0076_ai_chats.sql' with { type: 'text' }
import tenant77 from './tenant/0077_email.sql' with { type: 'text' }
import tenant79 from './tenant/0079_rating_counts.sql' with { type: 'text' }
import tenant80 from './tenant/0080_api_tokens.sql' with { type: 'text' }
import tenant81 from './tenant/0081_webhooks.sql' with { type: 'text' }
import tenant82 from './tenant/0082_integrations.sql' with { type: 'text' }
import tenant84 from './tenant/0084_queue_typebot.sql' with { type: 'text' }
import tenant85 from './tenant/0085_flows.sql' with { type: 'text' }
import tenant86 from './tenant/0086_doors.sql' with { type: 'text' }
import tenant87 from './tenant/0087_email_files.sql' with { type: 'text' }
import tenant92 from './tenant/0092_chat_message_changes.sql' with { type: 'text' }
import tenant95 from './tenant/0095_integration_pauses.sql' with { type: 'text' }
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
import tenant147 from './tenant/0147_email_letters.sql' with { type: 'text' }
import tenant148 from './tenant/0148_email_templates.sql' with { type: 'text' }

export const controlMigrations: readonly string[] = [
  control1,
  control2,
  control3,
  control4,
  control5,
  control6,
  control8,
  control9,
  control10,
  control11,
  control104,
  control105,
  control106,
  control107,
  control108,
  control109,
  control110,
  control111,
  control112,
]
export const tenantMigrations: readonly string[] = [
  tenant1,
  tenant2,
  tenant3,
  tenant4,
  tenant5,
  tenant6,
  tenant7,
  tenant8,
  tenant9,
  tenant10,
  tenant11,
  tenant12,
  tenant13,
  tenant14,
  tenant15,
  tenant16,
  tenant17,
  tenant18,
  tenant19,
  tenant20,
  tenant21,
  tenant22,
  tenant23,
  tenant24,
  tenant25,
  tenant26,
  tenant27,
  tenant28,
  tenant29,
  tenant30,
  tenant31,
  tenant32,
  tenant33,
  tenant34,
  tenant35,
  tenant36,
  tenant37,
  tenant38,
  tenant39,
  tenant40,
  tenant41,
  tenant42,
  tenant43,
  tenant44,
  tenant47,
  tenant48,
  tenant55,
  tenant56,
  tenant57,
  tenant58,
  tenant59,
  tenant70,
  tenant71,
  tenant72,
  tenant73,
  tenant74,
  tenant75,
  tenant76,
  tenant77,
  tenant79,
  tenant80,
  tenant81,
  tenant82,
  tenant84,
  tenant85,
  tenant86,
  tenant87,
  tenant92,
  tenant95,
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
  tenant147,
  tenant148,
]
