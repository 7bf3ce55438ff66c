/** Undoes a merge: each contact gets its conversations back, and the two are not suggested as duplicates again. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../../actor'
import { recordAct } from '../../../audit/record'
import { openWindow } from '../../../channels/windows/windows'
import { announceContact } from '../../../contacts/announce'
import { contactRestored, type MergeSummary, type RecentMerge } from '../../../contacts/contract'
import { setExtraInfo } from '../../../contacts/extra-info'
import { findCategory, findContact, findContactOrFail, pictureAddress } from '../../../contacts/queries'
import { type Contact, contacts } from '../../../contacts/tables'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { instant } from '../../../platform/formats'
import { execute, getColumn, getRow, getRows, getValue } from '../../../platform/sql'
import { type Db, statement } from '../../../platform/sqlite'
import { DAY } from '../../../platform/time'
import { announceTicket } from '../../../tickets/announce'
import { writeLog } from '../../../tickets/log/log'
import {
  audienceOfBoth,
  factsOf,
  isSame,
  type MergeRecord,
  type StoredWindow,
  ticketsToAnnounce,
} from '../../../tickets/merging/merge'
import { showLastOf } from '../../../tickets/messages/last-message'
import { seesContact } from '../../../tickets/queries'
import { returnWhatCame } from './came-since'
import { UNDO_DAYS } from './contract'

type Row = {
  readonly id: number
  readonly kept_id: number
  readonly gone_id: number
  readonly moved: string
  readonly created_at: number
  readonly merged_by_name: string | null
}

/** Merges reported by the messenger can always be undone, merges by hand for `UNDO_DAYS`. */
const CAN_BE_UNDONE = 'undone_at IS NULL AND (merged_by IS NULL OR created_at >= ?)'
const since = (now: number): number => now - UNDO_DAYS * DAY

/** The merges into this contact that can be undone, newest first. */
export function listMerges({ db, now }: Cx, contactId: number): MergeSummary[] {
  const rows = getRows<Row>(
    db,
    `SELECT id, kept_id, gone_id, moved, created_at, merged_by_name FROM contact_merges WHERE kept_id = ? AND ${CAN_BE_UNDONE} ORDER BY id DESC`,
    [contactId, since(now())],
  )
  return rows.map(showMerge)
}

const MOST_RECENT = 100

/** Merges by hand that can still be undone, newest first. */
export function listRecentMerges({ db, now }: Cx, actor: Actor): RecentMerge[] {
  const rows = getRows<Row>(
    db,
    `SELECT id, kept_id, gone_id, moved, created_at, merged_by_name FROM contact_merges
     WHERE merged_by IS NOT NULL AND undone_at IS NULL AND created_at >= ? ORDER BY id DESC LIMIT ${MOST_RECENT}`,
    since(now()),
  )
  return rows.flatMap((row) => {
    const into = seesContact(db, actor, row.kept_id) ? findContact(db, row.kept_id) : undefined
    return into ? [{ ...showMerge(row), into: { id: into.id, name: into.name } }] : []
  })
}

function showMerge({ id, moved, created_at, merged_by_name }: Row): MergeSummary {
  const { contact, ticketIds } = JSON.parse(moved) as MergeRecord // written by merge.ts
  const { name, number } = contact
  return { id, name, number, tickets: ticketIds.length, by: merged_by_name, createdAt: instant(created_at) }
}

/** Returns the restored contact. What came since the merge goes to the one whose address it has. */
export function undoMerge(cx: Cx, actor: Actor, mergeId: number): Contact {
  return cx.transaction((cx) => {
    const { db } = cx
    const row = getRow<Row>(
      db,
      `SELECT id, kept_id, gone_id, moved, created_at, merged_by_name FROM contact_merges WHERE id = ? AND ${CAN_BE_UNDONE}`,
      [mergeId, since(cx.now())],
    )
    if (!row) return fail('ERR_NO_MERGE_FOUND')
    const moved = JSON.parse(row.moved) as MergeRecord // written by merge.ts
    if (moved.kept.isGroup && !seesContact(db, actor, row.kept_id)) fail('ERR_NO_MERGE_FOUND')
    // The kept contact was merged later: that merge must be undone first.
    if (!findContact(db, row.kept_id)) fail('ERR_MERGE_NOT_LAST')
    restoreContact(db, row, moved)
    returnConversations(db, row, moved)
    returnWhatCame(cx, row, moved)
    returnWindows(db, row, moved.windows ?? [])
    for (const id of [row.kept_id, row.gone_id]) noteLastTicket(db, id)
    execute(db, 'UPDATE contact_merges SET undone_at = ?, undone_by = ? WHERE id = ?', [cx.now(), actor.userId, row.id])
    for (const { from, into } of moved.absorbed) reopenDuplicate(cx, actor, from, into)
    for (const id of [row.kept_id, row.gone_id]) {
      announceContact(cx, findContactOrFail(db, id))
      for (const ticket of ticketsToAnnounce(db, id)) announceTicket(cx, null, ticket)
    }
    const [kept, restored] = [findContactOrFail(db, row.kept_id), findContactOrFail(db, row.gone_id)]
    recordAct(cx, actor, {
      kind: 'contact',
      act: 'undoMerge',
      subject: restored,
      changes: [{ field: 'merged', from: kept.name, to: null }],
    })
    cx.emit(contactRestored({ contactId: restored.id, mergedInto: kept.id }), audienceOfBoth(db, kept, restored))
    return restored
  })
}

/** Restores the contact that disappeared and removes its data from the kept one. */
function restoreContact(db: Db, row: Row, { contact: gone, kept: before, result, facts }: MergeRecord) {
  const now = findContactOrFail(db, row.kept_id)
  /** Keeps what was changed since the merge. */
  const own = (field: keyof Contact) =>
    now[field] === gone[field] || now[field] === result?.[field] ? before[field] : now[field]
  const fields = [
    'name',
    'nameFolded',
    'nameBy',
    'number',
    'email',
    'picture',
    'active',
    'acceptAudio',
    'disableBot',
    'categoryId',
  ] as const
  const restored = Object.fromEntries(fields.map((field) => [field, own(field)])) as Partial<Contact> // each field its own value
  const pictureUrl = pictureAddress(row.kept_id, restored.picture ?? null)
  const number = ifFree(db, row.kept_id, restored.number ?? null)
  db.update(contacts)
    .set({ ...restored, number, pictureUrl })
    .where(eq(contacts.id, row.kept_id))
    .run()
  db.insert(contacts)
    .values({ ...gone, number: ifFree(db, gone.id, gone.number), categoryId: ifThere(db, gone.categoryId) })
    .run()
  if (facts) {
    setExtraInfo(db, gone.id, facts.gone)
    if (isSame(factsOf(db, row.kept_id), facts.result)) setExtraInfo(db, row.kept_id, facts.kept)
  }
  if (number !== null) giveAddress(db, { kind: 'phone', value: number }, row.kept_id)
}

/** Recomputes it, because the triggers only raise it. */
const noteLastTicket = (db: Db, contactId: number) =>
  void execute(
    db,
    `UPDATE contacts SET last_ticket_at = ifnull(t.at / 60000 * 60000, 0), last_connection_id = t.connection_id
     FROM (SELECT max(updated_at) AS at, connection_id FROM tickets WHERE contact_id = (? + 0)) t WHERE contacts.id = (? + 0)`,
    [contactId, contactId],
  )

/** Re-adds the address, which a corrected number may have removed. */
const giveAddress = (db: Db, { kind, value }: MergeRecord['addresses'][number], contactId: number) =>
  void execute(db, 'INSERT OR IGNORE INTO contact_addresses (kind, value, contact_id) VALUES (?, ?, ?)', [
    kind,
    value,
    contactId,
  ])

/** Null if the category was deleted since. */
const ifThere = (db: Db, categoryId: number | null | undefined): number | null =>
  (categoryId && findCategory(db, categoryId)?.id) || null

/** Null if another contact has the number by now. */
function ifFree(db: Db, contactId: number, number: string | null): string | null {
  const taken = statement(db.$client, 'SELECT 1 FROM contacts WHERE number = ? AND id <> ?')
  return taken.get(number, contactId) === undefined ? number : null
}

function returnConversations(
  db: Db,
  { kept_id, gone_id }: Row,
  { ticketIds, messageIds, addresses, absorbed }: MergeRecord,
) {
  const run = (sql: string, ...params: readonly (string | number)[]) => void execute(db, sql, params)
  for (const address of addresses) {
    run(
      'UPDATE contact_addresses SET contact_id = ? WHERE kind = ? AND value = ? AND contact_id = ?',
      gone_id,
      address.kind,
      address.value,
      kept_id,
    )
    giveAddress(db, address, gone_id)
  }
  const listed = (ids: readonly number[]) => JSON.stringify(ids)
  run(
    'UPDATE tickets SET contact_id = ? WHERE contact_id = ? AND id IN (SELECT value FROM json_each(?))',
    gone_id,
    kept_id,
    listed(ticketIds),
  )
  for (const { from, into, messageIds } of absorbed)
    run(
      `UPDATE messages SET ticket_id = ? WHERE ticket_id = ? AND id IN (SELECT value FROM json_each(?))
         AND EXISTS (SELECT 1 FROM tickets WHERE id = ?)`,
      from,
      into,
      listed(messageIds),
      from,
    )
  run(
    'UPDATE messages SET contact_id = ? WHERE ticket_id IS NULL AND id IN (SELECT value FROM json_each(?))',
    gone_id,
    listed(messageIds),
  )
  const touched = [...ticketIds, ...absorbed.flatMap(({ from, into }) => [from, into])]
  run(
    'UPDATE messages SET contact_id = (SELECT contact_id FROM tickets t WHERE t.id = ticket_id) WHERE ticket_id IN (SELECT value FROM json_each(?))',
    listed(touched),
  )
  run(
    'UPDATE outbox SET contact_id = (SELECT contact_id FROM messages m WHERE m.id = message_id) WHERE contact_id = ?',
    kept_id,
  )
}

/** Each has its own again, and what it has written since opens them as it did. */
function returnWindows(db: Db, { kept_id, gone_id, created_at }: Row, windows: readonly StoredWindow[]) {
  const ids = [kept_id, gone_id]
  const connections = getColumn<number>(
    db,
    'SELECT DISTINCT connection_id FROM reply_windows WHERE contact_id IN (?, ?)',
    ids,
  )
  execute(db, 'DELETE FROM reply_windows WHERE contact_id IN (?, ?)', ids)
  for (const { contactId, connectionId, openedAt } of windows) openWindow(db, { connectionId, contactId }, openedAt)
  for (const connectionId of connections)
    for (const contactId of ids) {
      const heardAt = getValue<number>(
        db,
        'SELECT created_at FROM messages WHERE contact_id = ? AND created_at >= ? AND connection_id = ? AND from_me = 0 ORDER BY created_at DESC LIMIT 1',
        [contactId, created_at - DAY, connectionId],
      )
      if (heardAt !== undefined) openWindow(db, { connectionId, contactId }, heardAt)
    }
}

/** Reopens as pending the ticket that the merge closed, unless its contact has another active one or its connection was deleted. */
function reopenDuplicate(cx: Cx, actor: Actor, from: number, into: number) {
  const { changes } = execute(
    cx.db,
    `UPDATE tickets SET status = 'pending', user_id = NULL, closed_at = NULL, updated_at = max(updated_at, (? + 0)) WHERE id = ? AND status = 'closed' AND NOT EXISTS
       (SELECT 1 FROM tickets o WHERE o.contact_id = tickets.contact_id AND o.connection_id = tickets.connection_id AND o.status <> 'closed')
       AND EXISTS (SELECT 1 FROM connections c WHERE c.id = tickets.connection_id AND c.deleted_at IS NULL)`,
    [cx.now(), from],
  )
  if (changes > 0) writeLog(cx, from, { kind: 'reopened', userId: actor.userId })
  for (const id of [from, into]) showLastOf(cx.db, id)
}
