/** The suppression list of a company, by contact and by number, so that contact lists match it too. */

import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { isUsableBy, usableBy } from '../../channels/connections/queries'
import { phoneMeant } from '../../channels/dialing'
import { contactMerging } from '../../contacts/events'
import { otherForm } from '../../contacts/number'
import { numberNeedles } from '../../contacts/number-needle'
import { findContact, findContactIdByAddress } from '../../contacts/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { instant } from '../../platform/formats'
import { fits, needleOf } from '../../platform/needle'
import { type Cursor, PAGE_SIZE, writeCursor } from '../../platform/pages'
import { execute, getRows, getTuples, getValue } from '../../platform/sql'
import { type Condition, type Db, statement } from '../../platform/sqlite'
import { likeContaining } from '../../platform/text'
import { type CreateOptOut, type OptOut, optOutCreated, optOutDeleted } from '../contract'
import { outboundErrors } from '../errors'
import { optedIn, optedOut } from '../events'
import { mayManageOver } from '../rights'
import { hashOfNumber } from './erased-numbers'

type OptOutSubject = { readonly contactId?: number | null; readonly number?: string | null }

/** Looks up contact and number in both forms; each also finds what is stored under the other. */
export function isOptedOut(db: Db, { contactId = null, number = null }: OptOutSubject): boolean {
  return findId(db, { contactId, number }) !== undefined
}

function findId(db: Db, { contactId = null, number = null }: OptOutSubject): number | undefined {
  const other = number === null ? null : (otherForm(number) ?? null)
  const known = number ?? (contactId === null ? null : (findContact(db, contactId)?.number ?? null))
  const hash = known === null ? null : hashOfNumber(db, known)
  const id = getValue(
    db,
    `SELECT id FROM opt_outs WHERE contact_id = @contactId
     UNION ALL SELECT id FROM opt_outs WHERE number IN (@number, @other)
     UNION ALL SELECT o.id FROM opt_outs o JOIN contacts c ON c.number = o.number WHERE c.id = @contactId
     UNION ALL SELECT o.id FROM contacts c JOIN opt_outs o ON o.contact_id = c.id WHERE c.number IN (@number, @other)
     UNION ALL SELECT id FROM opt_outs WHERE number_hash = @hash
     LIMIT 1`,
    { contactId, number, other, hash },
  )
  return typeof id === 'number' ? id : undefined
}

type Source = Pick<Row, 'word'> & { readonly actor: Actor | null; readonly connectionId: number | null }

/** Returns the existing entry, or creates one. */
export function optOut(
  cx: Cx,
  { contactId = null, number = null }: OptOutSubject,
  { word, actor, connectionId }: Source,
): OptOut {
  return cx.transaction((cx) => {
    const known = findId(cx.db, { contactId, number })
    if (known !== undefined) return readOptOut(cx.db, known)
    const contact = contactId === null ? undefined : findContact(cx.db, contactId)
    const digits = number ?? contact?.number ?? null
    const { lastInsertRowid } = execute(
      cx.db,
      `INSERT INTO opt_outs (contact_id, number, name, word, user_id, connection_id, at, is_confirmed) VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
      [contactId, digits, contact?.name ?? '', word, actor?.userId ?? null, connectionId, cx.now()],
    )
    const record = readOptOut(cx.db, Number(lastInsertRowid))
    if (actor) recordAct(cx, actor, { kind: 'optOut', act: 'create', subject: subjectOf(record) })
    cx.emit(optOutCreated({ optOut: record }), mayManageOver(connectionId))
    cx.happened(optedOut({ contactId, number: digits, connectionId }))
    return record
  })
}

const subjectOf = ({ id, name, number }: OptOut) => ({ id, name: name || (number ?? '') })

/** Added by a user. */
export function addOptOut(cx: Cx, actor: Actor, input: CreateOptOut): OptOut {
  return cx.transaction((cx) => {
    const number = phoneMeant(cx, input.number)
    const contactId = findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
    return optOut(cx, { contactId, number }, { word: null, actor, connectionId: null })
  })
}

/** `actor` is null if the contact opted in again. */
export function removeOptOut(cx: Cx, actor: Actor | null, id: number) {
  cx.transaction((cx) => {
    const record = readOptOut(cx.db, id)
    const connectionId = record.whatsapp?.id ?? null
    if (actor && !isUsableBy(actor, connectionId)) fail(outboundErrors.ERR_NO_OPT_OUT_FOUND)
    execute(cx.db, 'DELETE FROM opt_outs WHERE id = ?', id)
    if (actor) recordAct(cx, actor, { kind: 'optOut', act: 'delete', subject: subjectOf(record) })
    cx.emit(optOutDeleted({ optOutId: id }), mayManageOver(connectionId))
    cx.happened(optedIn({ contactId: record.contactId, number: record.number }))
  })
}

export const optOutIdOf = (db: Db, contactId: number): number | undefined => {
  const number = findContact(db, contactId)?.number ?? null
  return findId(db, { contactId, number })
}

/** When the contact opted out; null if they did not. */
export function optedOutAt(db: Db, contactId: number): number | null {
  const id = optOutIdOf(db, contactId)
  if (id === undefined) return null
  return Number(getValue(db, 'SELECT at FROM opt_outs WHERE id = ?', id))
}

export type OptOutPage = {
  readonly optOuts: OptOut[]
  readonly count: number
  readonly hasMore: boolean
  readonly next: string | null
}

/** Newest first; `search` matches name or number. */
export function listOptOuts(db: Db, actor: Actor, search: string, after: Cursor | null): OptOutPage {
  const found = searched(db, actor, search)
  const counted = statement(db.$client, `SELECT count(*) FROM opt_outs o WHERE ${found.sql}`).pluck()
  const where = after
    ? { sql: `${found.sql} AND (o.at, o.id) < (?, ?)`, params: [...found.params, after.value, after.id] }
    : found
  const rows = rowsOf(db, where, PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const hasMore = rows.length > PAGE_SIZE
  return {
    optOuts: shown.map(described),
    count: Number(counted.get(...found.params)),
    hasMore,
    next: hasMore && last ? writeCursor({ value: last.at, id: last.id }) : null,
  }
}

function searched(db: Db, actor: Actor, search: string): Condition {
  const [usable, named] = [usableBy(actor, 'o.connection_id'), byWords(db, search)]
  return { sql: `${usable.sql} AND ${named.sql}`, params: [...usable.params, ...named.params] }
}

function byWords(db: Db, search: string): Condition {
  const text = search.trim()
  if (text === '') return { sql: '1', params: [] }
  const byName = {
    sql: 'o.id IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify(named(db, needleOf(text)))],
  }
  const byNumber = numberNeedles(text).map((form) => ({
    sql: "(o.number LIKE ? ESCAPE '\\' OR o.number_hash = ?)",
    params: [likeContaining(form), hashOfNumber(db, form) ?? ''],
  }))
  const parts = [byName, ...byNumber]
  return { sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`, params: parts.flatMap(({ params }) => params) }
}

/** SQLite cannot fold: it preselects plain names with the first word and all others, which are compared here. */
function named(db: Db, needle: readonly string[]): number[] {
  const rows = getTuples<[number, string]>(
    db,
    "SELECT id, name FROM opt_outs WHERE name LIKE ? ESCAPE '\\' OR name GLOB '*[^ -~]*' OR name GLOB '*[''`]*'",
    likeContaining(needle[0] ?? ''),
  )
  return rows.flatMap(([id, name]) => (fits(needle, name) ? id : []))
}

type Row = {
  id: number
  contactId: number | null
  name: string
  number: string | null
  word: string | null
  userId: number | null
  userName: string | null
  connectionId: number | null
  connectionName: string | null
  at: number
}

const rowsOf = (db: Db, { sql, params }: Condition, most: number): Row[] =>
  getRows<Row>(
    db,
    `SELECT o.id, o.contact_id AS contactId, o.name, o.number, o.word, o.user_id AS userId, u.name AS userName,
       o.connection_id AS connectionId, c.name AS connectionName, o.at
     FROM opt_outs o LEFT JOIN users u ON u.id = o.user_id LEFT JOIN connections c ON c.id = o.connection_id
     WHERE ${sql} ORDER BY o.at DESC, o.id DESC LIMIT ?`,
    [...params, most],
  )

function readOptOut(db: Db, id: number): OptOut {
  const [row] = rowsOf(db, { sql: 'o.id = ?', params: [id] }, 1)
  return row ? described(row) : fail(outboundErrors.ERR_NO_OPT_OUT_FOUND)
}

const described = ({ userId, userName, connectionId, connectionName, at, ...row }: Row): OptOut => ({
  ...row,
  user: userId === null ? null : { id: userId, name: userName ?? '' },
  whatsapp: connectionId === null ? null : { id: connectionId, name: connectionName ?? '' },
  at: instant(at),
})

/** When two records of one person are merged and either has opted out, the person has. */
export const optOutSubscribers: readonly Subscriber[] = [
  on(contactMerging, 'inTransaction', (cx, { keptId, goneId }) => {
    const raw = cx.db.$client
    execute(
      raw,
      `UPDATE opt_outs SET contact_id = ? WHERE contact_id = ? AND NOT EXISTS (SELECT 1 FROM opt_outs WHERE contact_id = ?)`,
      [keptId, goneId, keptId],
    )
  }),
]
