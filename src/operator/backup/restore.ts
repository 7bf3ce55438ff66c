/**
 * Restores an installation into an empty folder, or one company into a running installation. Both are then on standby.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { fail } from '../../errors'
import {
  type Databases,
  openDatabases,
  openTenantAt,
  openTenantFile,
  tenantFolder,
  tenantPath,
} from '../../platform/databases'
import { lockDataFolder } from '../../platform/lock'
import type { Log } from '../../platform/log'
import type { StoredFileColumn } from '../../platform/stored-files'
import { findCompanyByUuid, listCompanies, voidSessions } from '../../tenancy/companies'
import type { CarryOver } from '../../tenancy/lifecycle'
import { setStandby } from '../../tenancy/standby'
import { forgetFormerSessions } from '../../users/former-sessions'
import { forgetAllSessions } from '../../users/sessions'
import { commandStores } from '../claims'
import { clearFaults, type FaultOptions } from '../faults'
import { withExclusiveAccess } from '../handover'
import { inspectDatabase } from '../inspect'
import { refuseAmongCompanies } from '../installation'
import type { Kind } from '../layout'
import { claimLogins } from '../logins'
import { Refusal } from '../refusal'
import { enterStandby } from '../standby'
import { carryOver } from './carry-over'
import { copyDatabase, copyFile, freeName, makeFolder, namesIn } from './files'
import { backupName } from './list'
import { type BackedUpCompany, CONTROL, companiesIn, type Manifest, sessionIn } from './manifest'
import { keepOurPrograms } from './programs'
import { planRestore, type RestorePlan, type SoundBackup } from './several'
import { type Verdict, verifyBackup } from './verify'

export type RestoreResult = {
  readonly folder: string
  readonly companies: readonly BackedUpCompany[]
  /** E-mails that cannot sign in because another company uses them. */
  readonly refusedEmails: readonly string[]
  /** Faults cleared in the companies' databases (../faults.ts). */
  readonly cleared: readonly string[]
  /** Stored files that rows refer to but the backup lacks. */
  readonly missing: readonly string[]
}

export type RestoredCompany = RestoreResult & {
  readonly setAside: string | null
  /** Which sends since the backup could not be read. */
  readonly lost: readonly string[]
}

/** Has a company's folder to itself, and `mark`s one that is to replace it. */
export type FolderAccess = <T>(
  dataDir: string,
  uuid: string,
  work: (mark: (made: string) => Promise<void>) => Promise<T>,
) => Promise<T>

const withFolder: FolderAccess = (dataDir, uuid, work) =>
  withExclusiveAccess(dataDir, uuid, () => work(async () => {}), 'restore')

type Moment = { readonly now: number; readonly storedFiles: readonly StoredFileColumn[] }

/** Entries that an empty folder may contain. */
const harmless = new Set(['backups', 'lock.db', 'lock.db-journal', 'lost+found'])

const intruders = (folder: string) => namesIn(folder).filter((name) => !harmless.has(name))

export type RestoredInstallation = RestoreResult & Pick<RestorePlan, 'hasKey' | 'deleted'>

type InstallationOptions = Moment & {
  readonly log: Log
  /** Whether companies may be missing that the backup of another node has. */
  readonly isIncomplete?: boolean
}

/** From one backup, or from those of all nodes of a fleet (several.ts). */
export async function restoreInstallation(
  backups: readonly string[],
  to: string,
  { now, storedFiles, log, isIncomplete = false }: InstallationOptions,
): Promise<RestoredInstallation> {
  const folder = resolve(to)
  refuseAmongCompanies(folder)
  const inTheWay = intruders(folder)
  if (inTheWay.length > 0)
    throw new Refusal(`${folder} is not empty (${inTheWay.slice(0, 3).join(', ')} …). Choose another folder with --to.`)
  const sound: SoundBackup[] = []
  for (const backup of backups)
    sound.push({ folder: backup, manifest: (await requireSound(backup, undefined, storedFiles)).manifest })
  const { files, companies, hasKey, deleted, missing } = planRestore(sound, storedFiles)
  if (!isIncomplete) requireAllNodes(companies)
  const lock = lockDataFolder(folder)
  try {
    enterStandby(folder)
    makeFolder(join(folder, 'tenants'))
    // control.db last: if killed before, the folder is not yet an installation that could start incomplete.
    for (const [name, path] of files) takeOver(path, join(folder, name))
    const cleared = companiesIn(join(folder, CONTROL)).flatMap(({ id, uuid }) =>
      clearFaultsIn(tenantPath(folder, uuid), { companyId: id, storedFiles }),
    )
    const refusedEmails = await bringUpToDate(folder, now, log)
    return { folder, companies, hasKey, deleted, cleared, missing, refusedEmails }
  } catch (error) {
    // Empty the folder again: an incomplete installation is worse than none.
    for (const name of intruders(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
}

/** Each node of a fleet backs up what it owns. */
function requireAllNodes(companies: readonly BackedUpCompany[]): void {
  const nodes = new Set(companies.flatMap(({ missing, elsewhere }) => (missing !== null && elsewhere) || []))
  if (nodes.size === 0) return
  const lacking = companies.filter(({ elsewhere }) => elsewhere !== undefined).map(({ id, name }) => `${id} "${name}"`)
  throw new Refusal(
    `The backup of ${[...nodes].join(', ')} is needed, too, for ${lacking.slice(0, 5).join(', ')}${lacking.length > 5 ? ', …' : ''}. Give the backups of all nodes, also earlier ones of nodes that are lost: the newest copy of each company is restored. --incomplete restores without these companies.`,
  )
}

/**
 * Moves the present folder to `set-aside/` and never deletes it. Keeps intact messenger sessions: with older keys,
 * WhatsApp and we could not decrypt each other's messages. The company is on standby until it is released.
 */
export async function restoreCompany(
  databases: Databases,
  backup: string,
  {
    uuid,
    now,
    storedFiles,
    carriedOver,
    access = withFolder,
  }: Moment & { readonly uuid: string; readonly carriedOver: readonly CarryOver[]; readonly access?: FolderAccess },
): Promise<RestoredCompany> {
  const company = findCompanyByUuid(databases.control, uuid) ?? fail('ERR_NO_COMPANY_FOUND')
  const { manifest, missing } = await requireSound(backup, uuid, storedFiles)
  const backedUp = manifest.companies.find((one) => one.uuid === uuid)
  if (!backedUp) throw new Refusal(`The backup has no company ${uuid}`)
  if (backedUp.missing !== null)
    throw new Refusal(`The company was damaged when the backup was made: ${backedUp.missing}`)
  const { dataDir } = databases
  return access(dataDir, uuid, async (mark) => {
    const made = await prepareFolder(dataDir, backup, manifest, uuid)
    const cleared = clearFaultsIn(join(made, 'tenant.db'), { companyId: company.id, storedFiles })
    // Users created since the backup are gone, and new users may get their ids: old sessions must not lead to them.
    voidSessions(databases.writableControl(), company.id)
    // Before its data are in place: an interrupted restore must not send anything.
    setStandby(databases.writableControl(), company.id, now)
    const lost = takeAlong(join(made, 'tenant.db'), { replaced: tenantPath(dataDir, uuid), uuid, carriedOver })
    await mark(made)
    const setAside = swap(dataDir, made, uuid, now)
    const db = openTenantFile(dataDir, uuid, { create: false })
    try {
      const stores = commandStores(databases, now)
      const refusedEmails = await claimLogins({ ...stores, control: databases.control, db, tenantUuid: uuid })
      const folder = tenantFolder(dataDir, uuid)
      return { folder, companies: [backedUp], refusedEmails, cleared, missing, setAside, lost }
    } finally {
      db.$client.close()
    }
  })
}

function takeAlong(
  path: string,
  { replaced, uuid, carriedOver }: { replaced: string; uuid: string; carriedOver: readonly CarryOver[] },
): string[] {
  const db = openTenantAt(path, uuid, { create: false })
  try {
    forgetAllSessions(db)
    return carryOver(db.$client, replaced, carriedOver)
  } finally {
    db.$client.close()
  }
}

async function requireSound(
  backup: string,
  only: string | undefined,
  storedFiles: readonly StoredFileColumn[],
): Promise<Verdict> {
  const verdict = await verifyBackup(backup, {
    readMedia: true,
    storedFiles,
    ...(only === undefined ? {} : { only }),
  })
  const { problems } = verdict
  if (problems.length > 0)
    throw new Refusal(`The backup is damaged; nothing was restored:\n${problems.map((one) => `  ${one}`).join('\n')}`)
  return verdict
}

/** Clears faults in a copy that is not open yet: one bad row must not cost a company. */
function clearFaultsIn(path: string, options: FaultOptions): string[] {
  if (!existsSync(path)) return [] // it was damaged when the backup was made
  const raw = new Sqlite(path, { fileMustExist: true })
  try {
    return clearFaults(raw, options)
  } finally {
    raw.close()
  }
}

/** Applies migrations, ends all sign-in sessions, and claims the e-mails of users. */
async function bringUpToDate(folder: string, now: number, log: Log): Promise<string[]> {
  const databases = openDatabases(folder, log)
  const { control } = databases
  const { claims } = commandStores(databases, now)
  try {
    forgetFormerSessions(databases.writableControl())
    const refused: string[] = []
    for (const { id, uuid } of listCompanies(control)) {
      voidSessions(databases.writableControl(), id)
      if (!existsSync(tenantFolder(folder, uuid))) continue
      const db = databases.tenant(uuid)
      forgetAllSessions(db)
      refused.push(...(await claimLogins({ claims, control, db, tenantUuid: uuid })))
    }
    return refused
  } finally {
    databases.close()
  }
}

/** Removes a copy that cannot be completed, to free a full disk. */
async function prepareFolder(dataDir: string, backup: string, manifest: Manifest, uuid: string): Promise<string> {
  const made = join(dataDir, 'tenants', `.restoring-${uuid}`)
  const clear = () => rmSync(made, { recursive: true, force: true })
  clear() // leftovers of a killed command
  try {
    await fillFolder(made, backup, manifest, { uuid, present: join(tenantFolder(dataDir, uuid), 'session.db') })
    return made
  } catch (error) {
    clear()
    throw error
  }
}

/** `present`: the company's current sessions. */
async function fillFolder(
  made: string,
  backup: string,
  { files }: Manifest,
  { uuid, present }: { uuid: string; present: string },
): Promise<void> {
  const prefix = `tenants/${uuid}/`
  const keepsSession = inspectDatabase(present, { kind: 'session', identity: uuid }).problems.length === 0
  for (const name of Object.keys(files)) {
    if (!name.startsWith(prefix) || (keepsSession && name === sessionIn(uuid))) continue
    takeOver(join(backup, name), join(made, name.slice(prefix.length)))
  }
  if (keepsSession) await copyDatabase(present, join(made, 'session.db'))
  makeFolder(join(made, 'media'))
}

const DATABASES: Readonly<Record<string, Kind>> = {
  'control.db': 'control',
  'tenant.db': 'tenant',
  'session.db': 'session',
}

function takeOver(from: string, to: string): void {
  copyFile(from, to)
  const kind = DATABASES[basename(to)]
  if (kind) keepOurPrograms(to, kind)
}

function swap(dataDir: string, made: string, uuid: string, now: number): string | null {
  const home = tenantFolder(dataDir, uuid)
  if (!existsSync(home)) {
    renameSync(made, home)
    return null
  }
  const aside = freeName(join(dataDir, 'set-aside', `${uuid}-${backupName(now)}`))
  makeFolder(dirname(aside))
  renameSync(home, aside)
  renameSync(made, home)
  return aside
}
