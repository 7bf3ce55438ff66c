/** A company's two files with the product's schemas, and random transactions on them. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SESSION_ID, sessionPath } from '../../../src/channels/sessions/session-store'
import { sessionSchema } from '../../../src/channels/whatsapp/storage/session-schema'
import type { FleetFile } from '../../../src/fleet/owner-files'
import { openTenantAt, writeTenantFile } from '../../../src/platform/databases'
import { openSqlite, type Raw } from '../../../src/platform/sqlite'
import type { Random } from '../../support/random'

export const FLEET_KEY = Buffer.alloc(32, 7)
export const COMPANY = 'b0a7c6de-0000-4000-8000-000000000001'

const folders: string[] = []
/** In memory where that is possible: the tests flush much. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
export function newFolder(): string {
  const folder = mkdtempSync(join(parent, 'balcao-fleet-'))
  folders.push(folder)
  return folder
}
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export const filesIn = (folder: string): FleetFile[] =>
  ['tenant.db', 'session.db'].map((name) => ({ name, path: join(folder, name) }))

export async function createCompany(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await writeTenantFile(join(folder, 'tenant.db'), COMPANY)
  openCompany(folder, { create: true }).close()
}

export type Company = { readonly tenant: Raw; readonly session: Raw; close(): void }

/** As the product opens them, with checkpoints left to the fleet. */
export function openCompany(folder: string, { create = false } = {}): Company {
  const tenant = openTenantAt(join(folder, 'tenant.db'), COMPANY, { create: false }).$client
  const session = openSqlite(
    sessionPath(folder),
    sessionSchema,
    { applicationId: SESSION_ID, identity: COMPANY },
    { create },
  )
  for (const raw of [tenant, session]) raw.pragma('wal_autocheckpoint = 0')
  return {
    tenant,
    session,
    close() {
      tenant.close()
      session.close()
    },
  }
}

/**
 * Compares up to the end of the first file, in another process: reading a database here, while SQLite has it open, would
 * drop SQLite's locks.
 */
export function findDifference(owned: string, copy: string): string | undefined {
  const { size } = statSync(owned)
  if (statSync(copy).size < size) return `${copy} has ${statSync(copy).size} bytes, not ${size}`
  const { stdout, exitCode } = Bun.spawnSync(['cmp', '-n', String(size), owned, copy])
  return exitCode === 0 ? undefined : stdout.toString()
}

const words = 'boleto pedido entrega segunda via nota fiscal endereço obrigado amanhã cliente troca'.split(' ')
const text = (random: Random, count: number) => Array.from({ length: count }, () => random.pick(words)).join(' ')

const addContact = ({ tenant }: Company, random: Random) => {
  const name = text(random, 3)
  const number = String(5_511_900_000_000 + random.below(90_000_000))
  const { lastInsertRowid } = tenant
    .prepare('INSERT INTO contacts (name, name_folded, number, created_at) VALUES (?, ?, ?, ?)')
    .run(name, name.toLowerCase(), number, random.below(1e9))
  const isKnown = tenant.prepare('SELECT 1 FROM contact_search WHERE rowid = ?').get(lastInsertRowid) !== undefined
  if (!isKnown)
    tenant
      .prepare('INSERT INTO contact_search (rowid, name_folded, number) VALUES (?, ?, ?)')
      .run(lastInsertRowid, name.toLowerCase(), number)
}
const renameContacts = ({ tenant }: Company, random: Random) => {
  tenant.prepare('UPDATE contacts SET name = ? WHERE id % 7 = ?').run(text(random, 4), random.below(7))
}
const deleteContacts = ({ tenant }: Company, random: Random) => {
  const ids = tenant.prepare('SELECT id FROM contacts ORDER BY id LIMIT 1 OFFSET ?').pluck().all(random.below(50))
  for (const id of ids) tenant.prepare('DELETE FROM contacts WHERE id = ?').run(id)
}
const journal = ({ session }: Company, random: Random, bytes: number) => {
  session
    .prepare('INSERT OR REPLACE INTO inbox (connection_id, seq, attrs, plain) VALUES (1, ?, ?, ?)')
    .run(
      random.below(12),
      text(random, 10),
      Buffer.alloc(bytes, random.below(256)).fill(text(random, 5), 0, Math.min(bytes, 100)),
    )
}
const takeFromJournal = ({ session }: Company, random: Random) => {
  session.prepare('DELETE FROM inbox WHERE seq < ?').run(random.below(12))
}
const saveRatchet = ({ session }: Company, random: Random) => {
  session
    .prepare('INSERT OR REPLACE INTO session_rows (connection_id, type, id, value) VALUES (1, ?, ?, ?)')
    .run('session', String(random.below(200)), text(random, 40))
}
const small = [addContact, addContact, renameContacts, deleteContacts, takeFromJournal, saveRatchet, saveRatchet]

class Undone extends Error {}
const inTransaction = (raw: Raw, work: () => void) => {
  try {
    raw.transaction(work).immediate()
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

/** One random transaction, in one or both files: rows, large blobs, rollbacks, savepoints, VACUUM. */
export function runTransaction(company: Company, random: Random): void {
  const kind = random.below(100)
  if (kind < 1) company.tenant.exec('VACUUM')
  else if (kind < 2) company.session.exec('VACUUM')
  else if (kind < 4) journal(company, random, 3_000_000)
  else if (kind < 10) journal(company, random, random.below(20_000))
  else
    inTransaction(company.tenant, () => {
      const count = random.oneIn(20) ? 200 : 1 + random.below(3)
      for (let done = 0; done < count; done++) random.pick(small)(company, random)
      if (random.oneIn(8)) inSavepoint(company, random)
      if (random.oneIn(10)) throw new Undone()
    })
  if (kind >= 90) {
    // larger than the page cache, so SQLite writes uncommitted pages to the log
    company.tenant.pragma('cache_size = 20')
    inTransaction(company.tenant, () => {
      for (let done = 0; done < 60; done++) addContact(company, random)
      if (random.oneIn(2)) throw new Undone()
    })
    company.tenant.pragma('cache_size = -1000')
  }
}

function inSavepoint(company: Company, random: Random): void {
  company.tenant.exec('SAVEPOINT inner_part')
  for (let done = 0; done < 5; done++) addContact(company, random)
  if (random.oneIn(2)) company.tenant.exec('ROLLBACK TO inner_part')
  company.tenant.exec('RELEASE inner_part')
}
