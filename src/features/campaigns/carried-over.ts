/**
 * After a restore, a started campaign continues from its state at replacement, not from the backup's. A delivery in state
 * `sending` at that moment may have arrived, so it is not repeated. Campaigns started or scheduled after the backup are
 * cancelled until a person restarts them, because their texts may be older; deleted campaigns do not run.
 */
import { STATUS } from './contract'

const SAME = 'a.id = campaigns.id AND a.created_at = campaigns.created_at'
const SHARED = `SELECT a.id FROM aside.campaigns a JOIN main.campaigns m ON m.id = a.id AND m.created_at = a.created_at
  WHERE a.started_at IS NOT NULL`

/** Id in the restored database of the message that row `d` of the replaced one refers to. A restore reassigns message ids. */
const sameMessage = (column: string) => `(SELECT m.id FROM main.messages m
  JOIN aside.messages a ON a.id = m.id AND a.external_id IS m.external_id WHERE m.id = d.${column})`
const sameOf = (table: string, column: string) => `(SELECT m.id FROM main.${table} m
  JOIN aside.${table} a ON a.id = m.id AND a.created_at = m.created_at WHERE m.id = d.${column})`
const IS_UNKNOWN = `d.state = 'sending' AND ${sameMessage('message_id')} IS NULL AND ${sameMessage('confirmation_id')} IS NULL`

const copied = `position, is_cold, text, confirmation_text, answer, asked_at, confirmed_at, sent_at, delivered_at, read_at,
  answered_at, at`

export const campaignsCarriedOver: readonly string[] = [
  `UPDATE main.campaigns SET status = '${STATUS.stopped}' WHERE status IN ('${STATUS.scheduled}', '${STATUS.running}')
     AND NOT EXISTS (SELECT 1 FROM aside.campaigns a WHERE ${SAME})`,
  `UPDATE main.campaigns SET (status, starts_at, started_at, completed_at, reason) = (
     SELECT iif(campaigns.status IN ('${STATUS.draft}', '${STATUS.stopped}') AND a.status IN ('${STATUS.scheduled}', '${STATUS.running}'), '${STATUS.stopped}', a.status),
       a.starts_at, a.started_at, a.completed_at, a.reason
     FROM aside.campaigns a WHERE ${SAME})
   WHERE EXISTS (SELECT 1 FROM aside.campaigns a WHERE ${SAME})`,
  `DELETE FROM main.campaign_deliveries WHERE campaign_id IN (${SHARED})`,
  `INSERT INTO main.campaign_deliveries (campaign_id, number, name, words, contact_id, connection_id, ${copied}, state, reason,
     confirmation_id, message_id, ticket_id)
   SELECT d.campaign_id, d.number, d.name, d.words, ${sameOf('contacts', 'contact_id')}, d.connection_id, ${copied},
     iif(${IS_UNKNOWN}, 'skipped', d.state), iif(${IS_UNKNOWN}, 'restored', d.reason),
     ${sameMessage('confirmation_id')}, ${sameMessage('message_id')}, ${sameOf('tickets', 'ticket_id')}
   FROM aside.campaign_deliveries d WHERE d.campaign_id IN (${SHARED})`,
  `UPDATE main.campaign_progress SET (source_id, is_filled, turn, total, asked, sent, failed, delivered, read, answered,
       opted_out, confirmed) = (
     SELECT source_id, is_filled, turn, total, asked, sent, failed, delivered, read, answered, opted_out, confirmed
     FROM aside.campaign_progress a WHERE a.campaign_id = campaign_progress.campaign_id),
     wait_why = NULL, wait_until = NULL
   WHERE campaign_id IN (${SHARED})`,
  // Counters that the copied rows changed.
  `UPDATE main.campaign_progress SET (waiting, cold_waiting, skipped, tickets) = (
     SELECT count(*) FILTER (WHERE d.state IN ('waiting', 'sending')),
       count(*) FILTER (WHERE d.state = 'waiting' AND d.is_cold),
       count(*) FILTER (WHERE d.state = 'skipped' OR (d.state = 'optedOut' AND d.sent_at IS NULL)),
       count(d.ticket_id)
     FROM main.campaign_deliveries d WHERE d.campaign_id = campaign_progress.campaign_id)
   WHERE campaign_id IN (${SHARED})`,
  `DELETE FROM main.campaign_points WHERE campaign_id IN (${SHARED})`,
  `INSERT INTO main.campaign_points SELECT * FROM aside.campaign_points WHERE campaign_id IN (${SHARED})`,
]
