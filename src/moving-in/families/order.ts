/**
 * Puts every row of a staged dump to its company, and messages into the order in which they were said. It is written
 * once beside the dump (`moving_rows`), so that rows of a company are read from there in pages, however many there are.
 */
import { setImmediate as rest } from 'node:timers/promises'
import { type Cell, instantOfNumber, messageTimestampSql, readInstant, readMessageTimestamp } from '../reading/values'
import type { Kind } from '../source'
import { companyColumns, companyTables, kindTables } from './kinds'
import type { KindTable, Parent } from './mapping'
import { quoted, type Staging } from './staging'

export const kindNames = Object.keys(kindTables) as readonly Kind[] // the keys of the record are its kinds

/** A table that holds rows of a kind in this dump. */
export type UsedTable = {
  readonly kind: Kind
  /** Of all tables of the kind. */
  readonly at: number
  readonly table: string
  readonly mapping: KindTable<unknown>
}

export function listUsedTables(staging: Staging): UsedTable[] {
  return kindNames.flatMap((kind) => {
    const mappings: readonly KindTable<unknown>[] = kindTables[kind] as readonly KindTable<never>[] // rows are typed again where they are read
    return mappings.flatMap((mapping, at) => {
      const found = staging.table(mapping.table)
      return found && (mapping.isUsed?.(staging) ?? true) ? [{ kind, at, table: found.name, mapping }] : []
    })
  })
}

/** Kinds as numbers, and the same for rows that no mover gets: without company or parent. */
export const numberOfKind = (kind: Kind): number => kindNames.indexOf(kind)
export const LEFT = 1000

const VERSION = '1'
const PAGE = 2000
/** A company's id where the product has none. */
export const onlyCompany = '1'

/** Writes the order unless it is written. Yields to the event loop between pages. */
export async function orderRows(staging: Staging, zone: string, now: number): Promise<void> {
  const { raw } = staging
  raw.exec('CREATE TABLE IF NOT EXISTS moving_meta (key TEXT PRIMARY KEY, value TEXT)')
  const done = raw.prepare<[], { value: string }>(`SELECT value FROM moving_meta WHERE key = 'ordered'`).get()
  const version = [VERSION, zone, ...kindNames].join(' ')
  if (done?.value === version) return
  // One transaction: pages of a new table need no journal, and a killed run leaves nothing half.
  raw.exec('BEGIN IMMEDIATE')
  raw.pragma('cache_size = -64000')
  raw.exec('DROP TABLE IF EXISTS moving_rows; DROP TABLE IF EXISTS moving_keys; DROP TABLE IF EXISTS moving_joined')
  raw.exec(
    'CREATE TABLE moving_rows (kind INTEGER, company TEXT, contact TEXT, said INTEGER, stored INTEGER, place INTEGER, ' +
      'n INTEGER, PRIMARY KEY (kind, company, contact, said, stored, place, n)) WITHOUT ROWID; ' +
      'CREATE TABLE moving_keys (id TEXT, n INTEGER, PRIMARY KEY (id, n)) WITHOUT ROWID; ' +
      'CREATE TABLE moving_joined (company TEXT, theirs TEXT, contact TEXT, PRIMARY KEY (company, theirs)) WITHOUT ROWID',
  )
  for (const name of parentTables) indexIds(staging, name)
  const companies = listCompanyIds(staging)
  for (const used of listUsedTables(staging)) {
    await orderTable(staging, used, { companies, zone, now })
    if (used.mapping.tree) adoptBranches(staging, used)
  }
  raw.prepare(`INSERT OR REPLACE INTO moving_meta VALUES ('ordered', ?)`).run(version)
  raw.exec('COMMIT')
  raw.pragma('cache_size = -16000')
  raw.pragma('shrink_memory')
}

const parentTables = [
  'Tickets',
  'Contacts',
  'Users',
  'Queues',
  'Whatsapps',
  'Chats',
  'Campaigns',
  'ContactLists',
  'Tags',
]

function indexIds(staging: Staging, name: string): void {
  const table = staging.table(name)
  const id = table && staging.column(name, 'id')
  if (!table || id === undefined) return
  staging.raw.exec(`CREATE INDEX IF NOT EXISTS ${quoted(`moving_${name}`)} ON ${quoted(table.name)} (${quoted(id)})`)
}

/** Null where the product has no companies. */
export function listCompanyIds(staging: Staging): ReadonlySet<string> | null {
  const name = companyTables.find((table) => staging.has(table, 'id'))
  const table = name === undefined ? undefined : staging.table(name)
  if (!table) return null
  return new Set(
    staging.raw
      .prepare<[], { id: string }>(`SELECT id FROM ${quoted(table.name)}`)
      .all()
      .map(({ id }) => id),
  )
}

type OrderedRow = {
  n: number
  id: Cell
  company: Cell
  hasParents: number
  contact: Cell
  said: number
  stored: number
}
type MessageRow = OrderedRow & { createdAt: Cell; updatedAt: Cell; timestamp: Cell; start: Cell; wasEdited: number }

async function orderTable(
  staging: Staging,
  used: UsedTable,
  { companies, zone, now }: { companies: ReadonlySet<string> | null; zone: string; now: number },
): Promise<void> {
  const { raw } = staging
  const isMessages = used.kind === 'messages'
  const page = raw.prepare<[number], MessageRow>(
    `${selectOrdered(staging, used)} AND r.rowid > ? ORDER BY r.rowid LIMIT ${PAGE}`,
  )
  const add = raw.prepare('INSERT OR IGNORE INTO moving_rows VALUES (?, ?, ?, ?, ?, ?, ?)')
  const addKey = raw.prepare('INSERT OR IGNORE INTO moving_keys VALUES (?, ?)')
  const takePage = (rows: readonly MessageRow[]) => {
    for (const row of rows) {
      const company = companies === null ? onlyCompany : (row.company ?? '')
      const isKnown = companies === null || companies.has(company)
      const kind = numberOfKind(used.kind) + (isKnown && row.hasParents ? 0 : LEFT)
      const moment = isMessages
        ? momentOf(row, zone, now)
        : { said: Number.parseInt(row.id ?? '0', 10) || 0, stored: 0 }
      add.run(kind, isKnown ? company : '', row.contact ?? '', moment.said, moment.stored, used.at, row.n)
      if (isMessages && row.id !== null) addKey.run(row.id, row.n)
    }
  }
  for (let last = 0; ; ) {
    const rows = page.all(last)
    if (rows.length === 0) return
    takePage(rows)
    last = rows.at(-1)?.n ?? last
    await rest()
  }
}

function selectOrdered(staging: Staging, used: UsedTable): string {
  const { mapping, table } = used
  const find = (column: string): string => {
    const found = staging.column(table, column)
    return found === undefined ? 'NULL' : `r.${quoted(found)}`
  }
  const parts = joinParents(staging, used)
  const extra =
    used.kind === 'messages'
      ? [
          `${parts.parent('contactId')} AS contact`,
          `${find('createdAt')} AS createdAt`,
          `${find('updatedAt')} AS updatedAt`,
          `${find('timestamp')} AS timestamp`,
          staging.has(table, 'dataJson') ? `${messageTimestampSql(find('dataJson'))} AS start` : 'NULL AS start',
          // The SaaS fork puts the edit's own message into the row, with the time of the edit.
          staging.has(table, 'dataJson', 'isEdited')
            ? `(${find('isEdited')} IN ('t', 'true', '1') AND instr(${find('dataJson')}, 'ditedMessage"') > 0) AS wasEdited`
            : '0 AS wasEdited',
        ]
      : [`'' AS contact`]
  const columns = [
    'r.rowid AS n',
    `${find('id')} AS id`,
    `${parts.company} AS company`,
    `${parts.hasAll} AS hasParents`,
    ...extra,
  ]
  return `SELECT ${columns.join(', ')} FROM ${quoted(table)} r ${parts.joins} WHERE ${mapping.where?.(staging) ?? '1'}`
}

export type ParentJoins = {
  readonly joins: string
  /** SQL of the row's company: its own, else its parents'. */
  readonly company: string
  /** SQL: whether the parents are there that are required. */
  readonly hasAll: string
  /** SQL of a column of the first parent. */
  parent(column: string): string
}

export function joinParents(staging: Staging, { mapping, table }: UsedTable): ParentJoins {
  const companyOf = (name: string, alias: string) =>
    companyColumns.flatMap((column) => {
      const found = staging.column(name, column)
      return found === undefined ? [] : [`nullif(${alias}.${quoted(found)}, '')`]
    })
  const joined = (mapping.parents ?? []).map((parent, at) => ({
    parent,
    alias: `p${at}`,
    join: joinOf(staging, table, parent, at),
  }))
  const there = joined.filter(({ join }) => join !== null)
  const companies = [...companyOf(table, 'r'), ...there.flatMap(({ parent, alias }) => companyOf(parent.table, alias))]
  const missing = joined.filter(({ parent, join }) => parent.isRequired && join === null).length > 0
  const needed = there.filter(({ parent }) => parent.isRequired).map(({ alias }) => `${alias}.rowid IS NOT NULL`)
  return {
    joins: there.map(({ join }) => join).join(' '),
    company: companies.length > 1 ? `coalesce(${companies.join(', ')})` : (companies[0] ?? 'NULL'),
    hasAll: missing ? '0' : `(${['1', ...needed].join(' AND ')})`,
    parent(column) {
      const [first] = there
      const found = first && staging.column(first.parent.table, column)
      return first && found !== undefined ? `${first.alias}.${quoted(found)}` : 'NULL'
    },
  }
}

/** Null if the dump has no such table or column. */
function joinOf(staging: Staging, table: string, parent: Parent, at: number): string | null {
  const theirs = staging.table(parent.table)
  const id = staging.column(parent.table, 'id')
  const by = parent.by.map((column) => staging.column(table, column)).find((column) => column !== undefined)
  if (!theirs || id === undefined || by === undefined) return null
  const alias = `p${at}`
  if (parent.table === 'Messages') {
    const key = `(SELECT min(n) FROM moving_keys WHERE id = r.${quoted(by)})`
    return `LEFT JOIN ${quoted(theirs.name)} ${alias} ON ${alias}.rowid = ${key}`
  }
  return `LEFT JOIN ${quoted(theirs.name)} ${alias} ON ${alias}.${quoted(id)} = r.${quoted(by)}`
}

/** A branch belongs to the company of the row that it grows from. */
function adoptBranches(staging: Staging, { kind, at, table, mapping }: UsedTable): void {
  const by = mapping.tree?.map((column) => staging.column(table, column)).find((column) => column !== undefined)
  if (by === undefined) return
  const adopt = staging.raw.prepare(
    `INSERT OR IGNORE INTO moving_rows SELECT ${numberOfKind(kind)}, owner.company, '', orphan.said, 0, ${at}, orphan.n ` +
      `FROM moving_rows orphan JOIN ${quoted(table)} r ON r.rowid = orphan.n ` +
      `JOIN ${quoted(table)} up ON up.id = r.${quoted(by)} ` +
      `JOIN moving_rows owner ON owner.kind = ${numberOfKind(kind)} AND owner.place = ${at} AND owner.n = up.rowid ` +
      `WHERE orphan.kind = ${numberOfKind(kind) + LEFT} AND orphan.place = ${at}`,
  )
  const forget = staging.raw.prepare(
    `DELETE FROM moving_rows WHERE kind = ${numberOfKind(kind) + LEFT} AND place = ${at} ` +
      `AND n IN (SELECT n FROM moving_rows WHERE kind = ${numberOfKind(kind)} AND place = ${at})`,
  )
  for (let level = 0; level < 100; level++) {
    if (adopt.run().changes === 0) return
    forget.run()
  }
}

/** Earlier than any message of WhatsApp. */
const FIRST = Date.UTC(2009, 0, 1)
/** A server's clock may be a little ahead of ours. */
const AHEAD = 5 * 60_000

/** When a message was said and stored: WhatsApp's time where it is known, never later than now. */
function momentOf(row: MessageRow, zone: string, now: number): { said: number; stored: number } {
  const isPast = (instant: number | null): instant is number =>
    instant !== null && instant >= FIRST && instant <= now + AHEAD
  const created = readInstant(row.createdAt, zone)
  const whatsApp = row.start === null || row.wasEdited ? null : readMessageTimestamp(row.start)
  const own = row.timestamp === null ? null : instantOfNumber(Number(row.timestamp))
  const said = [whatsApp, own, created].find(isPast)
  const stored = isPast(created) ? created : (said ?? readInstant(row.updatedAt, zone))
  return isPast(stored) ? { said: said ?? stored, stored } : { said: said ?? now, stored: said ?? now }
}
