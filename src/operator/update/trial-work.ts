/**
 * What a new program does with the databases before its doors open: migrates, reads, writes and checks each. In a process of its
 * own, which holds the data folder and ends with its parent, so that a large database delays no answer.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openSessionStore, sessionEncryption, sessionPath } from '../../channels/sessions/session-store'
import { controlPath, openControl, openTenantFile, tenantFolder, tenantPath } from '../../platform/databases'
import { isOfFleetNode } from '../../platform/fleet-environment'
import { endWith } from '../../platform/last-resort'
import { lockDataFolder } from '../../platform/lock'
import { findSecret } from '../../platform/secret'
import { DamagedDatabase, type Raw } from '../../platform/sqlite'
import { listCompanies } from '../../tenancy/companies'
import { namesIn } from '../backup/files'
import { withReader } from '../inspect'
import { copiesFolder, copyOf } from './copies'

/** Larger databases are opened, read and written, but their pages are not checked one by one. */
const CHECK_BYTES = 512 * 1024 * 1024

export type TrialOptions = {
  readonly attempt: string
  readonly parent: number
  /** Gets the number of companies that are done. */
  progress(companies: number, of: number): void
}

export type TrialReport = {
  readonly companies: number
  /** Companies whose files were damaged before, by number; on a node of a fleet by uuid. */
  readonly damaged: readonly (number | string)[]
}

/** Throws what fails. */
export function tryDatabases(dataDir: string, { attempt, parent, progress }: TrialOptions): TrialReport {
  endWith(parent)
  const lock = lockDataFolder(dataDir)
  if (isOfFleetNode(dataDir))
    try {
      return tryCopies(dataDir, attempt, progress)
    } finally {
      lock.release()
    }
  try {
    const control = openControl(dataDir)
    try {
      exercise(control.$client)
      const companies = listCompanies(control)
      const secret = findSecret(dataDir)
      const damaged: number[] = []
      for (const [at, { id, uuid }] of companies.entries()) {
        progress(at, companies.length)
        if (!tryCompany({ dataDir, attempt, uuid, secret })) damaged.push(id)
      }
      return { companies: companies.length, damaged }
    } finally {
      control.$client.close()
    }
  } finally {
    lock.release()
  }
}

/** On a node of a fleet, whose databases are at work on other nodes: migrates and checks the copies of what would change. */
function tryCopies(dataDir: string, attempt: string, progress: TrialOptions['progress']): TrialReport {
  const folder = copiesFolder(dataDir, attempt)
  if (existsSync(controlPath(folder))) withRaw(openControl(folder).$client, exercise)
  const companies = namesIn(join(folder, 'tenants'))
  const secret = findSecret(dataDir)
  const damaged: string[] = []
  for (const [at, uuid] of companies.entries()) {
    progress(at, companies.length)
    if (!tryCopy(folder, uuid, secret)) damaged.push(uuid)
  }
  return { companies: companies.length, damaged }
}

/** Returns false if it is damaged, and therefore out of service in every version. */
function tryCopy(folder: string, uuid: string, secret: Uint8Array | null): boolean {
  const company = tenantFolder(folder, uuid)
  const [tenant, session] = [tenantPath(folder, uuid), sessionPath(company)]
  try {
    if (existsSync(tenant)) withRaw(openTenantFile(folder, uuid, { create: false }).$client, exercise)
    if (secret && existsSync(session)) withRaw(openSessionStore(company, uuid, sessionEncryption(secret)), exercise)
    return true
  } catch (error) {
    // A migration that fails leaves the file as it was.
    const isDamaged = [tenant, session].some((path) => existsSync(path) && !isIntact(path))
    if (!(error instanceof DamagedDatabase) || !isDamaged) throw error
    return false
  }
}

type CompanyTrial = {
  readonly dataDir: string
  readonly attempt: string
  readonly uuid: string
  readonly secret: Uint8Array | null
}

/** Returns false if one of its files was damaged before: it is out of service in every version. */
function tryCompany({ dataDir, attempt, uuid, secret }: CompanyTrial): boolean {
  const folder = tenantFolder(dataDir, uuid)
  const [tenant, session] = [tenantPath(dataDir, uuid), sessionPath(folder)]
  const wasIntact = (path: string) => isIntact(copyOf(dataDir, attempt, path))
  if (!existsSync(tenant)) return false
  try {
    withRaw(openTenantFile(dataDir, uuid, { create: false }).$client, exercise)
    if (secret && existsSync(session)) withRaw(openSessionStore(folder, uuid, sessionEncryption(secret)), exercise)
    return true
  } catch (error) {
    if (!(error instanceof DamagedDatabase) || wasIntact(tenant) || wasIntact(session)) throw error
    return false
  }
}

/** A copy that a damaged file was made from is damaged, too. Files without a copy are not changed by this program. */
function isIntact(copy: string): boolean {
  if (!existsSync(copy)) return false
  try {
    return withReader(copy, (raw) => raw.pragma('quick_check(1)', { simple: true })) === 'ok'
  } catch {
    return false
  }
}

function withRaw(raw: Raw, work: (raw: Raw) => void): void {
  try {
    work(raw)
  } finally {
    raw.close()
  }
}

/** Reads a row of each table, writes without keeping it, and checks the pages of a file that is not too large. */
function exercise(raw: Raw): void {
  const tables = raw
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all() as string[] // names are text
  for (const table of tables) raw.prepare(`SELECT * FROM "${table}" LIMIT 1`).get()
  raw.exec('BEGIN IMMEDIATE; CREATE TABLE update_trial (id INTEGER); INSERT INTO update_trial VALUES (1); ROLLBACK')
  if (statSync(raw.name).size > CHECK_BYTES) return
  const verdict = String(raw.pragma('quick_check(1)', { simple: true }))
  if (verdict !== 'ok') throw new DamagedDatabase(raw.name, verdict)
}
