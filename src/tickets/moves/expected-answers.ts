/** An automated message may name the queue in which its answer opens a ticket. The latest one counts, for a week. */
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'

const LIFE = 7 * DAY

type Chat = { readonly contactId: number; readonly connectionId: number }

export function expectAnswer(cx: Cx, { contactId, connectionId }: Chat, queueId: number) {
  statement(cx.db.$client, 'INSERT OR REPLACE INTO expected_answers VALUES (?, ?, ?, ?)').run(
    contactId,
    connectionId,
    queueId,
    cx.now() + LIFE,
  )
}

/** Used once: the next ticket opens like any other. */
export function takeExpected(cx: Cx, { contactId, connectionId }: Chat): number | undefined {
  const expected = statement(
    cx.db.$client,
    'DELETE FROM expected_answers WHERE contact_id = ? AND connection_id = ? RETURNING queue_id AS queueId, until',
  ).get(contactId, connectionId) as { queueId: number; until: number } | undefined // the columns are listed
  return expected && expected.until > cx.now() ? expected.queueId : undefined
}
