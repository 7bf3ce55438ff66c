/** Contact lists of another product. */
import * as v from 'valibot'
import { readMeant } from '../../channels/dialing'
import { formatNumber } from '../../contacts/number'
import { findContact, findContactIdByAddress } from '../../contacts/queries'
import type { Move, Mover } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { isOptedOut } from '../../outbound/suppression/opt-outs'
import { Email } from '../../platform/formats'
import { execute, getOnlyValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { cut, oneLine, searchable } from '../../platform/text'
import { MOST_ITEMS, MOST_LISTS } from './contract'
import { knownValidity } from './known-numbers'
import { findContactList, findItemByNumber, isListNamed } from './queries'
import { contactLists } from './tables'

const [LISTS, ITEMS] = ['contactLists', 'contactListItems'] as const
const NAME_LENGTH = 50

export const contactListMover: Mover = {
  name: 'contact-lists',
  async move(move) {
    const { source, company } = move
    await move.inSlices('contact-lists', source.rows(LISTS, company.id), (slice) => {
      for (const row of slice) moveList(move, row)
    })
    await move.inSlices('contact-list-items', source.rows(ITEMS, company.id), (slice) => {
      for (const row of slice) moveItem(move, row)
    })
  },
}

function moveList({ cx, ids, report }: Move, row: SourceRows['contactLists']) {
  if (ids.has(LISTS, row.id)) return report.merged(LISTS, 'alreadyHere')
  const name = oneLine(row.name, NAME_LENGTH)
  if (name.length < 2) return report.skipped(LISTS, 'empty', row.name)
  if (countLists(cx.db) >= MOST_LISTS) return report.skipped(LISTS, 'leftOut', name)
  const free = freeName(cx.db, name)
  if (free !== name) report.noted(LISTS, 'sameName', `${name} → ${free}`)
  const createdAt = row.createdAt ?? cx.now()
  const { id } = cx.db
    .insert(contactLists)
    .values({ name: free, nameFolded: searchable(free), createdAt, updatedAt: createdAt })
    .returning({ id: contactLists.id })
    .get()
  ids.add(LISTS, row.id, id)
  report.imported(LISTS)
}

/** `Clientes 2`: names differ here in more than case and accents, and two lists remain two audiences. */
function freeName(db: Db, name: string): string {
  if (!isListNamed(db, name)) return name
  for (let count = 2; ; count++) {
    const free = `${cut(name, NAME_LENGTH - 5).trim()} ${count}`
    if (!isListNamed(db, free)) return free
  }
}

const countLists = (db: Db) => getOnlyValue<number>(db, 'SELECT count(*) FROM contact_lists WHERE deleted_at IS NULL')

function moveItem({ cx, ids, report }: Move, row: SourceRows['contactListItems']) {
  const { db } = cx
  if (ids.has(ITEMS, row.id)) return report.merged(ITEMS, 'alreadyHere')
  const listId = ids.find(LISTS, row.listId)
  const list = listId === undefined ? undefined : findContactList(db, listId)
  if (!list) return report.skipped(ITEMS, 'noParent', row.number ?? undefined)
  const read = readMeant(cx, row.number ?? '', { mayLackPlus: true })
  if (!('number' in read)) return report.skipped(ITEMS, 'noNumber', row.number ?? undefined)
  const { number } = read
  const known = findItemByNumber(db, list.id, number)
  if (known !== undefined) {
    ids.add(ITEMS, row.id, known)
    return report.merged(ITEMS, 'repeated')
  }
  if (list.contactsCount >= MOST_ITEMS) return report.skipped(ITEMS, 'leftOut', number)
  const createdAt = Math.min(row.createdAt ?? cx.now(), cx.now())
  const isKnownHere = knownValidity(db, number, cx.now())
  const name = nameOf(db, row.name ?? '', number)
  const isValid = isKnownHere ?? row.isValid
  const { lastInsertRowid } = execute(
    db,
    `INSERT INTO contact_list_items (list_id, name, name_folded, number, email, is_whatsapp_valid, checked_at, in_blacklist,
       created_at, updated_at) VALUES (@listId, @name, @folded, @number, @email, @isValid, @checkedAt, @inBlacklist,
       @createdAt, @createdAt)`,
    {
      listId: list.id,
      name,
      folded: searchable(name),
      number,
      email: emailOf(row.email),
      isValid: isValid === null ? null : Number(isValid),
      checkedAt: isValid === null ? null : createdAt,
      inBlacklist: Number(isOptedOut(db, { number })),
      createdAt,
    },
  )
  ids.add(ITEMS, row.id, Number(lastInsertRowid))
  report.imported(ITEMS)
}

/** Without a name, that of the contact, else the number. */
function nameOf(db: Db, written: string, number: string): string {
  const name = oneLine(written, NAME_LENGTH)
  if (name.length >= 2) return name
  const contactId = findContactIdByAddress(db, { kind: 'phone', value: number })
  const contact = contactId === undefined ? undefined : findContact(db, contactId)
  return cut(contact?.name || formatNumber(number), NAME_LENGTH)
}

const emailOf = (written: string | null): string | null => {
  const read = v.safeParse(Email, written)
  return read.success ? read.output : null
}
