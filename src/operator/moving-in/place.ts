/** Moves one company: builds it aside, or a copy of the one that is here, and puts it in place. */
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openSessionStore, SESSION_PURPOSE } from '../../channels/sessions/session-store'
import type { RedisSessions } from '../../channels/whatsapp/moving-in/redis-export'
import { takeOverSessions } from '../../channels/whatsapp/moving-in/take-over'
import type { CompanyReport, TakenSession } from '../../moving-in/contract'
import type { MoveFiles, Mover } from '../../moving-in/mover'
import type { Source, SourceCompany, SourceFiles } from '../../moving-in/source'
import { type Cx, createCx, type Exits, type Tenant } from '../../platform/cx'
import { type Databases, openTenantAt, tenantFolder, tenantPath } from '../../platform/databases'
import type { Encryption } from '../../platform/encryption'
import { isInUse } from '../../platform/lock'
import { inControl } from '../../platform/operator-storage'
import { execute, getColumn, getValue } from '../../platform/sql'
import { type Db, keepInMemory, type WritableControl } from '../../platform/sqlite'
import type { Claims } from '../../tenancy/claims'
import { findCompanyOrFail, tenantOf } from '../../tenancy/companies'
import { limitNames, NO_LIMITS, OPERATOR_COMPANY } from '../../tenancy/contract'
import { countUsed } from '../../tenancy/limits'
import { recountStored } from '../../tenancy/storage'
import { type Company, companies } from '../../tenancy/tables'
import { FIRST_NAME } from '../bootstrap'
import { claimLogins } from '../logins'
import { finishAside, openCopy, openNewCompany, putFileInPlace, putFolderInPlace } from './building'
import { type Count, countCompany, moveCompany, repeatMove, settleCompany } from './company'
import { openMoveFiles, remembering } from './files'
import { keepRun, type Run, runFolder } from './folder'
import type { CompanyFolders } from './homes'
import { findMoved, findMovedCompany, noteMoved } from './marks'
import { companyReport } from './report'
import { forgetSteps, hasStepsOf, type Progress } from './steps'
import { renameSkipped, reportInto } from './tally'
import { plainName, planFor, type Terms, termsOf } from './terms'
import { type ChangingRows, createChangingRows } from './touched'

export type Target = {
  /** Where it moves to: a throw-away installation in a dry run. */
  readonly dataDir: string
  readonly control: WritableControl
  readonly claims: Claims
  readonly databases: Pick<Databases, 'handOver' | 'takeBack'>
  readonly folders: CompanyFolders
  readonly source: Source
  readonly files: SourceFiles | null
  readonly movers: readonly Mover[]
  readonly exits: Exits
  readonly run: Run
  readonly now: number
  readonly isDryRun: boolean
  readonly progress: Progress
  /** Copies the company of the real installation into a dry run's. */
  readonly borrow: ((uuid: string) => Promise<void>) | null
  /** Their linked devices are taken over; null: numbers are linked again. */
  readonly sessions: { readonly redis: RedisSessions | null } | null
  typeOf(path: string, name: string): Promise<string>
  encryptionFor(purpose: string): Encryption
}

export type CompanyChoice = { readonly company: SourceCompany; readonly becomesOperator: boolean }

/** Returns what an earlier process of this run did, if it was completed. */
export async function moveOne(target: Target, wanted: CompanyChoice): Promise<CompanyReport> {
  const { control, source, run } = target
  const { company, becomesOperator } = wanted
  const known = findMoved(control, source, company) ?? (becomesOperator ? OPERATOR_COMPANY : undefined)
  const moved = known === undefined ? undefined : findMovedCompany(control, known)
  if (known === undefined) return moveNew(target, wanted)
  return moved?.run === run.id ? moved.report : moveAgain(target, wanted, findCompanyOrFail(control, known))
}

async function moveNew(target: Target, wanted: CompanyChoice): Promise<CompanyReport> {
  const { dataDir, control, run, now } = target
  const { company } = wanted
  const uuid = uuidFor(dataDir, run, company)
  const folder = join(runFolder(dataDir), uuid)
  if (!existsSync(tenantPath(dataDir, uuid))) {
    const db = await openNewCompany(folder, uuid)
    const tenant = tenantToBe(uuid, termsOf(control, company))
    await fill(target, wanted, { db, files: filesIn(target, folder), tenant, isAgain: false, touched: null })
    putFolderInPlace(dataDir, folder, uuid)
  }
  const created = () =>
    control
      .insert(companies)
      .values({
        ...termsOf(control, company),
        planId: planIn(target, company),
        uuid,
        createdAt: company.createdAt ?? now,
      })
      .returning()
      .get()
  const tenant = tenantToBe(uuid, termsOf(control, company))
  const placed = () => findCompanyOrFail(control, created().id)
  const report = await settle(target, wanted, { uuid, tenant, isAgain: false, company: placed })
  await target.folders.created(uuid)
  return report
}

function planIn({ control, now, source }: Target, { planId }: SourceCompany): number | null {
  const theirs = source.listPlans().find(({ id }) => id === planId)
  return theirs ? planFor(control, now, theirs) : null
}

/** The same in each process of the run. */
function uuidFor(dataDir: string, run: Run, { id }: SourceCompany): string {
  const known = run.companies[id]
  if (known !== undefined) return known
  const uuid = crypto.randomUUID()
  run.companies[id] = uuid
  keepRun(dataDir, run)
  return uuid
}

/** Without a number of ours, and without a plan, which limits nothing that came from there. */
const tenantToBe = (uuid: string, { timeZone, dueAt }: Terms): Tenant => ({
  id: 0,
  uuid,
  timeZone,
  language: 'pt-BR',
  features: null,
  limits: NO_LIMITS,
  dueAt,
  standbySince: null,
})

async function moveAgain(target: Target, wanted: CompanyChoice, ours: Company): Promise<CompanyReport> {
  const { dataDir, borrow, folders } = target
  await folders.bring(ours.uuid)
  await borrow?.(ours.uuid)
  return isInUse(dataDir)
    ? bringWhileUsed(target, wanted, ours)
    : holding(target, ours, () => replace(target, wanted, ours))
}

/**
 * Nobody uses the company meanwhile: its people see that it is away. `mark` comes before the first change, when this process
 * has nothing of it open.
 */
function holding<T>(
  { dataDir, databases, folders }: Target,
  { uuid }: Company,
  work: (mark: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return folders.access(dataDir, uuid, async (mark) => {
    databases.handOver(uuid, 'import') // what is still open would go on writing into the replaced file
    try {
      return await work(() => mark(tenantFolder(dataDir, uuid)))
    } finally {
      databases.takeBack(uuid)
    }
  })
}

async function replace(target: Target, wanted: CompanyChoice, ours: Company): Promise<CompanyReport> {
  const { dataDir } = target
  const { uuid } = ours
  const path = copyPath(target, ours)
  const db = await openCopy(tenantPath(dataDir, uuid), path, uuid)
  await fill(target, wanted, { ...here(target, ours), db })
  putFileInPlace(dataDir, path, uuid)
  rmSync(dirname(path), { recursive: true, force: true })
  return settleAgain(target, wanted, ours)
}

const copyPath = ({ dataDir }: Target, { uuid }: Company): string => join(runFolder(dataDir), uuid, 'tenant.db')

const settleAgain = (target: Target, wanted: CompanyChoice, ours: Company): Promise<CompanyReport> => {
  const { id, uuid } = ours
  const company = () => findCompanyOrFail(target.control, id)
  return settle(target, wanted, { uuid, tenant: tenantOf(ours), isAgain: true, company })
}

const here = (target: Target, ours: Company) => ({
  ...{ tenant: { ...tenantOf(ours), features: null, limits: NO_LIMITS }, isAgain: true, touched: null },
  files: filesIn(target, tenantFolder(target.dataDir, ours.uuid)),
})

/**
 * A server runs: a copy is filled while people work, and then only the rows that changed something there are taken once
 * more, while the company is held. What was unchanged in between is replaced by the copy.
 */
async function bringWhileUsed(target: Target, wanted: CompanyChoice, ours: Company): Promise<CompanyReport> {
  const { dataDir, control, run } = target
  const { uuid } = ours
  const path = copyPath(target, ours)
  const home = tenantPath(dataDir, uuid)
  const live = openTenantAt(home, uuid, { create: false })
  let touched: ChangingRows | null = null
  try {
    if (hasStepsOf(live, run.id)) return await settleHeld(target, wanted, ours, live) // it was killed behind it
    const version = othersVersion(live)
    const db = await openCopy(home, path, uuid)
    // What never had anything of theirs gets every row.
    touched = findMovedCompany(control, ours.id) ? createChangingRows(`${path}.touched`) : null
    const aside = { ...here(target, ours), touched }
    const files = remembering(aside.files, tenantFolder(dataDir, uuid))
    await fill(target, wanted, { ...aside, files, db })
    return await holding(target, ours, async (mark) => {
      const isUnchanged = othersVersion(live) === version
      live.$client.close()
      await mark()
      if (isUnchanged) putFileInPlace(dataDir, path, uuid)
      else await repeat(target, wanted, { ...aside, files, filled: path })
      return settleAgain(target, wanted, ours)
    })
  } finally {
    live.$client.close()
    touched?.close()
    rmSync(dirname(path), { recursive: true, force: true })
  }
}

function settleHeld(target: Target, wanted: CompanyChoice, ours: Company, live: Db): Promise<CompanyReport> {
  return holding(target, ours, async (mark) => {
    live.$client.close()
    await mark()
    return settleAgain(target, wanted, ours)
  })
}

/** Grows when another process writes. */
const othersVersion = ({ $client }: Db): unknown => $client.pragma('data_version', { simple: true })

type Aside = {
  readonly db: Db
  readonly tenant: Tenant
  readonly isAgain: boolean
  readonly files: MoveFiles
  readonly touched: ChangingRows | null
}

const filesIn = ({ files, isDryRun, typeOf }: Target, folder: string): MoveFiles =>
  openMoveFiles(files, { folder, isDryRun, typeOf })

const asideCx = ({ now, exits }: Target, { db, tenant }: Pick<Aside, 'db' | 'tenant'>): Cx =>
  createCx(
    tenant,
    () => db,
    () => now,
    exits,
  )

async function fill(target: Target, { company, becomesOperator }: CompanyChoice, aside: Aside) {
  const { control, claims, source, movers, run, progress, encryptionFor } = target
  const { db, isAgain, files, touched } = aside
  const cx = asideCx(target, aside)
  try {
    await moveCompany({
      cx,
      control,
      claims,
      source,
      company,
      files,
      movers,
      runId: run.id,
      isAgain,
      becomesOperator,
      progress,
      touched,
      encryptionFor,
    })
    recountStored(cx)
  } catch (error) {
    db.$client.close()
    throw error
  }
  finishAside(db)
}

type FilledCopy = Omit<Aside, 'db'> & {
  /** The copy, whose run has counted everything. */
  readonly filled: string
}

async function repeat(target: Target, wanted: CompanyChoice, { filled, ...aside }: FilledCopy): Promise<void> {
  const { dataDir } = target
  const { uuid } = aside.tenant
  const db = openTenantAt(tenantPath(dataDir, uuid), uuid, { create: false })
  try {
    await repeatIn(target, wanted, { ...aside, db }, filled)
  } finally {
    db.$client.close()
  }
}

async function repeatIn(
  target: Target,
  { company, becomesOperator }: CompanyChoice,
  aside: Aside,
  filled: string,
): Promise<void> {
  const { control, claims, source, movers, progress, encryptionFor } = target
  const { db, files, touched } = aside
  db.$client.exec(`ATTACH '${filled.replaceAll("'", "''")}' AS filled`)
  keepInMemory(db.$client, REPEAT_CACHE_KIB)
  await repeatMove(
    {
      ...{
        cx: asideCx(target, aside),
        control,
        claims,
        source,
        company,
        files,
        movers,
        progress,
        touched,
        encryptionFor,
      },
      ...{ isAgain: true, becomesOperator },
    },
    ({ db }) => {
      execute(db, 'DELETE FROM stored_bytes')
      execute(db, 'DELETE FROM moved_steps')
      execute(db, 'INSERT INTO moved_steps SELECT * FROM filled.moved_steps')
    },
  )
}
const REPEAT_CACHE_KIB = 64_000

type Placement = {
  readonly uuid: string
  /** As far as it is known. */
  readonly tenant: Tenant
  readonly isAgain: boolean
  /** In the transaction: finds it, or creates its row. */
  company(): Company
}

/** One transaction of control.db, with everything that makes the company one of ours. What only it may have is claimed before. */
async function settle(
  target: Target,
  wanted: CompanyChoice,
  { uuid, tenant, isAgain, company: find }: Placement,
): Promise<CompanyReport> {
  const { dataDir, control, claims, source, movers, run, now, exits } = target
  const { company, becomesOperator } = wanted
  const db = openTenantAt(tenantPath(dataDir, uuid), uuid, { create: false })
  try {
    const takenEmails = new Set(await claimLogins({ claims, control, db, tenantUuid: uuid }))
    const sessions = await takeSessions(target, wanted, asideCx(target, { db, tenant }))
    const report = inControl(control, () => {
      const ours = named(target, wanted, find())
      const cx = createCx(
        tenantOf(ours),
        () => db,
        () => now,
        exits,
      )
      const settled = settleCompany(movers, { control, cx, source, company, becomesOperator, takenEmails })
      const counted = countCompany(cx, source, company, settled)
      noteOverPlan(counted, ours, db)
      if (!hasAdmin(db, takenEmails)) renameSkipped(counted, 'users', { from: 'emailTaken', to: 'noAdmin' })
      const movedBefore = isAgain && findMovedCompany(control, ours.id) !== undefined
      const report = companyReport({
        ...{ theirs: company.id, name: ours.name, id: ours.id, isAgain, movedBefore },
        ...{ sessions, counted },
      })
      noteMoved(control, now, source, { company, companyId: ours.id, run: run.id, report })
      return report
    })
    forgetSteps(db)
    return report
  } finally {
    db.$client.close()
  }
}

/** The operator's company of a new installation takes the name of theirs. */
function named({ control }: Target, { company, becomesOperator }: CompanyChoice, ours: Company): Company {
  if (!becomesOperator || ours.name !== FIRST_NAME || findMovedCompany(control, ours.id)) return ours
  control
    .update(companies)
    .set({ name: plainName(company.name) })
    .where(eq(companies.id, ours.id))
    .run()
  return findCompanyOrFail(control, ours.id)
}

/** Before the company can be seen, because a server opens its sessions then. */
async function takeSessions(target: Target, { company }: CompanyChoice, cx: Cx): Promise<TakenSession[]> {
  const { dataDir, claims, source, sessions, encryptionFor, now } = target
  if (!sessions) return []
  const encryption = encryptionFor(SESSION_PURPOSE)
  const store = openSessionStore(tenantFolder(dataDir, cx.tenant.uuid), cx.tenant.uuid, encryption)
  try {
    return await takeOverSessions({
      cx,
      claims,
      store,
      encryption,
      source,
      companyId: company.id,
      connectionOf: (theirs) =>
        getValue<number>(cx.db, "SELECT ours FROM moved_ids WHERE kind = 'connections' AND theirs = ?", theirs),
      redis: sessions.redis,
      until: getValue<number | null>(cx.db, 'SELECT max(last_message_at) FROM tickets') ?? now,
    })
  } finally {
    store.close()
  }
}

/** Somebody can sign in and create others. */
const hasAdmin = (db: Db, takenEmails: ReadonlySet<string>): boolean =>
  getColumn<string>(db, "SELECT email FROM users WHERE active = 1 AND profile = 'admin' AND deleted_at IS NULL").some(
    (email) => !takenEmails.has(email),
  )

/** What it has beyond its plan stays, and nothing can be added. */
function noteOverPlan(counted: Count, { plan }: Company, db: Db): void {
  const report = reportInto(() => counted)
  for (const limit of limitNames) {
    const most = plan?.[limit] ?? null
    const used = countUsed(db, limit)
    if (most !== null && used > most) report.noted(limit, 'overPlan', `${used} > ${most}`)
  }
}
