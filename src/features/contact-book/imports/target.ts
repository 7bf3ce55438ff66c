/** Imports contacts from a spreadsheet. Matches them by number, in either form, without a look-up in WhatsApp. */
import { CELL_LENGTH } from '../../../bulk-import/contract'
import type { ImportedRow, ImportTarget, Outcome, Problem, RowOutcome } from '../../../bulk-import/target'
import { dialingOf } from '../../../channels/dialing'
import { announceContact } from '../../../contacts/announce'
import { MOST_EXTRA_INFO } from '../../../contacts/contract'
import { listExtraInfo, setExtraInfo } from '../../../contacts/extra-info'
import { formatNumber } from '../../../contacts/number'
import { findContactIdByAddress, findContactOrFail } from '../../../contacts/queries'
import type { Contact } from '../../../contacts/tables'
import type { Cx } from '../../../platform/cx'
import { readNamed } from '../../../platform/document'
import { getOrMake } from '../../../platform/maps'
import { execute, getRow, getRows } from '../../../platform/sql'
import { type Db, statement } from '../../../platform/sqlite'
import { cut, fold, searchable } from '../../../platform/text'
import { isEnabled } from '../../../settings/settings'
import type { Language } from '../../../texts/languages'
import { exportedColumns, onlyTaken } from '../export/export'
import { isSameName, withFullName, withLesser } from './lesser-cells'
import { findByMetaId, metaIdField } from './meta-id'
import { noteImport } from './note-import'
import { type Person, readPerson } from './person'
import { categoryHeading, personFields } from './person-fields'
import { contactProblems } from './problems'

export const CONTACTS = 'contacts'

export const contactTarget: ImportTarget = {
  name: CONTACTS,
  permission: 'contacts-page:importContacts',
  fields: [...personFields, { key: 'category', isRequired: false, heading: categoryHeading }, metaIdField],
  countryOf: (cx) => dialingOf(cx).country,
  takesExtra: true,
  own: exportedColumns,
  unwanted: onlyTaken,
  problems: contactProblems,
  take: takeContact,
  foresee(cx, row, run) {
    const judged = validateRow(cx, row, run)
    return 'problem' in judged ? judged : withLesser('created', judged.lesser)
  },
  ended: noteImport,
  example: (language) => examples[language],
}

const examples: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  'pt-BR': [
    ['Nome', 'Número', 'E-mail', 'Categoria', 'Cidade'],
    ['Mariana Duarte', '(21) 99612-4087', 'mariana@exemplo.com', '', 'Niterói'],
    ['João Lima', '+55 11 3456-7890', '', '', 'São Paulo'],
  ],
  en: [
    ['Name', 'Number', 'Email', 'Category', 'City'],
    ['Mariana Duarte', '+55 21 99612-4087', 'mariana@example.com', '', 'Niterói'],
    ['João Lima', '+55 11 3456-7890', '', '', 'São Paulo'],
  ],
  es: [
    ['Nombre', 'Número', 'Correo', 'Categoría', 'Ciudad'],
    ['Mariana Duarte', '+55 21 99612-4087', 'mariana@ejemplo.com', '', 'Niterói'],
    ['João Lima', '+55 11 3456-7890', '', '', 'São Paulo'],
  ],
  tr: [
    ['Ad', 'Numara', 'E-posta', 'Kategori', 'Şehir'],
    ['Mariana Duarte', '+55 21 99612-4087', 'mariana@ornek.com', '', 'Niterói'],
    ['João Lima', '+55 11 3456-7890', '', '', 'São Paulo'],
  ],
}

type ContactInput = Person & {
  readonly categoryId: number | null
  /** Whom a row without a number is about. */
  readonly contactId: number | undefined
}
type Facts = Person['facts']

function takeContact(cx: Cx, row: ImportedRow, run: { readonly updateExisting: boolean }): Outcome {
  const judged = validateRow(cx, row, run)
  return 'problem' in judged ? judged : withLesser(saveContact(cx, judged, run), judged.lesser)
}

function saveContact(cx: Cx, wanted: ContactInput, run: { readonly updateExisting: boolean }): RowOutcome {
  const { number, contactId } = wanted
  const id = number === '' ? contactId : findContactIdByAddress(cx.db, { kind: 'phone', value: number })
  if (id === undefined) {
    insert(cx, wanted, knownOf(cx.db, run))
    return 'created'
  }
  return run.updateExisting && update(cx, findContactOrFail(cx.db, id), wanted) ? 'updated' : 'skipped'
}

function validateRow(cx: Cx, row: ImportedRow, run: object): ContactInput | Problem {
  const { category = '', metaId = '' } = row.fields
  const person = readPerson(cx, row, metaId !== '')
  if ('problem' in person) return person
  const contactId = person.number === '' ? findByMetaId(cx.db, metaId) : undefined
  if (person.number === '' && contactId === undefined) return { problem: 'foreignMetaId', value: metaId }
  const categoryId = category === '' ? null : knownOf(cx.db, run).categories.get(fold(category))
  return {
    ...person,
    contactId,
    categoryId: categoryId ?? null,
    facts: person.facts.map(({ name, value }) => ({ name, value: asStored(name, value) })),
    lesser: [
      ...person.lesser,
      ...(categoryId === undefined ? [{ problem: 'unknownCategory' as const, value: category }] : []),
    ],
  }
}

/** A wrong CPF or CNPJ stays as it is: the contact must not be lost for it. */
const asStored = (name: string, value: string): string => readNamed(name, value) ?? value

/** Lookups shared by all rows of a slice. */
type ImportContext = { readonly categories: ReadonlyMap<string, number>; readonly acceptsAudio: boolean }
const known = new WeakMap<object, ImportContext>()

const knownOf = (db: Db, run: object): ImportContext =>
  getOrMake(known, run, () => {
    const rows = getRows<RowDescription>(db, 'SELECT id, description FROM contact_categories')
    return {
      categories: new Map(rows.map(({ id, description }) => [fold(description), id])),
      acceptsAudio: isEnabled(db, 'acceptAudioMessageContact'),
    }
  })
type RowDescription = { readonly id: number; readonly description: string }

function insert(cx: Cx, { named, number, email, categoryId, facts }: ContactInput, { acceptsAudio }: ImportContext) {
  const { name } = named
  const shown = name || formatNumber(number)
  const { lastInsertRowid } = execute(
    cx.db,
    `INSERT INTO contacts (name, name_folded, name_by, number, email, category_id, accept_audio, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      shown,
      searchable(shown),
      name ? 'person' : 'channel',
      number,
      email || null,
      categoryId,
      acceptsAudio ? 1 : 0,
      cx.now(),
    ],
  )
  execute(
    cx.db,
    `INSERT INTO contact_addresses (kind, value, contact_id) VALUES ('phone', ?, ?) ON CONFLICT DO NOTHING`,
    [number, lastInsertRowid],
  )
  const note = statement(cx.db.$client, 'INSERT INTO contact_extra_info (contact_id, name, value) VALUES (?, ?, ?)')
  const kept = withFullName(facts, named, cx.tenant.language).slice(0, MOST_EXTRA_INFO)
  for (const fact of kept) note.run(lastInsertRowid, fact.name, fact.value)
}

/** Empty cells change nothing. Returns whether anything changed. */
function update(cx: Cx, before: Contact, wanted: ContactInput): boolean {
  const { db } = cx
  const keepsName = wanted.named.name === '' || isSameName(before.name, wanted.named)
  const name = keepsName ? before.name : wanted.named.name
  const email = wanted.email === '' || wanted.email === before.email?.toLowerCase() ? before.email : wanted.email
  const categoryId = wanted.categoryId ?? before.categoryId
  const known = listExtraInfo(db, before.id).map(({ name, value }) => ({ name, value }))
  const facts = withFacts(
    known,
    keepsName ? wanted.facts : withFullName(wanted.facts, wanted.named, cx.tenant.language),
  )
  if (keepsName && email === before.email && categoryId === before.categoryId)
    if (JSON.stringify(facts) === JSON.stringify(known)) return false
  execute(db, 'UPDATE contacts SET name = ?, name_folded = ?, name_by = ?, email = ?, category_id = ? WHERE id = ?', [
    name,
    searchable(name),
    wanted.named.name ? 'person' : before.nameBy,
    email,
    categoryId,
    before.id,
  ])
  setExtraInfo(db, before.id, facts)
  if (isAttended(db, before.id)) announceContact(cx, findContactOrFail(db, before.id))
  return true
}

/** Replaces facts of the same name in place and appends the others. */
function withFacts(known: Facts, wanted: Facts): Facts {
  const values = new Map(wanted.map(({ name, value }) => [fold(name), value]))
  const names = new Set(known.map(({ name }) => fold(name)))
  const changed = known.map(({ name, value }) => {
    const given = values.get(fold(name)) ?? value
    return { name, value: given === asRead(name, value) ? value : given }
  })
  return [...changed, ...wanted.filter(({ name }) => !names.has(fold(name)))].slice(0, MOST_EXTRA_INFO)
}

/** A stored value as the import of an export reads it. */
const asRead = (name: string, value: string): string => asStored(name, cut(value.trim(), CELL_LENGTH))

/** Contacts without an active ticket are refetched by the screens after the import. */
const isAttended = (db: Db, contactId: number): boolean =>
  getRow(db, `SELECT 1 FROM tickets WHERE contact_id = ? AND status <> 'closed' LIMIT 1`, contactId) !== undefined
