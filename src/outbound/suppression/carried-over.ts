/**
 * Carries over after a restore: opt-outs since the backup, erased people, opt-outs that a user removed, and what the
 * connections have used of their limits. An opt-out missing without a record of its removal is restored.
 */

/** The same contact in both databases: after a restore, ids may have been given to other records. */
const CONTACT = `(SELECT m.id FROM main.contacts m JOIN aside.contacts a ON a.id = m.id AND a.created_at = m.created_at
  WHERE m.id = o.contact_id)`
const SHARED_CONNECTIONS = `SELECT m.id FROM main.connections m
  JOIN aside.connections a ON a.id = m.id AND a.created_at = m.created_at`

/** The audit log names the entry like this. */
const RELEASED = `SELECT 1 FROM aside.audit_log a WHERE a.kind = 'optOut' AND a.act = 'delete' AND a.subject_id = opt_outs.id
  AND a.subject_name = iif(opt_outs.name <> '', opt_outs.name, ifnull(opt_outs.number, '')) AND a.at >= opt_outs.at`

export const outboundCarriedOver: readonly string[] = [
  `DELETE FROM main.opt_outs WHERE EXISTS (${RELEASED})`,
  `INSERT OR IGNORE INTO main.opt_outs (contact_id, number, name, word, user_id, connection_id, at, is_confirmed)
   SELECT ${CONTACT}, o.number, o.name, o.word,
     (SELECT m.id FROM main.users m JOIN aside.users a ON a.id = m.id AND a.created_at = m.created_at WHERE m.id = o.user_id),
     CASE WHEN o.connection_id IN (${SHARED_CONNECTIONS}) THEN o.connection_id END, o.at, o.is_confirmed
   FROM aside.opt_outs o WHERE o.number IS NOT NULL OR ${CONTACT} IS NOT NULL`,
  'INSERT INTO main.erasure_key SELECT key FROM aside.erasure_key WHERE NOT EXISTS (SELECT 1 FROM main.erasure_key)',
  `INSERT OR IGNORE INTO main.opt_outs (number_hash, name, at, is_confirmed)
   SELECT number_hash, '', at, is_confirmed FROM aside.opt_outs WHERE number_hash IS NOT NULL`,
  `INSERT OR REPLACE INTO main.reach_pace SELECT * FROM aside.reach_pace WHERE connection_id IN (${SHARED_CONNECTIONS})`,
  `INSERT OR REPLACE INTO main.reach_days SELECT * FROM aside.reach_days WHERE connection_id IN (${SHARED_CONNECTIONS})`,
]
