/** After a restore: removes queued messages that were sent or failed after the backup was made. */
const SETTLED = `SELECT o.message_id FROM main.outbox o
  JOIN main.messages m ON m.id = o.message_id
  JOIN aside.messages a ON a.id = m.id AND a.external_id IS m.external_id
  WHERE o.act_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM aside.outbox b WHERE b.message_id = o.message_id AND b.act_id IS NULL)`

export const outboxCarriedOver: readonly string[] = [
  `UPDATE main.messages SET (ack, failure) = (SELECT a.ack, a.failure FROM aside.messages a WHERE a.id = messages.id)
   WHERE id IN (${SETTLED})`,
  `DELETE FROM main.outbox WHERE act_id IS NULL AND message_id IN (${SETTLED})`,
]
