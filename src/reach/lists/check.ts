/** Looks up with the messenger whether the numbers of lists exist: little by little, in the background. */
import type { Channel } from '../../channels/channel'
import type { Sessions } from '../../channels/sessions/sessions'
import type { Cx } from '../../platform/cx'
import type { Databases } from '../../platform/databases'
import type { Log } from '../../platform/log'
import { statement } from '../../platform/sqlite'
import { SECOND } from '../../platform/time'
import { announceItem, announceProgress } from './announce'
import { noteLookUps, PAUSES, standingOf } from './check-pace'
import { knownValidity } from './known'
import { findItem } from './queries'

export type CheckDeps = {
  readonly databases: Databases
  readonly log: Log
  readonly channel: Pick<Channel, 'lookUp'>
  readonly sessions: Pick<Sessions, 'canSend'>
}

/** For one answer. */
const PATIENCE = 20 * SECOND

type Due = { readonly id: number; readonly listId: number; readonly number: string }

const listDue = ({ db }: Cx, most: number): Due[] =>
  statement(
    db.$client,
    `SELECT i.id, i.list_id AS listId, i.number FROM contact_list_items i JOIN contact_lists l ON l.id = i.list_id
     WHERE i.is_whatsapp_valid IS NULL AND i.tries < 3 AND i.in_blacklist = 0 AND l.deleted_at IS NULL ORDER BY i.id LIMIT ?`,
  ).all(most) as Due[] // the columns are listed

const ABLE = "c.deleted_at IS NULL AND c.channel = 'whatsapp' AND c.status = 'CONNECTED'"
/** When the next numbers may be looked up, in SQL. A pause is short: a longer one is from before the clock was set back. */
export const NEXT_CHECK = `SELECT min(CASE WHEN l.next_at > @now AND l.next_at <= @now + ${PAUSES.most} THEN l.next_at ELSE 0 END)
  FROM connections c LEFT JOIN number_look_ups l ON l.connection_id = c.id
  WHERE ${ABLE} AND EXISTS (
    SELECT 1 FROM contact_list_items i JOIN contact_lists o ON o.id = i.list_id
    WHERE i.is_whatsapp_valid IS NULL AND i.tries < 3 AND i.in_blacklist = 0 AND o.deleted_at IS NULL)`

/** The next few, if it is time for them. What was answered is stored at once: after a crash it goes on behind it. */
export async function checkSome(cx: Cx, { databases, log, channel, sessions }: CheckDeps): Promise<void> {
  const { uuid } = cx.tenant
  const isHere = () => databases.isOpen(uuid) && databases.isAvailable(uuid)
  const { connectionId, most } = standingOf(cx.db, cx.now())
  if (connectionId === null || !sessions.canSend(cx, connectionId)) return
  const due = listDue(cx, most)
  if (due.length === 0) return
  cx.transaction(({ db, now }) => noteLookUps(db, now(), connectionId, due.length))
  for (const { id, number } of due) {
    if (findItem(cx.db, id)?.number !== number) continue // changed meanwhile, or deleted
    const known = knownValidity(cx.db, number, cx.now())
    const answer = known === null ? await ask(channel, { tenantUuid: uuid, connectionId }, number) : { isValid: known }
    if (!isHere()) return
    if (answer !== null) store(cx, number, answer)
    else if (!sessions.canSend(cx, connectionId))
      break // the line is lost: no fault of the number
    else {
      log.warn({ tenant: uuid }, 'a number could not be looked up')
      statement(cx.db.$client, 'UPDATE contact_list_items SET tries = tries + 1 WHERE id = ?').run(id)
    }
  }
  for (const listId of new Set(due.map(({ listId }) => listId))) announceProgress(cx, listId)
}

type Answer = { readonly isValid: boolean; readonly number?: string | undefined }

/** Null: no answer. */
async function ask(channel: CheckDeps['channel'], ref: Parameters<Channel['lookUp']>[0], number: string) {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), PATIENCE)
  const asked = channel.lookUp(ref, number).then(
    (addresses): Answer => ({
      isValid: addresses !== null,
      number: addresses?.find(({ kind }) => kind === 'phone')?.value,
    }),
    () => null,
  )
  const answer = await Promise.race([asked, late])
  clearTimeout(timer)
  return answer
}

/** In every list that has the number; the messenger's own form of it is kept. */
function store(cx: Cx, number: string, { isValid, number: own = number }: Answer) {
  cx.transaction((cx) => {
    const { db, now } = cx
    const ids = statement(db.$client, 'SELECT id FROM contact_list_items WHERE number = ?').pluck().all(number)
    for (const id of ids) {
      statement(
        db.$client,
        `UPDATE contact_list_items SET is_whatsapp_valid = ?, checked_at = ?, updated_at = ?,
           number = CASE WHEN EXISTS (SELECT 1 FROM contact_list_items o WHERE o.list_id = contact_list_items.list_id AND o.number = ?)
             THEN number ELSE ? END
         WHERE id = ?`,
      ).run(Number(isValid), now(), now(), own, own, id)
      const item = findItem(db, Number(id))
      if (item) announceItem(cx, item)
    }
  })
}
