/** After a restore: who has asked for nothing more since the backup, and what the connections have sent of their limits. */

/** The same contact in both: ids are given anew after a restore. */
const CONTACT = `(SELECT m.id FROM main.contacts m JOIN aside.contacts a ON a.id = m.id AND a.created_at = m.created_at
  WHERE m.id = o.contact_id)`
const SHARED_CONNECTIONS = `SELECT m.id FROM main.connections m
  JOIN aside.connections a ON a.id = m.id AND a.created_at = m.created_at`

export const reachCarriedOver: readonly string[] = [
  `INSERT OR IGNORE INTO main.opt_outs (contact_id, number, name, word, user_id, connection_id, at, is_confirmed)
   SELECT ${CONTACT}, o.number, o.name, o.word,
     (SELECT m.id FROM main.users m JOIN aside.users a ON a.id = m.id AND a.created_at = m.created_at WHERE m.id = o.user_id),
     CASE WHEN o.connection_id IN (${SHARED_CONNECTIONS}) THEN o.connection_id END, o.at, o.is_confirmed
   FROM aside.opt_outs o WHERE o.number IS NOT NULL OR ${CONTACT} IS NOT NULL`,
  `INSERT OR REPLACE INTO main.reach_pace SELECT * FROM aside.reach_pace WHERE connection_id IN (${SHARED_CONNECTIONS})`,
  `INSERT OR REPLACE INTO main.reach_days SELECT * FROM aside.reach_days WHERE connection_id IN (${SHARED_CONNECTIONS})`,
]
