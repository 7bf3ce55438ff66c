/**
 * Moves an installation of another product in: stages its dump, recognises it, moves one company after the other, and
 * reports. A killed import goes on where it was, or begins a company anew; nothing of it is seen before it is complete.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readRedisExport, UnreadableRedisExport } from '../../channels/whatsapp/moving-in/redis-export'
import { CONFIRMATION, REDIS_HINT, risks } from '../../channels/whatsapp/moving-in/risks'
import { type CompanyReport, type ImportReport, kinds } from '../../moving-in/contract'
import { stageDump } from '../../moving-in/dump/stage'
import type { StagedDump } from '../../moving-in/dump/staging'
import { openSource } from '../../moving-in/families/source'
import { openFiles } from '../../moving-in/files/open'
import type { MoveReport, Mover } from '../../moving-in/mover'
import type { Kind, Source, SourceCompany, SourceFiles } from '../../moving-in/source'
import { noExits } from '../../platform/cx'
import { controlPath, type Databases, openDatabases, tenantFolder, tenantPath } from '../../platform/databases'
import { createEncryption } from '../../platform/encryption'
import { createExtensions, type Extensions, type Filling } from '../../platform/extensions'
import { DataFolderInUse, lockDataFolder } from '../../platform/lock'
import { inControl } from '../../platform/operator-storage'
import { findSecret, loadSecret } from '../../platform/secret'
import { getValue } from '../../platform/sql'
import { isStorageFull } from '../../platform/sqlite'
import { findCompany, findCompanyByUuid } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { inventPassword, isPassword } from '../../users/password'
import { recordNewCompany } from '../acts'
import { copyDatabase, makeFolder } from '../backup/files'
import { prepareInstallation } from '../bootstrap'
import { commandStores, openClaims } from '../claims'
import { openInstallation, silentLog } from '../installation'
import { Refusal } from '../refusal'
import {
  dryFolder,
  fileIdentity,
  filesPath,
  forgetFirstSignIn,
  keepFirstSignIn,
  keepReport,
  movingFolder,
  openRun,
  readFirstSignIn,
  runFolder,
  stagingPath,
} from './folder'
import { type CompanyFolders, ownFolders } from './homes'
import { findMoved, findMovedCompany } from './marks'
import { moveOne, type Target } from './place'
import { MoveRefusal, refusalIn } from './refusals'
import { importReport } from './report'
import { openReporter, type Reporter } from './reporter'
import { readTaken } from './taken'
import { emptyTally, reportInto, type Tally } from './tally'
import { isPlanHere, planFor } from './terms'

export type ImportOptions = {
  readonly dataDir: string
  /** A path, or `-` for standard input. */
  readonly dump: string
  /** A folder or an archive with their files; null: those of the dump's archive, if it is one. */
  readonly media: string | null
  readonly isDryRun: boolean
  /** Their ids; null for all. */
  readonly only: ((companyId: string) => boolean) | null
  /** Of the company, where the product has no companies. */
  readonly name: string | null
  /** Of dates without one, such as -03:00. */
  readonly zone: string | null
  /** The installation's, if the dump has several. */
  readonly database?: string | undefined
  /** Takes over linked devices; `redis`: a file with those of the 2025 fork. Null: numbers are linked again. */
  readonly sessions: { readonly redis: string | null } | null
}

export type FoundCompany = {
  readonly id: string
  readonly name: string
  readonly isOperator: boolean
  readonly users: number
  readonly contacts: number
  readonly tickets: number
  readonly messages: number
  /** E-mails of its people that another company here has, if nobody is left who could administer it. */
  readonly takenEmails: readonly string[]
}
export type SourceSummary = Pick<Source, 'family' | 'version'> & { readonly companies: readonly FoundCompany[] }

export type Question =
  | { readonly kind: 'proceed'; readonly found: SourceSummary }
  | { readonly kind: 'operator'; readonly company: FoundCompany }
  | { readonly kind: 'sessions'; readonly risks: readonly string[]; readonly confirmation: string }

export type ImportDeps = {
  readonly movers: readonly Mover[]
  /** Of a command: a server gives its `extensions`. */
  readonly fillings?: readonly Filling[]
  readonly extensions?: Extensions
  /** On a node of a fleet. */
  readonly fleet?: MovingFleet | undefined
  readonly now: () => number
  readonly signal: AbortSignal
  /** Type of a file whose name does not show it. */
  typeOf(path: string, name: string): Promise<string>
  ask(question: Question): Promise<boolean>
  /** Called as soon as the installation is there: an import that ends early has no result that says its password. */
  founded?(company: FirstCompany): void
  /** Called often. */
  progress(state: Reporter['state']): void
}

export type MovingFleet = {
  readonly folders: CompanyFolders
  /** Called before control.db is opened. */
  begin(): Promise<void>
  /** Opens only companies that are here. */
  guard(databases: Databases): Promise<Databases>
  /** Tells what `guard` returned whether the company is here now. */
  look(uuid: string): Promise<void>
}

export type ImportResult = {
  readonly report: ImportReport
  /** The installation was created by this import. */
  readonly firstCompany: FirstCompany | null
}

/** Its administrator; `password` null if it was given. The same is returned again until `forgetFirstSignIn`. */
export type FirstCompany = { readonly admin: { readonly email: string }; readonly password: string | null }

export async function importInstallation(options: ImportOptions, deps: ImportDeps): Promise<ImportResult> {
  const { dataDir, isDryRun } = options
  const wasThere = existsSync(dataDir)
  makeFolder(movingFolder(dataDir))
  const lock = lockMoving(dataDir)
  const reporter = openReporter(dataDir, { isDryRun, now: deps.now, shown: deps.progress, signal: deps.signal })
  let goesOn = false
  try {
    const result = await importUnderLock(options, deps, reporter)
    keepReport(dataDir, result.report)
    reporter.end('done', null)
    return result
  } catch (error) {
    goesOn = deps.signal.aborted && !isDryRun
    const shown = isStorageFull(error) ? new Refusal(diskFull(dataDir)) : error
    const words = shown instanceof Error ? shown.message : String(shown)
    reporter.end(deps.signal.aborted ? 'stopped' : 'failed', words, refusalIn(error))
    throw shown
  } finally {
    rmSync(dryFolder(dataDir), { recursive: true, force: true })
    // An import that was killed, or stopped, goes on with what it staged.
    if (!goesOn && !existsSync(runFolder(dataDir))) forgetStaged(dataDir)
    lock.release()
    if (isDryRun && !wasThere) rmSync(dataDir, { recursive: true, force: true })
  }
}

const diskFull = (dataDir: string): string =>
  `The disk with ${dataDir} is full. Nothing half-imported is shown to anybody. Make room for twice the dump, uncompressed, and once its files; the same command then goes on from here.`

function lockMoving(dataDir: string) {
  try {
    return lockDataFolder(movingFolder(dataDir))
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new MoveRefusal('otherImport', 'Another import is running in this data folder.')
    throw error
  }
}

async function importUnderLock(options: ImportOptions, deps: ImportDeps, reporter: Reporter): Promise<ImportResult> {
  const { dataDir, dump, isDryRun, zone, database } = options
  const path = stagingPath(dataDir)
  readSessions(options) // a wrong file is refused before the dump is read
  const staged = await stageDump(dump, path, {
    signal: deps.signal,
    database,
    onProgress: ({ read, total }) => reporter.at('dump', read, total),
  })
  reporter.at('order', 0, null)
  const source = await openSource(path, { now: deps.now(), ...(zone === null ? {} : { zone }) })
  try {
    const files = await filesFor(options, staged.isArchive, deps.signal)
    const sources = { source, staged, files, reporter }
    await deps.fleet?.begin()
    const result = isDryRun ? await importDry(options, deps, sources) : await importForGood(options, deps, sources)
    if (!isDryRun) rmSync(runFolder(dataDir), { recursive: true, force: true })
    return result
  } finally {
    source.close()
  }
}

/** Ticketz's own backup has its files beside the dump. */
async function filesFor({ media, dump, dataDir }: ImportOptions, isArchive: boolean, signal: AbortSignal) {
  const path = media ?? (isArchive ? dump : null)
  return path === null ? null : openFiles(path, filesPath(dataDir), signal)
}

function forgetStaged(dataDir: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${stagingPath(dataDir)}${ending}`, { force: true })
  rmSync(filesPath(dataDir), { recursive: true, force: true })
}

type Sources = {
  readonly source: Source
  readonly staged: StagedDump
  readonly files: SourceFiles | null
  readonly reporter: Reporter
}

async function importForGood(options: ImportOptions, deps: ImportDeps, opened: Sources): Promise<ImportResult> {
  const { dataDir } = options
  const hasRedis = readSessions(options)?.redis != null
  const found = findIn(opened.source, options, dataDir)
  const told = found.family === 'saas2025' && !hasRedis ? [...risks, REDIS_HINT] : risks
  const isWanted =
    (await deps.ask({ kind: 'proceed', found })) &&
    (options.sessions === null || (await deps.ask({ kind: 'sessions', risks: told, confirmation: CONFIRMATION })))
  if (!isWanted) throw new MoveRefusal('declined', 'Nothing was imported.')
  const { databases: all, firstCompany } = await openOrFound(dataDir, deps.now())
  if (firstCompany) deps.founded?.(firstCompany)
  const databases = (await deps.fleet?.guard(all)) ?? all
  try {
    const report = await moveAll(databases, options, deps, opened)
    return { report, firstCompany }
  } finally {
    databases.close()
  }
}

/** The same, in an installation that is thrown away: what is asked of the real one is copied. */
async function importDry(options: ImportOptions, deps: ImportDeps, opened: Sources): Promise<ImportResult> {
  const { dataDir } = options
  const dry = dryFolder(dataDir)
  rmSync(dry, { recursive: true, force: true })
  makeFolder(join(dry, 'tenants'))
  if (existsSync(controlPath(dataDir))) await copyDatabase(controlPath(dataDir), controlPath(dry))
  const { databases } = await openOrFound(dry, deps.now())
  try {
    const borrow = async (uuid: string) => {
      if (existsSync(tenantPath(dry, uuid))) return
      await deps.fleet?.folders.bring(uuid)
      await copyDatabase(tenantPath(dataDir, uuid), tenantPath(dry, uuid))
    }
    return { report: await moveAll(databases, options, deps, opened, borrow), firstCompany: null }
  } finally {
    databases.close()
  }
}

/** A folder without an installation gets one, like a first start. */
async function openOrFound(
  dataDir: string,
  now: number,
): Promise<{ databases: Databases; firstCompany: FirstCompany | null }> {
  const isHere = existsSync(controlPath(dataDir))
  const databases = isHere ? openInstallation(dataDir) : openDatabases(dataDir, silentLog())
  if (!isHere) loadSecret(dataDir) // afterwards: beside a key, a control.db that was killed halfway would be damaged
  const known = await findFirstCompany(databases)
  if (known !== undefined) return { databases, firstCompany: known }
  const { email, password } = first
  const invented = password === null ? inventPassword() : null
  const create = await prepareInstallation(commandStores(databases, now), { email, password: password ?? invented })
  // Before it is needed: a kill behind the creation would leave nobody who knows it.
  if (create && invented !== null) keepFirstSignIn(dataDir, { email, password: invented })
  const created = await create?.(now)
  return { databases, firstCompany: created ? { admin: created.admin, password: invented } : null }
}
const first = {
  email: process.env.BALCAO_ADMIN_EMAIL ?? 'admin@balcao.local',
  password: process.env.BALCAO_ADMIN_PASSWORD ?? null,
}

/** Null: it was here before. Undefined: there is none. */
async function findFirstCompany({ control, dataDir, peek }: Databases): Promise<FirstCompany | null | undefined> {
  const uuid = findCompany(control, OPERATOR_COMPANY)?.uuid
  if (uuid === undefined) return undefined
  const kept = readFirstSignIn(dataDir)
  if (!kept) return null
  const { email, password } = kept
  const hash = peek(uuid, (db) => getValue<string>(db, 'SELECT password_hash FROM users WHERE email = ?', email))
  const isStill = hash !== undefined && (await isPassword(password, hash, { queue: '' }))
  if (!isStill) forgetFirstSignIn(dataDir)
  return isStill ? { admin: { email }, password } : null
}

/** `dataDir`: where they would come to, to find what is taken there. */
export function findIn(source: Source, options: Pick<ImportOptions, 'only' | 'name'>, dataDir: string): SourceSummary {
  const { family, version } = source
  const takenIn = readTaken(dataDir, source)
  const companies = chosenFrom(source, options).map((company) => ({
    ...describe(source, company),
    takenEmails: takenIn(company),
  }))
  return { family, version, companies }
}

function describe(source: Source, { id, name, isOperator }: SourceCompany): Omit<FoundCompany, 'takenEmails'> {
  const count = (kind: 'users' | 'contacts' | 'tickets' | 'messages') => source.count(kind, id)
  const [users, contacts, tickets, messages] = [count('users'), count('contacts'), count('tickets'), count('messages')]
  return { id, name, isOperator, users, contacts, tickets, messages }
}

/** The operator's first: others may need what only it has. */
function chosenFrom(source: Source, { only, name }: Pick<ImportOptions, 'only' | 'name'>): SourceCompany[] {
  const all = source.listCompanies()
  if (name !== null && all.length > 1)
    throw new MoveRefusal(
      'nameOfSeveral',
      '--name is for products without companies; this one has several, which keep their names.',
    )
  const chosen = all.filter(({ id }) => only?.(id) ?? true)
  if (chosen.length === 0) throw new MoveRefusal('noneChosen', 'No company of the dump was chosen.')
  return chosen
    .map((company) => (name === null ? company : { ...company, name }))
    .toSorted((a, b) => Number(b.isOperator) - Number(a.isOperator))
}

async function moveAll(
  databases: Databases,
  options: ImportOptions,
  deps: ImportDeps,
  { source, staged, files, reporter }: Sources,
  borrow: Target['borrow'] = null,
): Promise<ImportReport> {
  const { dataDir } = databases
  const control = databases.writableControl()
  const { isDryRun } = options
  const now = deps.now()
  const { run, forgotten } = openRun(dataDir, sourceKey(options), now)
  for (const uuid of forgotten) forgetBuilt(databases, uuid)
  const chosen = chosenFrom(source, options)
  const secret = isDryRun ? (findSecret(options.dataDir) ?? loadSecret(dataDir)) : loadSecret(dataDir)
  const target: Target = {
    dataDir,
    control,
    claims: openClaims({ databases, log: silentLog(), clock: deps.now, look: isDryRun ? undefined : deps.fleet?.look }), // it may take hours, and claims are safe while they are young
    databases,
    folders: (isDryRun ? undefined : deps.fleet?.folders) ?? ownFolders,
    source,
    files,
    movers: deps.movers,
    exits: { ...noExits, extensions: deps.extensions ?? createExtensions([], deps.fillings) },
    run,
    now: run.startedAt,
    isDryRun,
    progress: reporter.steps,
    borrow,
    sessions: isDryRun ? null : readSessions(options),
    typeOf: deps.typeOf,
    encryptionFor: (purpose) => createEncryption(secret, purpose),
  }
  const known = new Set(source.listPlans().flatMap((plan) => (isPlanHere(control, plan) ? [plan.id] : [])))
  const reports: CompanyReport[] = []
  for (const [at, company] of chosen.entries()) {
    reporter.company({ name: company.name, theirs: company.id, at: at + 1, of: chosen.length }, (step) =>
      totalOf(source, company, step),
    )
    const wanted = { company, becomesOperator: await isOperators(target, company, deps) }
    const report = await moveOne(target, wanted)
    if (!isDryRun && !report.isAgain) await recordMoved(databases, target.folders, now, report)
    for (const uuid of databases.listOpen()) databases.closeFile(uuid) // in a fleet they may move while the next one is built
    reports.push(isDryRun ? { ...report, id: report.isAgain ? report.id : null } : report)
  }
  reporter.company(null, () => null)
  const installation = settleInstallation(target, known)
  noteDump(
    reportInto(() => ({ tally: installation, details: {} })),
    staged,
  )
  const leftOut = source.listCompanies().length - chosen.length
  return importReport(source, { companies: reports, isDryRun, installation, leftOut })
}

function readSessions({ sessions }: ImportOptions): Target['sessions'] {
  if (!sessions) return null
  const { redis } = sessions
  try {
    return { redis: redis === null ? null : readRedisExport(readFileSync(redis, 'utf8')) }
  } catch (error) {
    if (error instanceof UnreadableRedisExport) throw new MoveRefusal('redisUnreadable', error.message)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new MoveRefusal('redisMissing', `There is no file ${redis}.`, { path: redis ?? '' })
    throw error
  }
}

/** A newer dump at the same path, or another dump, is another source. */
const sourceKey = ({ dataDir, only, name, zone }: ImportOptions): string =>
  JSON.stringify([fileIdentity(stagingPath(dataDir)), only === null, name, zone])

/** Put in place by a run that was killed before its row was written, and that does not go on. */
function forgetBuilt({ dataDir, control }: Databases, uuid: string): void {
  const home = tenantFolder(dataDir, uuid)
  if (!findCompanyByUuid(control, uuid) && existsSync(home)) rmSync(home, { recursive: true, force: true })
}

/** Once, also if an earlier process of the run moved it: its own entry is written last. */
async function recordMoved(
  databases: Databases,
  folders: CompanyFolders,
  now: number,
  { id, name }: CompanyReport,
): Promise<void> {
  const uuid = getValue<string>(databases.control, 'SELECT uuid FROM companies WHERE id = ?', id)
  if (id === null || uuid === undefined) return
  await folders.bring(uuid) // an earlier process of the run may have moved it in hours ago
  const isRecorded = databases.peek(uuid, (db) =>
    getValue<number>(db, "SELECT 1 FROM audit_log WHERE kind = 'company' AND act = 'create'"),
  )
  if (!isRecorded) recordNewCompany(databases, now, { id, uuid, name })
}

/** Company 1 takes in one operator's company, unless it took in another before. */
async function isOperators(
  { control, source, isDryRun }: Target,
  company: SourceCompany,
  { ask }: ImportDeps,
): Promise<boolean> {
  if (!company.isOperator) return false
  const known = findMoved(control, source, company)
  if (known !== undefined) return known === OPERATOR_COMPANY
  if (findMovedCompany(control, OPERATOR_COMPANY)) return false
  return isDryRun || ask({ kind: 'operator', company: { ...describe(source, company), takenEmails: [] } })
}

const totalOf = (source: Source, { id }: SourceCompany, step: string): number | null =>
  kinds.some((kind) => kind === step) ? source.count(step as Kind, id) : null // one of them

/** What the dump itself may have lost. */
function noteDump(report: MoveReport, { kind, encoding, isEndMarked }: StagedDump): void {
  if (kind !== 'postgres' && /^utf-?8(mb3)?$/.test(encoding ?? '')) report.noted('dump', 'emojiLost')
  if (!isEndMarked) report.noted('dump', 'endUnmarked')
}

/** Plans, also those that no company has, and what modules take over for the whole installation. `known`: those of earlier. */
function settleInstallation(target: Target, known: ReadonlySet<string>): Tally {
  const { control, source, movers, now } = target
  const tally = emptyTally()
  const report = reportInto(() => ({ tally, details: {} }))
  inControl(control, () => {
    for (const plan of source.listPlans()) {
      if (known.has(plan.id)) report.merged('plans', 'alreadyHere')
      else report.imported('plans')
      planFor(control, now, plan)
    }
    for (const { settleInstallation } of movers) settleInstallation?.({ control, source, report, now })
  })
  return tally
}
