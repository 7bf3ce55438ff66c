/**
 * The databases as they were before a new program migrates them, in `programs/before/<attempt>/`. While its doors are shut nothing comes
 * in from outside, so putting them back loses nothing. On a node of a fleet they are what the new program tries its migrations on:
 * the fleet's log has the databases, other nodes go on with them meanwhile, and nothing is ever put back.
 */
import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import Sqlite from 'better-sqlite3'
import { controlPath, tenantFolder, tenantPath } from '../../platform/databases'
import { isOfFleetNode } from '../../platform/fleet-environment'
import { SECOND } from '../../platform/time'
import { makeFolder, namesIn, syncToDisk } from '../backup/files'
import { readVersion } from '../inspect'
import { type Kind, kinds } from '../layout'
import { readStoredVersion } from '../stored-version'
import { limits } from './limits'
import { programsFolder } from './programs'
import { readCompanies } from './waiting-companies'

/** The newest schema version that a program knows; a kind that it does not name stays as it is. */
export type SchemaSteps = Partial<Readonly<Record<Kind, number>>>

const allCopies = (dataDir: string) => join(programsFolder(dataDir), 'before')
export const copiesFolder = (dataDir: string, attempt: string) => join(allCopies(dataDir), attempt)
/** Where the copy of a database is, if there is one. */
export const copyOf = (dataDir: string, attempt: string, path: string): string =>
  join(copiesFolder(dataDir, attempt), relative(dataDir, path))

type Candidate = { readonly path: string; readonly kind: Kind; readonly newest: number | undefined }

function listCandidates(dataDir: string, steps: SchemaSteps): Candidate[] {
  const folders = namesIn(join(dataDir, 'tenants')).map((uuid) => tenantFolder(dataDir, uuid))
  return [
    { path: controlPath(dataDir), kind: 'control', newest: steps.control },
    ...folders.flatMap((folder): Candidate[] => [
      { path: join(folder, 'tenant.db'), kind: 'tenant', newest: steps.tenant },
      { path: join(folder, 'session.db'), kind: 'session', newest: steps.session },
    ]),
  ]
}

/**
 * On a node of a fleet: control.db, and the companies that it had. Its copies of others are tried where those are at work; of a node
 * that was empty before, all are.
 */
function listOwnCandidates(dataDir: string, steps: SchemaSteps): Candidate[] {
  const companies = new Set(readCompanies(dataDir).map((uuid) => tenantFolder(dataDir, uuid)))
  return listCandidates(dataDir, steps).filter(
    ({ path, kind }) => kind === 'control' || companies.size === 0 || companies.has(dirname(path)),
  )
}

/** On a node of a fleet, while it runs: its files must not be opened, so those that this program may have made count. */
export const listMayChange = (dataDir: string, steps: SchemaSteps): string[] =>
  listOwnCandidates(dataDir, steps).flatMap(({ path, kind, newest = 0 }) =>
    newest > kinds[kind].steps && existsSync(path) ? path : [],
  )

/** On a node of a fleet, once it has stopped. */
export const listStoredChanging = (dataDir: string, steps: SchemaSteps): string[] =>
  listOwnCandidates(dataDir, steps).flatMap(({ path, newest = 0 }) =>
    (readStoredVersion(path) ?? newest) < newest ? path : [],
  )

/** Databases that a program with these schemas would migrate. Yields to the event loop, as a server runs meanwhile. */
export async function listChanging(dataDir: string, steps: SchemaSteps): Promise<string[]> {
  const found: string[] = []
  for (const { path, newest } of listCandidates(dataDir, steps)) {
    await Bun.sleep(0)
    const version = newest === undefined ? undefined : readVersion(path)
    if (version !== undefined && newest !== undefined && version < newest) found.push(path)
  }
  return found
}

export const sizeOfAll = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)

/** How long migrating and checking what is in this folder may take. */
export function trialLimit(dataDir: string): number {
  const companies = namesIn(join(dataDir, 'tenants')).map((uuid) => tenantPath(dataDir, uuid))
  return Math.ceil(limits.trial * (1 + sizeOfAll([controlPath(dataDir), ...companies]) / 1024 ** 3))
}

/** The caller holds the data folder, and nothing in it is open. `copied` gets the number of databases so far. */
export async function copyAside(
  dataDir: string,
  attempt: string,
  { paths, copied }: { readonly paths: readonly string[]; copied?(count: number): void },
): Promise<void> {
  removeCopies(dataDir)
  const folder = copiesFolder(dataDir, attempt)
  makeFolder(folder)
  for (const [at, path] of paths.entries()) {
    const copy = copyOf(dataDir, attempt, path)
    makeFolder(dirname(copy))
    // A node of a fleet must leave exactly what the fleet's log has: not even the journal mode may change.
    if (!isOfFleetNode(dataDir)) emptyLog(path)
    else if (existsSync(`${path}-wal`)) await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE)
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    for (const written of [copy, dirname(copy), dirname(dirname(copy))]) syncToDisk(written)
    copied?.(at + 1)
  }
  for (const written of [folder, allCopies(dataDir), programsFolder(dataDir)]) syncToDisk(written)
}

/**
 * The last process that closes a database removes its log. One that is there belongs to a command that still writes, or to a
 * server that stopped on a full disk. Leaving the journal mode fails while anybody else has the file open.
 */
function emptyLog(path: string): void {
  if (!existsSync(`${path}-wal`)) return
  const raw = new Sqlite(path, { fileMustExist: true, timeout: OTHERS_TIMEOUT_MS })
  try {
    raw.pragma('journal_mode = DELETE')
  } finally {
    raw.close()
  }
}
const OTHERS_TIMEOUT_MS = 10 * SECOND

/**
 * Moves the copies back. Each is in its place or still among the copies, so it can be repeated after a crash. The caller
 * holds the data folder. Returns the names of the files: none on a node of a fleet, whose log has what others have written since.
 */
export function putBack(dataDir: string, attempt: string): string[] {
  if (isOfFleetNode(dataDir)) {
    removeCopies(dataDir)
    return []
  }
  const folder = copiesFolder(dataDir, attempt)
  const names = listFiles(folder)
  for (const name of names) {
    const [copy, path] = [join(folder, name), join(dataDir, name)]
    // The log of the file that is replaced would be applied to the copy.
    for (const ending of ['-wal', '-shm', '-journal']) rmSync(`${path}${ending}`, { force: true })
    syncToDisk(dirname(path))
    moveInto(copy, path)
    syncToDisk(dirname(path))
  }
  removeCopies(dataDir)
  return names
}

/** The company's folder may be on another disk. */
function moveInto(copy: string, path: string): void {
  try {
    renameSync(copy, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    copyFileSync(copy, `${path}.next`, constants.COPYFILE_FICLONE)
    syncToDisk(`${path}.next`)
    renameSync(`${path}.next`, path)
    rmSync(copy)
  }
}

export const removeCopies = (dataDir: string): void => rmSync(allCopies(dataDir), { recursive: true, force: true })

export const removeCopiesOf = (dataDir: string, attempt: string): void =>
  rmSync(copiesFolder(dataDir, attempt), { recursive: true, force: true })

const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.db')) // not what reading one leaves beside it
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .toSorted()
    : []
