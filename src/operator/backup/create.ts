/**
 * Creates a backup while the server runs: copies databases, links stored files, lists everything with its digest, then
 * verifies it.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { controlPath, tenantFolder, tenantPath } from '../../platform/databases'
import { findStoredFile, mediaPath, type Sha256 } from '../../platform/files'
import { CONTROL as CONTROL_COMPANY } from '../../platform/gate'
import { listOperatorFiles, operatorFolder } from '../../platform/operator-storage'
import { DamagedDatabase } from '../../platform/sqlite'
import { listNames, type StoredFileColumn } from '../../platform/stored-files'
import { DAY } from '../../platform/time'
import { version } from '../../version'
import { findLostTexts, inspectDatabase, withReader } from '../inspect'
import { refuseAmongCompanies, SIMULATOR_MARK } from '../installation'
import { Refusal } from '../refusal'
import {
  copyDatabase,
  copyFile,
  digestOf,
  freeName,
  linkOrCopy,
  listMedia,
  makeFolder,
  namesIn,
  sizeOf,
  syncToDisk,
} from './files'
import type { CompanyStanding, FleetScope } from './fleet-scope'
import { backupName, backupsFolder, listBackups } from './list'
import {
  type BackedUpCompany,
  CONTROL,
  type CompanyRef,
  companiesIn,
  countRows,
  KEY,
  MANIFEST,
  type Manifest,
  mediaIn,
  operatorMediaIn,
  sessionIn,
  tenantIn,
} from './manifest'
import { verifyBackup } from './verify'

export type BackupOptions = {
  /** The destination, which must not exist; null means `backups/<time>` in the data folder. */
  readonly to: string | null
  /**
   * Include the installation's key. Anyone with the backup can then sign in as anybody and open the messenger sessions.
   */
  readonly withKey: boolean
  readonly storedFiles: readonly StoredFileColumn[]
  /** Aborts between two companies and leaves nothing. */
  readonly signal?: AbortSignal
  /** On a node of a fleet. */
  readonly fleet?: FleetScope | undefined
}

export type MadeBackup = { readonly folder: string; readonly manifest: Manifest; readonly problems: readonly string[] }

export async function createBackup(dataDir: string, now: number, options: BackupOptions): Promise<MadeBackup> {
  const isOfFleet = options.fleet !== undefined
  requireControl(await findControl(dataDir, options.fleet), isOfFleet)
  const wanted = placeFor(dataDir, now, options.to)
  const making = join(wanted, '..', `${UNFINISHED}${backupName(now)}-${process.pid}`)
  clearUnfinished(join(wanted, '..'), now)
  makeBeside(wanted, making)
  try {
    const manifest = await fill(making, dataDir, now, options)
    writeFileSync(join(making, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    syncToDisk(join(making, MANIFEST))
    const { storedFiles, signal } = options
    const { problems, faults } = await verifyBackup(making, { readMedia: false, storedFiles, signal, isOfFleet })
    if (problems.length > 0) throw new Refusal(`The backup failed its verification:\n${problems.join('\n')}`)
    const folder = options.to === null ? freeName(wanted) : wanted // checked last: another backup may have taken the name meanwhile
    renameSync(making, folder)
    syncToDisk(join(folder, '..'))
    return { folder, manifest, problems: [...notIncluded(manifest), ...lostIn(folder, manifest), ...faults] }
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

const UNFINISHED = '.making-'

/** Removes leftovers of killed backups: those older than a day, longer than any backup takes. */
function clearUnfinished(folder: string, now: number): void {
  const young = `${UNFINISHED}${backupName(now - DAY)}`
  for (const name of namesIn(folder))
    if (name.startsWith(UNFINISHED) && name < young) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Only control.db lists the companies. */
function requireControl(path: string, mayBeNewer: boolean): void {
  const { problems } = inspectDatabase(path, { kind: 'control', identity: 'control', mayBeNewer })
  if (problems.length > 0) throw new DamagedDatabase(path, problems.join('; '))
}

/** On failure, the error names the requested folder, not the temporary one. */
function makeBeside(folder: string, making: string): void {
  try {
    makeFolder(making)
  } catch (error) {
    throw error instanceof Error && 'path' in error ? Object.assign(error, { path: folder }) : error
  }
}

/** Removes all but the newest `keep` backups in the data folder. Returns the removed names. */
export function pruneBackups(dataDir: string, keep: number): string[] {
  const old = listBackups(dataDir).slice(keep)
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true })
  return old.map(({ name }) => name)
}

function placeFor(dataDir: string, now: number, to: string | null): string {
  const folder = to === null ? join(backupsFolder(dataDir), backupName(now)) : resolve(to)
  if (to !== null && existsSync(folder)) throw new Refusal(`${folder} already exists: a backup needs its own folder`)
  refuseAmongCompanies(folder)
  makeFolder(join(folder, '..'))
  return folder
}

async function fill(folder: string, dataDir: string, now: number, options: BackupOptions): Promise<Manifest> {
  const { withKey, signal, fleet } = options
  const operators = operatorFolder(dataDir)
  const linkOperators = () => linkFiles(operators, (sha256) => join(folder, operatorMediaIn(sha256)))
  linkOperators()
  await copyControl(dataDir, join(folder, CONTROL), fleet)
  await bringMissing(fleet, {
    company: CONTROL_COMPANY,
    home: operators,
    names: withReader(join(folder, CONTROL), listOperatorFiles),
  })
  linkOperators()
  const isSimulated = existsSync(join(dataDir, SIMULATOR_MARK))
  const beside = [...(withKey ? [KEY] : []), ...(isSimulated ? [SIMULATOR_MARK] : [])]
  for (const name of beside) copyFile(join(dataDir, name), join(folder, name))
  const companies: BackedUpCompany[] = []
  const files: Manifest['files'] = {}
  for (const name of [CONTROL, ...beside]) files[name] = await digestOf(join(folder, name))
  for (const sha256 of listMedia(operatorFolder(folder))) {
    const name = operatorMediaIn(sha256)
    files[name] = { sha256, size: sizeOf(join(folder, name)) }
  }
  for (const company of companiesIn(join(folder, CONTROL))) {
    signal?.throwIfAborted()
    const copied = await copyCompany(folder, dataDir, company, options)
    companies.push(copied.company)
    Object.assign(files, copied.files)
  }
  const createdAt = new Date(now).toISOString()
  return { product: 'balcao', format: 1, version, createdAt, hasKey: withKey, companies, files }
}

const findControl = async (dataDir: string, fleet: FleetScope | undefined): Promise<string> =>
  fleet ? fleet.findControl() : controlPath(dataDir)

/** What was copied while its owner changed may be neither of the two. */
async function copyControl(dataDir: string, to: string, fleet: FleetScope | undefined): Promise<void> {
  for (let tries = 1; ; tries++) {
    const from = await findControl(dataDir, fleet)
    const copying = copyDatabase(from, to)
    await copying.catch(() => {})
    const isStill = from === (await findControl(dataDir, fleet))
    if (isStill || tries === TRIES) return copying
    rmSync(to, { force: true })
  }
}

type CopiedCompany = { readonly company: BackedUpCompany; readonly files: Manifest['files'] }

/** In a fleet, a company that moves meanwhile is no longer what was read here: it is in the backup of the other node. */
async function copyCompany(
  folder: string,
  dataDir: string,
  company: CompanyRef,
  options: BackupOptions,
): Promise<CopiedCompany> {
  const { fleet } = options
  if (!fleet) return copyOwned(folder, dataDir, company, options)
  let before = await fleet.find(company.uuid)
  for (let tries = 0; before.isHere && tries < TRIES; tries++) {
    const copying = copyOwned(folder, dataDir, company, options)
    await copying.catch(() => {})
    const after = await fleet.find(company.uuid)
    if (after.isHere && after.epoch === before.epoch) return copying
    rmSync(dirname(join(folder, tenantIn(company.uuid))), { recursive: true, force: true })
    before = after
  }
  return elsewhere(company, before)
}
/** A company may go and come back while it is copied. */
const TRIES = 3

const elsewhere = (company: CompanyRef, { isHere, node }: CompanyStanding): CopiedCompany => ({
  company: {
    ...company,
    missing: isHere ? 'it moved again and again' : node === null ? 'no node owns it now' : `it is on node ${node}`,
    ...(!isHere && node !== null && { elsewhere: node }),
    counts: null,
  },
  files: {},
})

/** Of the files that rows name. */
async function bringMissing(
  fleet: FleetScope | undefined,
  { company, home, names }: { readonly company: string; readonly home: string; readonly names: Iterable<Sha256> },
): Promise<void> {
  const missing = fleet ? [...names].filter((sha256) => !findStoredFile(home, sha256)) : []
  if (missing.length > 0) await fleet?.bringFiles(company, missing)
}

/** Copies a company. A damaged one does not prevent the backup of others. */
async function copyOwned(
  folder: string,
  dataDir: string,
  company: CompanyRef,
  { fleet, storedFiles }: BackupOptions,
): Promise<CopiedCompany> {
  const { uuid } = company
  const live = inspectDatabase(tenantPath(dataDir, uuid), { kind: 'tenant', identity: uuid })
  if (live.problems.length > 0)
    return { company: { ...company, missing: live.problems.join('; '), counts: null }, files: {} }
  const home = tenantFolder(dataDir, uuid)
  const files: Manifest['files'] = {}
  const linkOwn = () => linkFiles(home, (sha256) => join(folder, mediaIn(uuid, sha256)))
  linkOwn()
  // Sessions first: a message that moves out of their journal meanwhile is then in both copies instead of in none.
  const session = join(home, 'session.db')
  if (existsSync(session) && inspectDatabase(session, { kind: 'session', identity: uuid }).problems.length === 0) {
    await copyDatabase(session, join(folder, sessionIn(uuid)))
    files[sessionIn(uuid)] = await digestOf(join(folder, sessionIn(uuid)))
  }
  await copyDatabase(tenantPath(dataDir, uuid), join(folder, tenantIn(uuid)))
  files[tenantIn(uuid)] = await digestOf(join(folder, tenantIn(uuid)))
  const names = fleet ? withReader(join(folder, tenantIn(uuid)), (raw) => listNames(raw, storedFiles)) : []
  await bringMissing(fleet, { company: uuid, home, names })
  linkOwn()
  for (const sha256 of listMedia(dirname(join(folder, tenantIn(uuid))))) {
    const name = mediaIn(uuid, sha256)
    files[name] = { sha256, size: sizeOf(join(folder, name)) }
  }
  return { company: { ...company, missing: null, counts: countRows(join(folder, tenantIn(uuid))) }, files }
}

/**
 * Called before the rows are copied, because an unused file may be removed, and again after, because files are stored
 * before rows refer to them.
 */
function linkFiles(home: string, placeIn: (sha256: Sha256) => string): void {
  for (const sha256 of listMedia(home)) {
    const [from, to] = [mediaPath(home, sha256), placeIn(sha256)]
    if (existsSync(to)) continue
    try {
      linkOrCopy(from, to)
    } catch (error) {
      if (existsSync(from)) throw error // otherwise it was removed since it was listed
    }
  }
}

const notIncluded = ({ companies }: Manifest): string[] =>
  companies.flatMap(({ id, name, uuid, missing, elsewhere: node }) =>
    missing === null || node !== undefined
      ? []
      : [`Company ${id} "${name}" (${uuid}) is NOT in this backup: ${missing}`],
  )

/** Companies copied only in part. Earlier complete backups of them are then kept. */
const lostIn = (folder: string, { companies }: Manifest): string[] =>
  companies.flatMap(({ id, name, uuid, missing }) => {
    const lost = missing === null ? findLostTexts(join(folder, tenantIn(uuid))) : []
    return lost.length === 0 ? [] : [`Company ${id} "${name}" (${uuid}) is in this backup, but ${lost.join('; ')}`]
  })
