/** Looks up with the messenger whether the numbers of lists exist: little by little, in the background. */
import type { Address, Channel } from '../../channels/channel'
import type { Sessions } from '../../channels/sessions/sessions'
import type { Cx } from '../../platform/cx'
import type { Databases } from '../../platform/databases'
import type { Log } from '../../platform/log'
import { statement } from '../../platform/sqlite'
import { DAY, SECOND } from '../../platform/time'
import { announceItem, announceProgress } from './announce'
import { knownValidity } from './known'
import { lookupQuotaOf, noteLookUps, PAUSES } from './lookup-quota'
import { findItem } from './queries'

export type CheckDeps = {
  readonly databases: Databases
  readonly log: Log
  readonly channel: Pick<Channel, 'lookUp'>
  readonly sessions: Pick<Sessions, 'canSend'>
}

/** For one answer. */
const PATIENCE = 20 * SECOND
/** Answers that are stored before others have their turn. */
const STORED_AT_ONCE = 20

type Due = { readonly id: number; readonly listId: number; readonly number: string }

const OPEN = 'i.is_whatsapp_valid IS NULL AND i.tries < 3 AND i.in_blacklist = 0 AND l.deleted_at IS NULL'

/** Those that somebody waits for come first. */
function listDue({ db }: Cx, most: number): Due[] {
  const select = (condition: string, order: string) =>
    statement(
      db.$client,
      `SELECT i.id, i.list_id AS listId, i.number FROM contact_list_items i JOIN contact_lists l ON l.id = i.list_id
       WHERE ${condition} AND ${OPEN} ORDER BY ${order} LIMIT ?`,
    ).all(most) as Due[] // the columns are listed
  const wanted = select('i.wanted_at IS NOT NULL', 'i.wanted_at')
  const ids = new Set(wanted.map(({ id }) => id))
  const others = wanted.length < most ? select('true', 'i.id').filter(({ id }) => !ids.has(id)) : []
  return [...wanted, ...others].slice(0, most)
}

const ABLE = "c.deleted_at IS NULL AND c.channel = 'whatsapp' AND c.status = 'CONNECTED'"
/** When the next numbers may be looked up, in SQL. A pause is short: a longer one is from before the clock was set back. */
export const NEXT_CHECK = `SELECT min(CASE WHEN l.next_at > @now AND l.next_at <= @now + ${PAUSES.most} THEN l.next_at ELSE 0 END)
  FROM connections c LEFT JOIN number_look_ups l ON l.connection_id = c.id
  WHERE ${ABLE} AND EXISTS (
    SELECT 1 FROM contact_list_items i JOIN contact_lists o ON o.id = i.list_id
    WHERE i.is_whatsapp_valid IS NULL AND i.tries < 3 AND i.in_blacklist = 0 AND o.deleted_at IS NULL)`

/** The next ones in one question, if it is time for it. Answers are stored as they are: after a crash it goes on behind them. */
export async function checkSome(cx: Cx, { databases, log, channel, sessions }: CheckDeps): Promise<void> {
  const { uuid } = cx.tenant
  const isHere = () => databases.isOpen(uuid) && databases.isAvailable(uuid)
  const { connectionId, most } = lookupQuotaOf(cx.db, cx.now())
  if (connectionId === null || !sessions.canSend(cx, connectionId)) return
  const due = listDue(cx, most)
  const known = new Map<string, Answer | null>()
  for (const { number } of due) {
    const isValid = knownValidity(cx.db, number, cx.now())
    if (isValid !== null) known.set(number, { isValid })
  }
  const unknown = [...new Set(due.map(({ number }) => number))].filter((number) => !known.has(number))
  if (unknown.length > 0) {
    cx.transaction(({ db, now }) => noteLookUps(db, now(), connectionId, unknown.length))
    const answers = await lookUpNumbers(channel, { tenantUuid: uuid, connectionId }, unknown)
    if (!isHere()) return
    // The line is lost: no fault of the numbers.
    if (answers === null && !sessions.canSend(cx, connectionId)) return
    for (const number of unknown) known.set(number, answers?.get(number) ?? null)
    const missing = unknown.filter((number) => known.get(number) === null).length
    if (missing > 0) log.warn({ tenant: uuid, missing }, 'numbers could not be looked up')
  }
  for (let from = 0; from < due.length; from += STORED_AT_ONCE) {
    if (from > 0) await new Promise(setImmediate)
    if (!isHere()) return
    cx.transaction((cx) => {
      for (const one of due.slice(from, from + STORED_AT_ONCE)) {
        if (findItem(cx.db, one.id)?.number !== one.number) continue // changed meanwhile, stored already, or deleted
        const answer = known.get(one.number)
        if (answer) saveAnswer(cx, one.number, answer)
        else noteUnanswered(cx, one.id)
      }
    })
  }
  for (const listId of new Set(due.map(({ listId }) => listId))) announceProgress(cx, listId)
}

type Answer = { readonly isValid: boolean; readonly number?: string | undefined }

/** Null: no answer; a number that the answer passes over is missing. */
async function lookUpNumbers(
  channel: CheckDeps['channel'],
  ref: Parameters<Channel['lookUp']>[0],
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Answer> | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), PATIENCE)
  const asked = channel.lookUp(ref, numbers).then(
    (found) => new Map([...found].map(([number, addresses]) => [number, answerIn(addresses)])),
    () => null,
  )
  const answer = await Promise.race([asked, late])
  clearTimeout(timer)
  return answer
}

const answerIn = (addresses: readonly Address[] | null): Answer => ({
  isValid: addresses !== null,
  number: addresses?.find(({ kind }) => kind === 'phone')?.value,
})

const noteUnanswered = ({ db, now }: Cx, id: number) =>
  void statement(
    db.$client,
    'UPDATE contact_list_items SET tries = tries + 1, asked_at = ?, wanted_at = NULL WHERE id = ?',
  ).run(now(), id)

/** In every list that has the number; the messenger's own form of it is kept. */
function saveAnswer(cx: Cx, number: string, { isValid, number: own = number }: Answer) {
  const { db, now } = cx
  const ids = statement(db.$client, 'SELECT id FROM contact_list_items WHERE number = ?').pluck().all(number)
  for (const id of ids) {
    statement(
      db.$client,
      `UPDATE contact_list_items SET is_whatsapp_valid = ?, checked_at = ?, updated_at = ?, wanted_at = NULL,
         number = CASE WHEN EXISTS (SELECT 1 FROM contact_list_items o WHERE o.list_id = contact_list_items.list_id AND o.number = ?)
           THEN number ELSE ? END
       WHERE id = ?`,
    ).run(Number(isValid), now(), now(), own, own, id)
    const item = findItem(db, Number(id))
    if (item) announceItem(cx, item)
  }
}

/** Somebody waits for these numbers of a list: they are looked up before the others. */
export function wantLookedUp({ db, now }: Cx, listId: number, numbers: readonly string[]) {
  statement(
    db.$client,
    `UPDATE contact_list_items SET wanted_at = ? WHERE list_id = ? AND number IN (SELECT value FROM json_each(?))
       AND is_whatsapp_valid IS NULL AND tries < 3 AND in_blacklist = 0 AND wanted_at IS NULL`,
  ).run(now(), listId, JSON.stringify(numbers))
}

/** Of one transaction. */
const AGAIN_AT_ONCE = 500
const GIVEN_UP = 'is_whatsapp_valid IS NULL AND tries >= 3 AND asked_at IS NOT NULL'
/** When the first of those that three look-ups left unanswered is asked for again, in SQL. */
export const NEXT_AGAIN = `SELECT min(asked_at) + ${DAY} FROM contact_list_items WHERE ${GIVEN_UP}`

/** Whom three look-ups left unanswered a day ago is due again. */
export function askAgain(cx: Cx) {
  cx.transaction((cx) => {
    const { db, now } = cx
    const lists = statement(
      db.$client,
      `UPDATE contact_list_items SET tries = 0 WHERE id IN (
         SELECT id FROM contact_list_items WHERE ${GIVEN_UP} AND asked_at <= ? ORDER BY asked_at LIMIT ${AGAIN_AT_ONCE})
       RETURNING list_id`,
    )
      .pluck()
      .all(now() - DAY) as number[] // ids are integers
    for (const listId of new Set(lists)) announceProgress(cx, listId)
  })
}
