/** Imports a contact list from a spreadsheet. Matches items by number, in either form; each is in a list once. */
import { recordAct } from '../../audit/record'
import type { StoredImport } from '../../bulk-import/tables'
import type { ImportedRow, ImportTarget, Outcome } from '../../bulk-import/target'
import { dialingOf } from '../../channels/dialing'
import { MOST_EXTRA_INFO } from '../../contacts/contract'
import { formatNumber } from '../../contacts/number'
import { findContact, findContactIdByAddress } from '../../contacts/queries'
import { manageCampaigns } from '../../outbound/contract'
import { isOptedOut } from '../../outbound/suppression/opt-outs'
import type { Cx } from '../../platform/cx'
import { execute, getOnlyRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { cut, fold } from '../../platform/text'
import { isSameName, withFullName, withLesser } from '../contact-book/imports/lesser-cells'
import { type Person, readPerson } from '../contact-book/imports/person'
import { personFields } from '../contact-book/imports/person-fields'
import { contactProblems, numberProblems } from '../contact-book/imports/problems'
import { contactTarget } from '../contact-book/imports/target'
import { announceList, hears } from './announce'
import { listItemsReloaded, MOST_ITEMS, MOST_LIST_ROWS } from './contract'
import { knownValidity } from './known-numbers'
import { findContactList, findItemByNumber } from './queries'

const { noNumber, shortName, longName, badEmail, manyFacts } = contactProblems

/** Why a spreadsheet row is rejected. */
const listProblems = {
  noNumber,
  ...numberProblems,
  shortName,
  longName,
  badEmail,
  manyFacts,
  twice: {
    'pt-BR': 'Este número aparece mais de uma vez na planilha.',
    en: 'This number appears more than once in the spreadsheet.',
    es: 'Este número aparece más de una vez en la hoja.',
    tr: 'Bu numara tabloda birden fazla kez var.',
  },
  full: {
    'pt-BR': 'A lista já tem contatos demais.',
    en: 'The list is full.',
    es: 'La lista ya tiene demasiados contactos.',
    tr: 'Listede zaten çok fazla kişi var.',
  },
} as const

export const CONTACT_LISTS = 'contactLists'

/** Name, number and email address. */
const EXAMPLE_COLUMNS = 3

export const contactListTarget: ImportTarget = {
  name: CONTACT_LISTS,
  permission: manageCampaigns,
  fields: personFields,
  countryOf: (cx) => dialingOf(cx).country,
  takesExtra: true,
  mostRows: MOST_LIST_ROWS,
  problems: listProblems,
  take,
  foresee(cx, row) {
    const person = readPerson(cx, row)
    return 'problem' in person ? person : withLesser('created', person.lesser)
  },
  ended,
  example: (language) => (contactTarget.example?.(language) ?? []).map((cells) => cells.slice(0, EXAMPLE_COLUMNS)),
}

function take(cx: Cx, row: ImportedRow, run: StoredImport): Outcome {
  const person = readPerson(cx, row)
  if ('problem' in person) return person
  const taken = saveItem(cx, person, run)
  return typeof taken === 'string' ? withLesser(taken, person.lesser) : taken
}

function saveItem(cx: Cx, person: Person, run: StoredImport): Outcome {
  const { db } = cx
  const listId = run.subjectId ?? 0
  const known = findItemByNumber(db, listId, person.number)
  if (known === undefined) {
    if (isFull(db, listId)) return { problem: 'full' satisfies ListProblem, value: person.number }
    insert(cx, listId, person, run.id)
    return 'created'
  }
  const before = getOnlyRow<Before>(
    db,
    'SELECT name, email, extra, import_id AS importId FROM contact_list_items WHERE id = ?',
    known,
  )
  if (before.importId === run.id) return { problem: 'twice' satisfies ListProblem, value: person.written }
  return run.updateExisting && update(cx, known, before, person) ? 'updated' : 'skipped'
}

type ListProblem = keyof typeof listProblems
type Before = {
  readonly name: string
  readonly email: string | null
  readonly extra: string
  readonly importId: number | null
}

const isFull = (db: Db, listId: number): boolean => {
  const list = findContactList(db, listId)
  return !list || list.contactsCount >= MOST_ITEMS
}

/** Without a name in the row, takes the contact's. */
function nameOf(db: Db, number: string): string {
  const id = findContactIdByAddress(db, { kind: 'phone', value: number })
  return cut((id === undefined ? undefined : findContact(db, id)?.name) ?? formatNumber(number), 50)
}

function insert(cx: Cx, listId: number, { named, number, email, facts }: Person, importId: number) {
  const now = cx.now()
  const shown = named.name || nameOf(cx.db, number)
  const valid = knownValidity(cx.db, number, now)
  execute(
    cx.db,
    `INSERT INTO contact_list_items (list_id, name, name_folded, number, email, is_whatsapp_valid, checked_at, in_blacklist,
       extra, import_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      listId,
      shown,
      fold(shown),
      number,
      email || null,
      valid === null ? null : Number(valid),
      valid === null ? null : now,
      isOptedOut(cx.db, { number }) ? 1 : 0,
      JSON.stringify(withFullName(facts, named, cx.tenant.language).slice(0, MOST_EXTRA_INFO)),
      importId,
      now,
      now,
    ],
  )
}

/** Empty cells change nothing. Returns whether anything changed. */
function update(cx: Cx, id: number, before: Before, person: Person): boolean {
  const keepsName = person.named.name === '' || isSameName(before.name, person.named)
  const name = keepsName ? before.name : person.named.name
  const email = person.email || before.email
  const facts = keepsName ? person.facts : withFullName(person.facts, person.named, cx.tenant.language)
  const extra = facts.length > 0 ? JSON.stringify(facts.slice(0, MOST_EXTRA_INFO)) : before.extra
  if (name === before.name && email === before.email && extra === before.extra) return false
  execute(
    cx.db,
    'UPDATE contact_list_items SET name = ?, name_folded = ?, email = ?, extra = ?, updated_at = ? WHERE id = ?',
    [name, fold(name), email, extra, cx.now(), id],
  )
  return true
}

function ended(cx: Cx, { subjectId, userId, userName, fileName, created, updated, failed }: StoredImport) {
  const list = subjectId === null ? undefined : findContactList(cx.db, subjectId)
  if (!list) return
  const changes = Object.entries({ file: fileName, created, updated, failed }).map(([field, to]) => ({
    field,
    from: null,
    to,
  }))
  recordAct(cx, { userId, name: userName }, { kind: 'contactList', act: 'import', subject: list, changes })
  announceList(cx, list.id)
  cx.emit(listItemsReloaded({ contactListId: list.id }), hears)
}
