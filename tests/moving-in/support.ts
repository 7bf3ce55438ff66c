/** An installation of another product as arrays, and a company of ours that it moves into: all movers, real databases. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Reason } from '../../src/moving-in/contract'
import type { Mover } from '../../src/moving-in/mover'
import type {
  Family,
  Kind,
  LeftRows,
  Source,
  SourceCompany,
  SourceFiles,
  SourceHelp,
  SourcePlan,
  SourceRows,
} from '../../src/moving-in/source'
import { claimLogins } from '../../src/operator/logins'
import { type Count, listMissing, moveCompany, settleCompany } from '../../src/operator/moving-in/company'
import { openMoveFiles } from '../../src/operator/moving-in/files'
import { readCounts } from '../../src/operator/moving-in/steps'
import { addDetails, addTally } from '../../src/operator/moving-in/tally'
import { type Cx, createCx, noExits } from '../../src/platform/cx'
import { tenantFolder } from '../../src/platform/databases'
import { createEncryption } from '../../src/platform/encryption'
import { loadSecret } from '../../src/platform/secret'
import type { Db } from '../../src/platform/sqlite'
import { allMovers } from '../../src/standby'
import { createCompany, findCompanyOrFail, tenantOf } from '../../src/tenancy/companies'
import { NEVER } from '../../src/tenancy/due'
import { world as openWorld, type World, type WorldOptions } from '../support/world'

export type Rows = { readonly [K in Kind]?: readonly SourceRows[K][] }
export type SourceInput = {
  readonly family?: Family
  readonly version?: string
  readonly companies?: readonly SourceCompany[]
  readonly plans?: readonly SourcePlan[]
  readonly helps?: readonly SourceHelp[]
  /** By company. */
  readonly rows?: Readonly<Record<string, Rows>>
  readonly left?: readonly LeftRows[]
}

export const sourceCompany = (fields: Partial<SourceCompany> = {}): SourceCompany => ({
  id: '1',
  createdAt: Date.UTC(2024, 0, 15, 12),
  name: 'Casa Aurora',
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
  ...fields,
})

/** A source of the rows given, in their order. */
export function sourceOf(input: SourceInput): Source {
  const { family = 'ticketz', version = null, companies = [sourceCompany()], plans = [], helps = [], rows = {} } = input
  const listOf = <K extends Kind>(kind: K, companyId: string): readonly SourceRows[K][] =>
    (rows[companyId]?.[kind] ?? []) as readonly SourceRows[K][] // of this kind, as `Rows` says
  return {
    family,
    version,
    listCompanies: () => companies,
    listPlans: () => plans,
    listHelps: () => helps,
    rows: listOf,
    count: (kind, companyId) => listOf(kind, companyId).length,
    find: (kind, companyId, id) => listOf(kind, companyId).find((row) => row.id === id),
    listLeft: () => input.left ?? [],
    listUnknownColumns: () => [],
    joinContacts() {},
    close() {},
  }
}

const folders: string[] = []

/** Their `public/` with these files. */
export function filesOf(contents: Readonly<Record<string, string | Uint8Array>>): SourceFiles {
  const folder = mkdtempSync(join(tmpdir(), 'their-public-'))
  folders.push(folder)
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const sizeOf = (path: string) => (Object.hasOwn(contents, path) ? Bun.file(join(folder, path)).size : null)
  return { sizeOf, open: async (path) => (sizeOf(path) === null ? null : join(folder, path)) }
}
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export type MoveOptions = {
  readonly files?: SourceFiles
  /** Default: those of all modules. */
  readonly movers?: readonly Mover[]
  /** Default: the first. */
  readonly company?: string
  readonly isDryRun?: boolean
  /** What the files turn out to be. */
  typeOf?(path: string): Promise<string>
  readonly becomesOperator?: boolean
  readonly world?: WorldOptions
}

export type MovedIn = Count & {
  readonly world: World
  readonly id: number
  readonly uuid: string
  readonly db: Db
  readonly cx: Cx
  readonly folder: string
  imported(kind: string): number
  merged(kind: string, reason: Reason): number
  skipped(kind: string, reason: Reason): number
  noted(kind: string, reason: Reason): number
  /** Kinds that nobody counted, or counted twice (negative). */
  readonly missing: readonly [Kind, number][]
  /** Runs it once more, with the same or a newer source. */
  again(source: Source, options?: MoveOptions): Promise<MovedIn>
}

/** Moves a company of the source into a new company of a new installation. */
export async function moveIn(source: Source, options: MoveOptions = {}): Promise<MovedIn> {
  const world = openWorld(options.world)
  const { databases } = world.server
  const theirs = companyOf(source, options)
  const uuid = crypto.randomUUID()
  await databases.prepare(uuid)
  const { id } = createCompany(databases, world.clock.now(), { uuid, name: theirs.name, dueAt: NEVER }, (made) => made)
  return moveInto(world, { id, uuid, isAgain: false }, source, options)
}

const companyOf = (source: Source, { company }: MoveOptions): SourceCompany => {
  const found = source.listCompanies().find(({ id }) => company === undefined || id === company)
  if (!found) throw new Error('the source has no such company')
  return found
}

async function moveInto(
  world: World,
  { id, uuid, isAgain }: { id: number; uuid: string; isAgain: boolean },
  source: Source,
  options: MoveOptions,
): Promise<MovedIn> {
  const { claims, databases } = world.server
  const control = databases.writableControl()
  const { dataDir } = databases
  const company = companyOf(source, options)
  const { movers = allMovers, becomesOperator = false } = options
  const folder = tenantFolder(dataDir, uuid)
  const tenant = { ...tenantOf(findCompanyOrFail(control, id)), id: isAgain ? id : 0 }
  const open = () => databases.tenant(uuid)
  const aside = createCx(tenant, open, world.clock.now, noExits)
  await moveCompany({
    cx: aside,
    control,
    claims,
    source,
    company,
    movers,
    files: openMoveFiles(options.files ?? null, {
      folder,
      isDryRun: options.isDryRun ?? false,
      typeOf: options.typeOf ?? (async () => 'application/octet-stream'),
    }),
    runId: crypto.randomUUID(),
    isAgain,
    becomesOperator,
    progress: { at() {}, check() {} },
    touched: null,
    encryptionFor: (purpose) => createEncryption(loadSecret(dataDir), purpose),
  })
  const cx = createCx(tenantOf(findCompanyOrFail(control, id)), open, world.clock.now, noExits)
  const takenEmails = new Set(await claimLogins({ claims, control, db: open(), tenantUuid: uuid }))
  const settled = control.$client
    .transaction(() => settleCompany(movers, { control, cx, source, company, becomesOperator, takenEmails }))
    .immediate()
  const { tally, details } = readCounts(open())
  addTally(tally, settled.tally)
  addDetails(details, settled.details)
  const reasonIn = (part: 'merged' | 'skipped' | 'noted') => (kind: string, reason: Reason) =>
    tally[part][`${kind} ${reason}`] ?? 0
  return {
    world,
    id,
    uuid,
    cx,
    folder,
    tally,
    details,
    get db() {
      return open()
    },
    imported: (kind) => tally.imported[kind] ?? 0,
    merged: reasonIn('merged'),
    skipped: reasonIn('skipped'),
    noted: reasonIn('noted'),
    missing: listMissing(source, company, tally),
    again: (next, more = {}) => moveInto(world, { id, uuid, isAgain: true }, next, { ...options, ...more }),
  }
}
