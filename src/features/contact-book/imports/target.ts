/** Imports contacts from a spreadsheet. Matches them by number, in either form, without a look-up in WhatsApp. */
import * as v from 'valibot'
import type { ImportedRow, ImportTarget, Outcome, Problem, Taken } from '../../../bulk-import/target'
import { otherNumbers, readMeant } from '../../../channels/dialing'
import { announceContact } from '../../../contacts/announce'
import { EXTRA_INFO_NAME_LENGTH, MOST_EXTRA_INFO } from '../../../contacts/contract'
import { listExtraInfo, setExtraInfo } from '../../../contacts/extra-info'
import { formatNumber } from '../../../contacts/number'
import { listPhones } from '../../../contacts/phone'
import { findContactIdByAddress, findContactOrFail } from '../../../contacts/queries'
import type { Contact } from '../../../contacts/tables'
import type { Cx } from '../../../platform/cx'
import { readNamed } from '../../../platform/document'
import { Email, Name } from '../../../platform/formats'
import { getOrMake } from '../../../platform/maps'
import { execute, getRow, getRows } from '../../../platform/sql'
import { type Db, statement } from '../../../platform/sqlite'
import { cut, fold, searchable } from '../../../platform/text'
import { isEnabled } from '../../../settings/settings'
import { type Language, languageOf } from '../../../texts/languages'
import { onlyTaken } from '../export/export'
import { noteImport } from './note-import'
import { contactProblems, FROM_CELL, numberProblem } from './problems'

export const CONTACTS = 'contacts'

const looksLikeNumber = (cell: string) => listPhones(cell, { country: 'BR', mayLackPlus: true }).length > 0
const looksLikeEmail = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim())

export const contactTarget: ImportTarget = {
  name: CONTACTS,
  permission: 'contacts-page:importContacts',
  fields: [
    {
      key: 'number',
      isRequired: true,
      heads: [
        'numero',
        'telefone',
        'celular',
        'fone',
        'whatsapp',
        'contato',
        'number',
        'phone',
        'phone number',
        'mobile',
        'telefono',
        'movil',
        'celular whatsapp',
        'numara',
        'telefon',
        'cep telefonu',
        'gsm',
      ],
      looksRight: looksLikeNumber,
    },
    {
      key: 'email',
      isRequired: false,
      heads: ['e mail', 'email', 'correo', 'correo electronico', 'e posta', 'eposta', 'mail'],
      looksRight: looksLikeEmail,
    },
    {
      key: 'name',
      isRequired: false,
      heads: [
        'nome',
        'name',
        'nombre',
        'ad',
        'isim',
        'ad soyad',
        'nome completo',
        'full name',
        'nombre completo',
        'cliente',
      ],
    },
    { key: 'category', isRequired: false, heads: ['categoria', 'category', 'kategori', 'grupo'] },
  ],
  takesExtra: true,
  unwanted: onlyTaken,
  problems: contactProblems,
  take: takeContact,
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

type WantedContact = {
  readonly name: string
  readonly number: string
  readonly email: string
  readonly categoryId: number | null
  readonly facts: Facts
}
type Facts = readonly { readonly name: string; readonly value: string }[]

function takeContact(cx: Cx, row: ImportedRow, run: { readonly updateExisting: boolean }): Outcome {
  const judged = validateRow(cx, row, run)
  return 'problem' in judged ? judged : withoutBadEmail(row, saveContact(cx, judged, run))
}

function saveContact(cx: Cx, wanted: WantedContact, run: { readonly updateExisting: boolean }): Taken {
  const id = findContactIdByAddress(cx.db, { kind: 'phone', value: wanted.number })
  if (id === undefined) {
    insert(cx, wanted, knownOf(cx.db, run))
    return 'created'
  }
  return run.updateExisting && update(cx, findContactOrFail(cx.db, id), wanted) ? 'updated' : 'skipped'
}

/** Undefined for an empty or invalid cell. */
export const emailOf = (cell: string): string | undefined => {
  const mail = v.safeParse(Email, cell)
  return mail.success && mail.output !== '' ? mail.output : undefined
}

/** An invalid email address does not reject the row: it is imported without it, and the problem is reported. */
export const withoutBadEmail = ({ fields: { email = '' } }: ImportedRow, taken: Taken): Outcome =>
  email === '' || taken === 'skipped' || emailOf(email) !== undefined
    ? taken
    : { problem: 'badEmail' satisfies keyof typeof contactProblems, value: email, taken }

function validateRow(cx: Cx, { fields, extra }: ImportedRow, run: object): WantedContact | Problem {
  const { name = '', number = '', email = '', category = '' } = fields
  const wrong = (problem: keyof typeof contactProblems, value: string) => ({ problem, value })
  if (number === '') return wrong('noNumber', name || email)
  const read = readMeant(cx, number, FROM_CELL)
  if ('refused' in read) return wrong(numberProblem(read.refused), number)
  const named = name === '' ? null : v.safeParse(Name, name.replace(/\s+/g, ' '))
  if (named && !named.success) return wrong([...name].length < 2 ? 'shortName' : 'longName', name)
  const categoryId = category === '' ? null : knownOf(cx.db, run).categories.get(fold(category))
  if (categoryId === undefined) return wrong('unknownCategory', category)
  // A wrong CPF or CNPJ stays as it is: the contact must not be lost for it.
  const given = extra.map(({ name, value }) => ({
    name: cut(name, EXTRA_INFO_NAME_LENGTH),
    value: readNamed(name, value) ?? value,
  }))
  const facts = [...given, ...factsOfOthers(cx, number, read.number)]
  return { name: named?.output ?? '', number: read.number, email: emailOf(email) ?? '', categoryId, facts }
}

/** A contact has one number; the others of its cell are kept as facts. */
const factsOfOthers = (cx: Cx, cell: string, number: string): Facts =>
  otherNumbers(cx, cell, number).map((one, at) => ({
    name: `${phoneWords[languageOf(cx.tenant.language)]} ${at + 2}`,
    value: formatNumber(one),
  }))
const phoneWords: Readonly<Record<Language, string>> = {
  'pt-BR': 'Telefone',
  en: 'Phone',
  es: 'Teléfono',
  tr: 'Telefon',
}

/** Lookups shared by all rows of a slice. */
type Known = { readonly categories: ReadonlyMap<string, number>; readonly acceptsAudio: boolean }
const known = new WeakMap<object, Known>()

const knownOf = (db: Db, run: object): Known =>
  getOrMake(known, run, () => {
    const rows = getRows<Described>(db, 'SELECT id, description FROM contact_categories')
    return {
      categories: new Map(rows.map(({ id, description }) => [fold(description), id])),
      acceptsAudio: isEnabled(db, 'acceptAudioMessageContact'),
    }
  })
type Described = { readonly id: number; readonly description: string }

function insert(cx: Cx, { name, number, email, categoryId, facts }: WantedContact, { acceptsAudio }: Known) {
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
  for (const fact of facts.slice(0, MOST_EXTRA_INFO)) note.run(lastInsertRowid, fact.name, fact.value)
}

/** Empty cells change nothing. Returns whether anything changed. */
function update(cx: Cx, before: Contact, wanted: WantedContact): boolean {
  const { db } = cx
  const name = wanted.name || before.name
  const email = wanted.email || before.email
  const categoryId = wanted.categoryId ?? before.categoryId
  const known = listExtraInfo(db, before.id).map(({ name, value }) => ({ name, value }))
  const facts = withFacts(known, wanted.facts)
  const isSame = name === before.name && email === before.email && categoryId === before.categoryId
  if (isSame && JSON.stringify(facts) === JSON.stringify(known)) return false
  execute(db, 'UPDATE contacts SET name = ?, name_folded = ?, name_by = ?, email = ?, category_id = ? WHERE id = ?', [
    name,
    searchable(name),
    wanted.name ? 'person' : before.nameBy,
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
  const changed = known.map(({ name, value }) => ({ name, value: values.get(fold(name)) ?? value }))
  return [...changed, ...wanted.filter(({ name }) => !names.has(fold(name)))].slice(0, MOST_EXTRA_INFO)
}

/** Contacts without an active ticket are refetched by the screens after the import. */
const isAttended = (db: Db, contactId: number): boolean =>
  getRow(db, `SELECT 1 FROM tickets WHERE contact_id = ? AND status <> 'closed' LIMIT 1`, contactId) !== undefined
