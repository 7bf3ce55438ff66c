/** What a data folder has of the fleet's installation, and what of it the fleet does not know yet. */
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import * as v from 'valibot'
import { openSessionStore, sessionEncryption, sessionPath } from '../../channels/sessions/session-store'
import { STATE_NAME } from '../../fleet/copies'
import { readText } from '../../fleet/durable'
import { NOTE_NAME } from '../../fleet/owner-note'
import type { Placement } from '../../fleet/placement/placement'
import { FleetRefused } from '../../fleet/refused'
import { controlPath, tenantFolder, tenantPath } from '../../platform/databases'
import { fleetNodePath } from '../../platform/fleet-environment'
import { CONTROL } from '../../platform/gate'

/** How long a node without an installation waits for another one to bring it into the fleet. */
const INSTALLATION_MS = 30_000

/** `folder` is this one: a copy of the data folder has the note too, and the process that it names may run in the original. */
const NodeNote = v.object({ node: v.string(), incarnation: v.string(), folder: v.string() })
const folderOf = (dataDir: string): string => String(statSync(dataDir, { bigint: true }).ino)

/** The incarnation of the process before this one in the same data folder. It has ended: this one has the folder's lock. */
export function findPredecessor(dataDir: string, node: string): string | undefined {
  const text = readText(fleetNodePath(dataDir))
  const read = text === undefined ? undefined : v.safeParse(NodeNote, JSON.parse(text))
  if (!read?.success || read.output.node !== node || read.output.folder !== folderOf(dataDir)) return undefined
  return read.output.incarnation
}

export function newIncarnation(dataDir: string, node: string): string {
  const incarnation = crypto.randomUUID()
  const path = fleetNodePath(dataDir)
  writeFileSync(`${path}.new`, JSON.stringify({ node, incarnation, folder: folderOf(dataDir) }), {
    flush: true,
    mode: 0o600,
  })
  renameSync(`${path}.new`, path)
  return incarnation
}

/**
 * A node whose folder has the installation brings it into a fleet that has none; others get it from the fleet. Throws
 * `FleetRefused`.
 */
export async function requireInstallation(
  dataDir: string,
  node: string,
  { picture, until }: Placement,
  within = INSTALLATION_MS,
): Promise<void> {
  const control = () => picture.owners.get(CONTROL)?.value
  const isHere = existsSync(controlPath(dataDir))
  const isOfFleet = [NOTE_NAME, STATE_NAME].some((name) => existsSync(join(dataDir, name)))
  const known = control()
  const isBrought = known?.node === node && known.epoch === 0 // and was interrupted
  if (isHere && !isOfFleet && known && !isBrought)
    throw new FleetRefused([
      `${dataDir} has an installation of its own, and the fleet has one already. Start this node with an empty folder that has secret.key only.`,
    ])
  if (isHere || known) return
  const isKnown = until(() => control() !== undefined).then(() => true)
  if (!(await Promise.race([isKnown, Bun.sleep(within).then(() => false)])))
    throw new FleetRefused([
      `No node has brought an installation into the fleet, and ${dataDir} has none. First start the node whose data folder has it.`,
    ])
}

/** Every company of a fleet has both files, each with a log: what ships has the same files always. */
export function createSession(dataDir: string, company: string, secret: Uint8Array): void {
  const folder = tenantFolder(dataDir, company)
  if (!existsSync(sessionPath(folder))) openSessionStore(folder, company, sessionEncryption(secret)).close()
  for (const path of [tenantPath(dataDir, company), sessionPath(folder)]) beginLog(path)
}

/** Files of a backup have none until they are opened. By SQLite: a new company is open here, and keeps its locks. */
function beginLog(path: string): void {
  const raw = new Sqlite(path, { fileMustExist: true })
  try {
    raw.pragma('journal_mode = WAL')
  } finally {
    raw.close()
  }
}

/** The companies in control.db. */
type CompanyRows = readonly { readonly uuid: string }[]

/**
 * Companies of the installation whose folder is here and that the fleet does not know: those of an installation that joins,
 * one that a command has made, and one whose making was interrupted. A copy is no reason: its company is being deleted.
 */
export const listLeftOut = (companies: CompanyRows, dataDir: string, { picture }: Placement): string[] =>
  companies
    .map(({ uuid }) => uuid)
    .filter((uuid) => !picture.owners.has(uuid) && existsSync(tenantPath(dataDir, uuid)))
    .filter((uuid) => !existsSync(join(tenantFolder(dataDir, uuid), STATE_NAME)))

/** Companies that the fleet has and the installation has not: their deletion was interrupted. */
export function listLeftOver(companies: CompanyRows, { picture }: Placement): string[] {
  const known = new Set(companies.map(({ uuid }) => uuid))
  return [...picture.owners.keys()].filter((company) => company !== CONTROL && !known.has(company))
}
