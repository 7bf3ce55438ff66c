/**
 * How many people got a message from us while their reply window was closed. Meta limits them within 24 hours, counts a
 * person once, and lets all numbers of a business account share the limit.
 */
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { execute, getOnlyValue, getValue } from '../../platform/sql'
import { type Db, mayHold, type Raw } from '../../platform/sqlite'
import { DAY, MINUTE } from '../../platform/time'
import { accountChanged } from '../events'
import { listSharingAccount } from './accounts'

type FirstMessage = Record<'messageId' | 'connectionId' | 'contactId', number>

/** Counted at this time, and kept up with what was sent since: those who leave the 24 hours count for a minute more. */
type Tally = { people: number; readonly countedAt: number; readonly fullUntil: { limit: number; at: number } | null }

/** By the first connection of those that share a limit. */
const talliesIn = ({ $client }: Db): Map<number, Tally> => getOrMake(tallies, $client, () => new Map())
const tallies = new WeakMap<Raw, Map<number, Tally>>()

/** SQL condition: of the numbers that share a limit, after a time. */
const OF_GROUP = 'connection_id IN (SELECT value FROM json_each(?)) AND at > (? + 0)'

/** Old ones are removed a few at a time. */
const ROWS_PER_REMOVAL = 20

export function noteFirstMessage(cx: Cx, { messageId, connectionId, contactId }: FirstMessage): void {
  const now = cx.now()
  const known = tallyOf(cx, connectionId)
  if (known && !isCounted(cx, connectionId, contactId)) known.people++
  execute(cx.db, 'INSERT OR REPLACE INTO first_messages VALUES (?, ?, ?, ?)', [messageId, connectionId, contactId, now])
  execute(
    cx.db,
    `DELETE FROM first_messages WHERE message_id IN (SELECT message_id FROM first_messages
       WHERE connection_id = (? + 0) AND at <= (? + 0) LIMIT ${ROWS_PER_REMOVAL})`,
    [connectionId, now - DAY],
  )
  if (!known) {
    countPeople(cx, connectionId)
    cx.happened(accountChanged({ connectionId }))
  }
}

const isCounted = ({ db, now }: Cx, connectionId: number, contactId: number): boolean =>
  getValue(db, `SELECT 1 FROM first_messages WHERE contact_id = (? + 0) AND ${OF_GROUP} LIMIT 1`, [
    contactId,
    groupOf(db, connectionId).ids,
    now() - DAY,
  ]) !== undefined

const anyFirstMessages = mayHold('first_messages')

/** It reached nobody. */
export function forgetFirstMessage({ db }: Cx, messageId: number): void {
  if (!anyFirstMessages(db)) return
  const { changes } = execute(db, 'DELETE FROM first_messages WHERE message_id = (? + 0)', messageId)
  if (changes > 0) talliesIn(db).clear()
}

/** Undefined if it is to be counted anew. */
function tallyOf({ db, now }: Cx, connectionId: number): Tally | undefined {
  const known = talliesIn(db).get(groupOf(db, connectionId).key)
  const age = known ? now() - known.countedAt : 0
  return age >= 0 && age < MINUTE ? known : undefined
}

function groupOf(db: Db, connectionId: number): { key: number; ids: string } {
  const ids = listSharingAccount(db, connectionId)
  return { key: Math.min(...ids), ids: JSON.stringify(ids) }
}

/** In the last 24 hours. */
export function countPeople(cx: Cx, connectionId: number): number {
  if (!anyFirstMessages(cx.db)) return 0
  const known = tallyOf(cx, connectionId)
  if (known) return known.people
  const { key, ids } = groupOf(cx.db, connectionId)
  const people = getOnlyValue<number>(
    cx.db,
    `SELECT count(DISTINCT contact_id) FROM first_messages WHERE ${OF_GROUP}`,
    [ids, cx.now() - DAY],
  )
  talliesIn(cx.db).set(key, { people, countedAt: cx.now(), fullUntil: null })
  return people
}

/** When the next person may be written to; null: now. */
export function fullUntil(cx: Cx, connectionId: number, limit: number): number | null {
  const now = cx.now()
  if (limit === 0) return now + DAY
  const { key, ids } = groupOf(cx.db, connectionId)
  const known = talliesIn(cx.db).get(key)?.fullUntil
  if (known?.limit === limit && known.at > now && known.at <= now + DAY) return known.at
  if (countPeople(cx, connectionId) < limit) return null
  talliesIn(cx.db).delete(key)
  const people = countPeople(cx, connectionId)
  if (people < limit) return null
  const at =
    getValue<number>(
      cx.db,
      `SELECT max(at) AS latest FROM first_messages WHERE ${OF_GROUP} GROUP BY contact_id
       ORDER BY latest DESC LIMIT 1 OFFSET (? + 0)`,
      [ids, now - DAY, limit - 1],
    ) ?? now
  talliesIn(cx.db).set(key, { people, countedAt: now, fullUntil: { limit, at: at + DAY } })
  return at + DAY
}
