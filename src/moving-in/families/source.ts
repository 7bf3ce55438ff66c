/** Opens a staged dump as a `Source`. */
import { getOrMake } from '../../platform/maps'
import type { RefusalFacts } from '../dump/refusal'
import { type Cell, usualZone } from '../reading/values'
import type { Family, Kind, LeftRows, Source, SourceCompany, SourceHelp, SourcePlan, SourceRows } from '../source'
import { companyColumns, companyTables, kindTables } from './kinds'
import { originalOf } from './kinds-conversations'
import { companyFields, helpFields, planFields } from './kinds-installation'
import { listUnknown } from './known-columns'
import { type BoundTable, bindFields, type KindTable, type RowContext } from './mapping'
import {
  joinParents,
  kindNames,
  LEFT,
  listCompanyIds,
  listUsedTables,
  numberOfKind,
  onlyCompany,
  orderRows,
  type UsedTable,
} from './order'
import { recognise } from './recognise'
import { openStaging, quoted, type Staging } from './staging'

export type OpenOptions = {
  /** The moment of the move: nothing was said later. */
  readonly now: number
  /** For dates without a zone, such as -03:00; else what the staging says. */
  readonly zone?: string
}

/** Thrown with the words of `recognise` where no product is recognised. */
export class NotRecognised extends Error {
  readonly code: string
  readonly facts: RefusalFacts
  constructor(words: string, { code, facts }: { readonly code: string; readonly facts: RefusalFacts }) {
    super(words)
    this.name = 'NotRecognised'
    this.code = code
    this.facts = facts
  }
}

export async function openSource(path: string, { now, zone }: OpenOptions): Promise<Source> {
  const staging = openStaging(path)
  try {
    const recognition = recognise(staging)
    if (recognition.family === null) throw new NotRecognised(recognition.words, recognition.why)
    await orderRows(staging, zone ?? staging.meta('zone') ?? usualZone, now)
    return new StagedSource(staging, recognition.family, recognition.version, zone)
  } catch (error) {
    staging.raw.close()
    throw error
  }
}

type Cells = readonly Cell[]
type OrderedRow = { contact: string; said: number; stored: number; place: number; n: number }
const PAGE = 1000

/** Rows of one table: how they are read, and by which statement. */
type Reader<T> = BoundTable<T> & {
  readonly used: UsedTable
  /** Their cells, and their company last. */
  get(n: number): Cells | undefined
}

class StagedSource implements Source {
  readonly #readers = new Map<Kind, readonly Reader<unknown>[]>()
  /** Progress asks after each slice. */
  readonly #counts = new Map<string, number>()
  readonly #zone: string
  readonly #topRate: 3 | 5 | 10
  readonly #companyTable: string | undefined

  constructor(
    private readonly staging: Staging,
    readonly family: Family,
    readonly version: string | null,
    zone: string | undefined,
  ) {
    this.#zone = zone ?? staging.meta('zone') ?? usualZone
    this.#topRate = findTopRate(staging, family)
    this.#companyTable = companyTables.map((name) => staging.table(name)?.name).find((name) => name !== undefined)
    // One read transaction for all: each statement by itself locks the file, which takes longer than it reads.
    staging.raw.exec('BEGIN')
    for (const used of listUsedTables(staging)) {
      const readers = this.#readers.get(used.kind) ?? []
      this.#readers.set(used.kind, [...readers, this.#bind(used)])
    }
  }

  #bind(used: UsedTable): Reader<unknown> {
    const { table, mapping } = used
    const joined = joinParents(this.staging, used)
    const bound = bindFields(mapping.fields as KindTable<Record<string, unknown>>['fields'], (column) => {
      if (column.startsWith('parent.')) return joined.parent(column.slice('parent.'.length))
      const found = this.staging.column(table, column)
      return found === undefined ? undefined : `r.${quoted(found)}`
    })
    const columns = [...bound.columns, joined.company].join(', ')
    const select = this.staging.raw
      .prepare<[number], Cell[]>(`SELECT ${columns} FROM ${quoted(table)} r ${joined.joins} WHERE r.rowid = (? + 0)`) // a bare one is prepared again for each row, because of the join
      .raw()
    return { ...bound, used, get: (n) => select.get(n) }
  }

  #context(companyId: string): RowContext {
    return { family: this.family, zone: this.#zone, companyId, topRate: this.#topRate }
  }

  listCompanies(): readonly SourceCompany[] {
    if (this.#companyTable === undefined) return [{ ...noCompany, id: onlyCompany }]
    const operators = this.#listOperatorCompanies()
    return this.#listAll(this.#companyTable, companyFields).map((company) => ({
      ...company,
      isOperator: operators.has(company.id),
    }))
  }

  #listOperatorCompanies(): ReadonlySet<string> {
    const companies = [...(listCompanyIds(this.staging) ?? [onlyCompany])]
    return new Set(companies.filter((company) => [...this.rows('users', company)].some((user) => user.super)))
  }

  listPlans(): readonly SourcePlan[] {
    return this.#listAll('Plans', planFields)
  }

  listHelps(): readonly SourceHelp[] {
    return this.#listAll('Helps', helpFields)
  }

  #listAll<T>(name: string, fields: KindTable<T>['fields']): readonly T[] {
    const table = this.staging.table(name)
    if (!table) return []
    const { columns, read } = bindFields(fields, (column) => {
      const found = this.staging.column(name, column)
      return found === undefined ? undefined : quoted(found)
    })
    const select = this.staging.raw
      .prepare<[], Cell[]>(`SELECT ${columns.join(', ')} FROM ${quoted(table.name)} ORDER BY CAST(id AS INTEGER), id`)
      .raw()
    return select.all().map((cells) => read(cells, this.#context('')))
  }

  *rows<K extends Kind>(kind: K, companyId: string): Iterable<SourceRows[K]> {
    const readers = this.#readersOf(kind)
    const context = this.#context(companyId)
    for (const ordered of this.#listOrdered(kind, companyId)) {
      const reader = readers.find(({ used }) => used.at === ordered.place)
      const cells = reader?.get(ordered.n)
      if (reader && cells) yield this.#finish(kind, reader.read(cells, context), context, ordered)
    }
    if (kind === 'settings') yield* this.#columnSettings(companyId) as Iterable<SourceRows[K]>
  }

  #readersOf<K extends Kind>(kind: K): readonly Reader<SourceRows[K]>[] {
    return (this.#readers.get(kind) ?? []) as readonly Reader<SourceRows[K]>[] // the kind's own mappings made them
  }

  *#listOrdered(kind: Kind, companyId: string): Iterable<OrderedRow> {
    const page = this.staging.raw.prepare<unknown[], OrderedRow>(
      'SELECT contact, said, stored, place, n FROM moving_rows WHERE kind = ? AND company = ? ' +
        `AND (contact, said, stored, place, n) > (?, ?, ?, ?, ?) ORDER BY contact, said, stored, place, n LIMIT ${PAGE}`,
    )
    let last: OrderedRow = { contact: '', said: Number.MIN_SAFE_INTEGER, stored: 0, place: 0, n: 0 }
    for (;;) {
      const { contact, said, stored, place, n } = last
      const rows = page.all(numberOfKind(kind), companyId, contact, said, stored, place, n)
      yield* rows
      const end = rows.at(-1)
      if (!end || rows.length < PAGE) return
      last = end
    }
  }

  /** Ids of a kind that several tables hold are told apart; messages get their times and what they quote. */
  #finish<K extends Kind>(kind: K, row: SourceRows[K], context: RowContext, ordered: OrderedRow): SourceRows[K] {
    if (kind === 'messages')
      return this.#finishMessage(row as SourceRows['messages'], context, ordered) as SourceRows[K] // K is messages
    const isSecond = ordered.place > 0 && 'id' in row && this.#readersOf(kind).length > 1
    return isSecond ? { ...row, id: `${kindTables[kind][ordered.place]?.table}:${row.id}` } : row
  }

  #finishMessage(row: Message, context: RowContext, { said, stored }: Pick<OrderedRow, 'said' | 'stored'>): Message {
    return Object.assign(row, { saidAt: said, storedAt: stored, quotedId: this.#findQuotedId(row, context) })
  }

  #findQuotedId(message: Message, context: RowContext): string | null {
    if (message.isQuotedCopy) return this.#findOriginal(message, context)?.id ?? null
    const { quotedId } = message
    if (quotedId === null || this.family !== 'ticketz') return quotedId
    const found = this.#listMessagesOf(quotedId, context)
    const quotedMessage = found.find(({ ticketId }) => ticketId === message.ticketId) ?? found[0]
    if (!quotedMessage?.isQuotedCopy) return quotedMessage?.id ?? null
    return this.#findOriginal(quotedMessage, context)?.id ?? quotedMessage.id
  }

  /** The message that a copy repeats: the same contact's, if it is there twice. */
  #findOriginal(copy: Message, context: RowContext): Message | undefined {
    const own = originalOf(this.family, copy.externalId, copy.ticketId, copy.remoteJid)
    const found = own === null ? [] : this.#listMessagesOf(own, context).filter(({ isQuotedCopy }) => !isQuotedCopy)
    return found.find(({ contactId }) => contactId === copy.contactId) ?? found[0]
  }

  /** Messages of the company with this id of theirs, as they stand. */
  #listMessagesOf(theirs: string, context: RowContext): readonly Message[] {
    const [reader] = this.#readersOf('messages')
    if (!reader) return []
    const keys = this.staging.raw.prepare<[string], { n: number }>('SELECT n FROM moving_keys WHERE id = ? LIMIT 20')
    return keys.all(theirs).flatMap(({ n }) => {
      const cells = reader.get(n)
      return cells && this.#isOf(cells, context.companyId) ? [reader.read(cells, context)] : []
    })
  }

  /** A row's last cell is its company. */
  #isOf(cells: Cells, companyId: string): boolean {
    return this.#companyTable === undefined || cells.at(-1) === companyId
  }

  find<K extends 'messages' | 'contacts' | 'tickets'>(
    kind: K,
    companyId: string,
    id: string,
  ): SourceRows[K] | undefined {
    const context = this.#context(companyId)
    if (kind === 'messages') return this.#findMessage(id, context) as SourceRows[K] | undefined // K is messages
    const [reader] = this.#readersOf(kind)
    if (!reader) return undefined
    const row = this.staging.raw
      .prepare<[string], { n: number }>(`SELECT rowid AS n FROM ${quoted(reader.used.table)} WHERE id = ?`)
      .get(id)
    const cells = row && reader.get(row.n)
    return cells && this.#isOf(cells, companyId) ? reader.read(cells, context) : undefined
  }

  #findMessage(id: string, context: RowContext): Message | undefined {
    const own = this.family === 'ticketz' ? id.slice(id.indexOf('/') + 1) : id
    const row = this.#listMessagesOf(own, context).find((message) => message.id === id)
    const ordered = row && this.#findOrder(row, own, context)
    return ordered && this.#finishMessage(row, context, ordered)
  }

  #findOrder(row: Message, own: string, { companyId }: RowContext): OrderedRow | undefined {
    const contact = row.contactId ?? ''
    return this.staging.raw
      .prepare<unknown[], OrderedRow>(
        'SELECT contact, said, stored, place, n FROM moving_rows WHERE kind = ? AND company = ? ' +
          'AND contact = coalesce((SELECT joined.contact FROM moving_joined joined WHERE company = ? AND theirs = ?), ?) ' +
          'AND n IN (SELECT n FROM moving_keys WHERE id = ?)',
      )
      .all(numberOfKind('messages'), companyId, companyId, contact, contact, own)
      .find(({ n }) => this.#readersOf('messages')[0]?.get(n)?.at(0) !== undefined)
  }

  joinContacts(companyId: string, pairs: Iterable<readonly [contact: string, into: string]>): void {
    const { raw } = this.staging
    const move = raw.prepare(
      'UPDATE OR REPLACE moving_rows SET contact = ? WHERE kind = ? AND company = ? AND contact = ?',
    )
    const note = raw.prepare('INSERT OR REPLACE INTO moving_joined VALUES (?, ?, ?)')
    const follow = raw.prepare('UPDATE moving_joined SET contact = ? WHERE company = ? AND contact = ?')
    raw.transaction(() => {
      for (const [contact, into] of pairs) {
        if (contact === into) continue
        move.run(into, numberOfKind('messages'), companyId, contact)
        follow.run(into, companyId, contact)
        note.run(companyId, contact, into)
      }
    })()
    raw.exec('COMMIT; BEGIN')
  }

  count(kind: Kind, companyId: string): number {
    return getOrMake(this.#counts, `${kind} ${companyId}`, () => this.#countRows(kind, companyId))
  }

  #countRows(kind: Kind, companyId: string): number {
    const counted = this.staging.raw
      .prepare<unknown[], { count: number }>('SELECT count(*) AS count FROM moving_rows WHERE kind = ? AND company = ?')
      .get(numberOfKind(kind), companyId)
    return (counted?.count ?? 0) + (kind === 'settings' ? [...this.#columnSettings(companyId)].length : 0)
  }

  /** The 2025 fork keeps a company's settings as columns of one row. */
  *#columnSettings(companyId: string): Iterable<SourceRows['settings']> {
    const table = this.staging.table('CompaniesSettings')
    if (!table || !this.staging.has('CompaniesSettings', 'companyId')) return
    const row = this.staging.raw
      .prepare<[string], Record<string, Cell>>(`SELECT * FROM ${quoted(table.name)} WHERE companyId = ?`)
      .get(companyId)
    for (const [key, value] of Object.entries(row ?? {})) {
      if (value !== null && !['id', 'companyId', 'createdAt', 'updatedAt'].includes(key)) yield { key, value }
    }
  }

  *sessionKeys(connectionId: string): Iterable<{ type: string; id: string; value: string }> {
    if (!this.staging.has('BaileysKeys', 'whatsappId', 'type', 'key', 'value')) return
    const [table, owner, type, key, value] = ['BaileysKeys', 'whatsappId', 'type', 'key', 'value'].map((name, at) =>
      quoted((at === 0 ? this.staging.table(name)?.name : this.staging.column('BaileysKeys', name)) ?? name),
    )
    const rows = this.staging.raw
      .prepare<[string], { type: string; id: string; value: string | null }>(
        `SELECT ${type} AS type, ${key} AS id, ${value} AS value FROM ${table} WHERE ${owner} = ?`,
      )
      .iterate(connectionId)
    for (const row of rows) if (row.value !== null) yield { ...row, value: row.value }
  }

  listLeft(): readonly LeftRows[] {
    const orphans = this.staging.raw
      .prepare<[number], { kind: number; company: string; place: number; count: number }>(
        'SELECT kind, company, place, count(*) AS count FROM moving_rows WHERE kind >= ? GROUP BY kind, company, place',
      )
      .all(LEFT)
    const without = orphans.map(({ kind, company, place, count }) => {
      const name = kindNames[kind - LEFT]
      const table = name === undefined ? '' : (kindTables[name][place]?.table ?? name)
      return { table, companyId: company === '' ? null : company, count }
    })
    return [...without, ...this.#listUntaken()]
  }

  #listUntaken(): LeftRows[] {
    const taken = new Set(listUsedTables(this.staging).map(({ table }) => table))
    for (const name of takenWhole) taken.add(this.staging.table(name)?.name ?? '')
    const companies = listCompanyIds(this.staging)
    return this.staging.tables().flatMap(({ name }): LeftRows[] => {
      if (taken.has(name)) return []
      const own = companyColumns
        .map((column) => this.staging.column(name, column))
        .find((column) => column !== undefined)
      const company = own === undefined ? (companies === null ? `'${onlyCompany}'` : 'NULL') : quoted(own)
      const counts = this.staging.raw.prepare<[], { company: Cell; count: number }>(
        `SELECT ${company} AS company, count(*) AS count FROM ${quoted(name)} GROUP BY 1`,
      )
      return counts.all().flatMap(({ company, count }): LeftRows | LeftRows[] => {
        const isKnown = company !== null && (companies === null || companies.has(company))
        if (count === 0) return []
        const left = { table: name, companyId: isKnown ? company : null, count }
        if (keyed.has(name)) return { ...left, reason: 'keysTypedAnew', names: this.#namesIn(name, own, company) }
        return name === sessionTable ? { ...left, reason: 'scanAgain' } : left
      })
    })
  }

  /** What people called them; no other column, because the keys are in clear text. */
  #namesIn(table: string, owner: string | undefined, company: Cell): readonly string[] {
    const name = this.staging.column(table, 'name')
    if (name === undefined) return []
    const where = owner === undefined ? '1' : `${quoted(owner)} IS ?`
    return this.staging.raw
      .prepare<Cell[], string>(`SELECT ${quoted(name)} FROM ${quoted(table)} WHERE ${where} LIMIT ${MOST_NAMES}`)
      .pluck()
      .all(...(owner === undefined ? [] : [company]))
      .filter((one) => one !== null && one !== '')
  }

  listUnknownColumns(): readonly string[] {
    return listUnknown(this.staging)
  }

  close(): void {
    this.staging.raw.close()
  }
}

type Message = SourceRows['messages']

/** Tables that are read as a whole, beside the kinds. */
/** Tables with keys of services, which people type anew. */
const keyed: ReadonlySet<string> = new Set(['Integrations', 'Prompts', 'QueueIntegrations', 'Wavoips', 'Webhooks'])
const sessionTable = 'BaileysKeys'
const MOST_NAMES = 1000

const takenWhole = [...companyTables, 'Plans', 'Helps', 'CompaniesSettings', 'SequelizeMeta', 'SequelizeData']

const noCompany: Omit<SourceCompany, 'id'> = {
  createdAt: null,
  name: '',
  email: null,
  phone: null,
  document: null,
  active: true,
  planId: null,
  dueAt: null,
  recurrence: null,
  timeZone: null,
  hours: null,
  outOfHoursMessage: null,
  maxUsers: null,
  maxConnections: null,
  isOperator: false,
}

/** The 2025 fork asks for 0 to 10, the others for 1 to 5; older SaaS forks asked for 1 to 3. */
function findTopRate(staging: Staging, family: Family): 3 | 5 | 10 {
  if (family === 'saas2025') return 10
  const table = staging.table('UserRatings')
  if (!table || !staging.has('UserRatings', 'rate')) return 5
  const rates = staging.raw
    .prepare<[], { top: number | null; count: number }>(
      `SELECT max(CAST(rate AS INTEGER)) AS top, count(*) AS count FROM ${quoted(table.name)} WHERE CAST(rate AS INTEGER) > 0`,
    )
    .get()
  const top = rates?.top ?? 5
  if (top > 5) return 10
  return family === 'saas' && top <= 3 && (rates?.count ?? 0) >= FEW_RATINGS ? 3 : 5
}
/** So many ratings without a 4 or 5 are of the older scale. */
const FEW_RATINGS = 20
