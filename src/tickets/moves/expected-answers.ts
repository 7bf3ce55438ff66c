/** An automated message may name the queue in which its answer opens a ticket. The latest one counts, for a week. */
import type { Cx } from '../../platform/cx'
import { execute, getRow } from '../../platform/sql'
import { DAY } from '../../platform/time'

const LIFE = 7 * DAY

type Chat = { readonly contactId: number; readonly connectionId: number }

export function expectAnswer(cx: Cx, { contactId, connectionId }: Chat, queueId: number) {
  execute(cx.db, 'INSERT OR REPLACE INTO expected_answers VALUES (?, ?, ?, ?)', [
    contactId,
    connectionId,
    queueId,
    cx.now() + LIFE,
  ])
}

/** Used once: the next ticket opens like any other. */
export function takeExpected(cx: Cx, { contactId, connectionId }: Chat): number | undefined {
  const expected = getRow<{ queueId: number; until: number }>(
    cx.db,
    'DELETE FROM expected_answers WHERE contact_id = ? AND connection_id = ? RETURNING queue_id AS queueId, until',
    [contactId, connectionId],
  )
  return expected && expected.until > cx.now() ? expected.queueId : undefined
}
