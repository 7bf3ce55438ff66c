/** Looks up in WhatsApp whether the numbers of lists exist, in small batches in the background. */
import type { Address, Channel } from '../../channels/channel'
import type { Sessions } from '../../channels/sessions/sessions'
import type { Cx } from '../../platform/cx'
import type { Databases } from '../../platform/databases'
import type { Log } from '../../platform/log'
import { execute, getColumn, getRows } from '../../platform/sql'
import { DAY, SECOND } from '../../platform/time'
import { learnAnswer } from '../../tickets/receiving/same-contact'
import { announceItem, announceProgress } from './announce'
import { knownValidity } from './known-numbers'
import { lookupQuotaOf, noteLookUps, PAUSES } from './lookup-quota'
import { findItem } from './queries'

export type CheckDeps = {
  readonly databases: Databases
  readonly log: Log
  readonly channel: Pick<Channel, 'lookUp'>
  readonly sessions: Pick<Sessions, 'canSend'>
}

/** Timeout of one look-up. */
const LOOKUP_TIMEOUT_MS = 20 * SECOND
/** Answers stored per transaction; yields to the event loop in between. */
const STORED_AT_ONCE = 20

type Due = { readonly id: number; readonly listId: number; readonly number: string }

const OPEN = 'i.is_whatsapp_valid IS NULL AND i.tries < 3 AND i.in_blacklist = 0 AND l.deleted_at IS NULL'

/** Numbers that a send waits for come first. */
function listDue({ db }: Cx, most: number): Due[] {
  const select = (condition: string, order: string) =>
    getRows<Due>(
      db,
      `SELECT i.id, i.list_id AS listId, i.number FROM contact_list_items i JOIN contact_lists l ON l.id = i.list_id
       WHERE ${condition} AND ${OPEN} ORDER BY ${order} LIMIT ?`,
      most,
    )
  const wanted = select('i.wanted_at IS NOT NULL', 'i.wanted_at')
  const ids = new Set(wanted.map(({ id }) => id))
  const others = wanted.length < most ? select('true', 'i.id').filter(({ id }) => !ids.has(id)) : []
  return [...wanted, ...others].slice(0, most)
}

const ABLE = "c.deleted_at IS NULL AND c.channel = 'whatsapp' AND c.status = 'CONNECTED'"
/** When the next batch may be looked up, in SQL. Ignores times beyond a pause, which remain after the clock was set back. */
export const NEXT_CHECK = `SELECT min(CASE WHEN l.next_at > @now AND l.next_at <= @now + ${PAUSES.most} THEN l.next_at ELSE 0 END)
  FROM connections c LEFT JOIN number_look_ups l ON l.connection_id = c.id
  WHERE ${ABLE} AND EXISTS (
    SELECT 1 FROM contact_list_items i JOIN contact_lists o ON o.id = i.list_id
    WHERE i.is_whatsapp_valid IS NULL AND i.tries < 3 AND i.in_blacklist = 0 AND o.deleted_at IS NULL)`

/** Looks up the next batch if one is due. Stores answers in small transactions, so that a restart continues after them. */
export async function checkSome(cx: Cx, { databases, log, channel, sessions }: CheckDeps): Promise<void> {
  const { uuid } = cx.tenant
  const isHere = () => databases.isOpen(uuid) && databases.isAvailable(uuid)
  const { connectionId, most } = lookupQuotaOf(cx.db, cx.now())
  if (connectionId === null || !sessions.canSend(cx, connectionId)) return
  const due = listDue(cx, most)
  const known = new Map<string, Answer | null>()
  for (const { number } of due) {
    const isValid = knownValidity(cx.db, number, cx.now())
    if (isValid !== null) known.set(number, { isValid, addresses: [] })
  }
  const unknown = [...new Set(due.map(({ number }) => number))].filter((number) => !known.has(number))
  if (unknown.length > 0) {
    cx.transaction(({ db, now }) => noteLookUps(db, now(), connectionId, unknown.length))
    const answers = await lookUpNumbers(channel, { tenantUuid: uuid, connectionId }, unknown)
    if (!isHere()) return
    // The connection was lost: this does not count as a try.
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
        if (!answer) noteUnanswered(cx, one.id)
        else {
          saveAnswer(cx, one.number, answer)
          learnAnswer(cx, answer.addresses)
        }
      }
    })
  }
  for (const listId of new Set(due.map(({ listId }) => listId))) announceProgress(cx, listId)
}

/** `addresses`: none without an account. */
type Answer = {
  readonly isValid: boolean
  readonly number?: string | undefined
  readonly addresses: readonly Address[]
}

/** Null without an answer. Numbers that the answer omits are missing from the map. */
async function lookUpNumbers(
  channel: CheckDeps['channel'],
  ref: Parameters<Channel['lookUp']>[0],
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Answer> | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), LOOKUP_TIMEOUT_MS)
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
  addresses: addresses ?? [],
})

const noteUnanswered = ({ db, now }: Cx, id: number) =>
  void execute(db, 'UPDATE contact_list_items SET tries = tries + 1, asked_at = ?, wanted_at = NULL WHERE id = ?', [
    now(),
    id,
  ])

/** Stores the answer in every list with the number, in WhatsApp's own form of it. */
function saveAnswer(cx: Cx, number: string, { isValid, number: own = number }: Answer) {
  const { db, now } = cx
  const ids = getColumn(db, 'SELECT id FROM contact_list_items WHERE number = ?', number)
  for (const id of ids) {
    execute(
      db,
      `UPDATE contact_list_items SET is_whatsapp_valid = ?, checked_at = ?, updated_at = ?, wanted_at = NULL,
         number = CASE WHEN EXISTS (SELECT 1 FROM contact_list_items o WHERE o.list_id = contact_list_items.list_id AND o.number = ?)
           THEN number ELSE ? END
       WHERE id = ?`,
      [Number(isValid), now(), now(), own, own, id],
    )
    const item = findItem(db, Number(id))
    if (item) announceItem(cx, item)
  }
}

/** Moves these numbers to the front, because a send waits for them. */
export function prioritizeLookUp({ db, now }: Cx, listId: number, numbers: readonly string[]) {
  execute(
    db,
    `UPDATE contact_list_items SET wanted_at = ? WHERE list_id = ? AND number IN (SELECT value FROM json_each(?))
       AND is_whatsapp_valid IS NULL AND tries < 3 AND in_blacklist = 0 AND wanted_at IS NULL`,
    [now(), listId, JSON.stringify(numbers)],
  )
}

/** Per transaction. */
const AGAIN_AT_ONCE = 500
const GIVEN_UP = 'is_whatsapp_valid IS NULL AND tries >= 3 AND asked_at IS NOT NULL'
/** When the next number with three unanswered look-ups is due again, in SQL. */
export const NEXT_RETRY = `SELECT min(asked_at) + ${DAY} FROM contact_list_items WHERE ${GIVEN_UP}`

/** A day after the third unanswered look-up, numbers become due again. */
export function retryUnanswered(cx: Cx) {
  cx.transaction((cx) => {
    const { db, now } = cx
    const lists = getColumn<number>(
      db,
      `UPDATE contact_list_items SET tries = 0 WHERE id IN (
         SELECT id FROM contact_list_items WHERE ${GIVEN_UP} AND asked_at <= ? ORDER BY asked_at LIMIT ${AGAIN_AT_ONCE})
       RETURNING list_id`,
      now() - DAY,
    )
    for (const listId of new Set(lists)) announceProgress(cx, listId)
  })
}
