import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import type { NewMessage } from './tables'

type CountedMessage = Pick<NewMessage, 'ticketId' | 'connectionId' | 'fromMe' | 'kind' | 'userId' | 'createdAt'>

/**
 * Counts a message that is being inserted. By hand, while triggers count all that happens to it later: a trigger on the
 * insertion would make SQLite look for rows that refer to the new one, in the whole outbox and seven indexes.
 */
export function countMessage(db: Db, { ticketId, connectionId, fromMe, kind, userId, createdAt }: CountedMessage) {
  if (ticketId === null || kind === 'note' || kind === 'call') return
  execute(
    db,
    `INSERT INTO message_hours SELECT (? + 0), ifnull(queue_id, 0), (? + 0), (? + 0), (? + 0), (? + 0) FROM tickets
     WHERE id = (? + 0) AND is_group = 0 AND imported = 0 AND NOT EXISTS (SELECT 1 FROM figures_due WHERE id < below)
     ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent`,
    [Math.floor(createdAt / HOUR), userId ?? 0, connectionId, fromMe ? 0 : 1, fromMe ? 1 : 0, ticketId],
  )
}
