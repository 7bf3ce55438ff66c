/** Checks of one company: databases, logins, files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sessionEncryption, sessionPath } from '../../channels/sessions/session-store'
import { whatIsStored } from '../../channels/whatsapp/storage/credentials'
import { type Databases, tenantFolder, tenantPath } from '../../platform/databases'
import { findStoredFile } from '../../platform/files'
import { listNames, type StoredFileColumn } from '../../platform/stored-files'
import { SECOND } from '../../platform/time'
import type { Company } from '../../tenancy/tables'
import { countAnew, countDifferences } from '../../tickets/figures/recount'
import { findBackupOf } from '../backup/list'
import { commandStores } from '../claims'
import { clearFaults, findFaults } from '../faults'
import { findHeld } from '../held'
import { findLostTexts, inspectDatabase, isOfNewerVersion, withReader } from '../inspect'
import { kinds } from '../layout'
import { claimLogins, findLoginFaults, type LoginFault } from '../logins'
import { type Finding, fixed, NEWER, note, ok, problem } from './finding'

export type CompanyOptions = {
  readonly fix: boolean
  readonly storedFiles: readonly StoredFileColumn[]
  /** Null if secret.key is missing or invalid, which is a separate finding. */
  readonly secret: Uint8Array | null
  readonly now: number
  /** Other nodes may have stored files that this disk lacks. */
  readonly isInFleet: boolean
}

export async function examineCompany(
  databases: Databases,
  company: Company,
  options: CompanyOptions,
): Promise<Finding[]> {
  const about = `company ${company.id} "${company.name}"`
  const { dataDir } = databases
  const tenant = inspectDatabase(tenantPath(dataDir, company.uuid), { kind: 'tenant', identity: company.uuid })
  if (isOfNewerVersion(tenant, 'tenant')) return [problem(about, `its database ${tenant.problems.join()}`, NEWER)]
  if (tenant.problems.length > 0)
    return [
      problem(about, `its database is damaged: ${tenant.problems.join('; ')}`, restoreRemedy(dataDir, company.uuid)),
      ...examineHeld(about, dataDir, company),
    ]
  const isCurrent = tenant.version === kinds.tenant.steps // otherwise opening it would migrate it
  const findings = [
    ...examineTexts(about, dataDir, company),
    ...examineSessions(about, dataDir, company, options.secret),
    ...(isCurrent ? await examineLogins(about, databases, company, options) : []),
    ...(isCurrent ? examineFaults(about, databases, company, options) : []),
    ...(isCurrent ? examineFigures(about, databases, company, options) : []),
    ...examineFiles(about, dataDir, company, options),
  ]
  return findings.some(({ level }) => level === 'problem')
    ? findings
    : [...findings, ok(about, `intact (step ${tenant.version})`)]
}

function examineHeld(about: string, dataDir: string, { uuid }: Company): Finding[] {
  const held = findHeld(dataDir, uuid, 'tenant.db')
  if (!held) return []
  const words = `the data the server still held for its database is in ${held}`
  return [note(about, `${words}. To continue with it, stop the server and copy it to ${tenantPath(dataDir, uuid)}`)]
}

function examineTexts(about: string, dataDir: string, { uuid }: Company): Finding[] {
  const lost = findLostTexts(tenantPath(dataDir, uuid))
  return lost.length === 0 ? [] : [problem(about, lost.join('; '), restoreRemedy(dataDir, uuid))]
}

function examineSessions(about: string, dataDir: string, { uuid }: Company, secret: Uint8Array | null): Finding[] {
  const path = sessionPath(tenantFolder(dataDir, uuid))
  if (!existsSync(path)) return [] // it never had a connection
  const session = inspectDatabase(path, { kind: 'session', identity: uuid })
  const { problems } = session
  if (isOfNewerVersion(session, 'session'))
    return [problem(about, `its WhatsApp sessions: the database ${problems.join()}`, NEWER)]
  const lost = problems.length === 0 ? findLostTexts(path) : []
  if (problems.length + lost.length === 0) return secret ? examineLocked(about, path, uuid, secret) : []
  const again = `move ${path} away and link its connections again.`
  // A restore keeps intact session files: older keys would be worse than a few lost ones.
  const remedy = problems.length > 0 ? `${restoreRemedy(dataDir, uuid)} Or ${again}` : `If a connection fails, ${again}`
  return [problem(about, `its WhatsApp sessions are damaged: ${[...problems, ...lost].join('; ')}`, remedy)]
}

function examineLocked(about: string, path: string, tenantUuid: string, secret: Uint8Array): Finding[] {
  const encryption = sessionEncryption(secret)
  const locked = withReader(path, (db) => {
    const ids = db.prepare("SELECT connection_id FROM session_rows WHERE type = 'creds'").pluck().all() as number[]
    return ids.filter(
      (connectionId) => whatIsStored({ db, ref: { tenantUuid, connectionId }, encryption }) === 'locked',
    )
  })
  if (locked.length === 0) return []
  const words = `the sessions of its connections ${locked.join(', ')} were encrypted with another secret.key`
  return [problem(about, words, 'Put that secret.key back and restart the server, or link these numbers again.')]
}

async function examineLogins(
  about: string,
  databases: Databases,
  { uuid }: Company,
  { fix, now }: CompanyOptions,
): Promise<Finding[]> {
  const { dataDir, control } = databases
  const { claims } = commandStores(databases, now)
  const logins = { claims, control, db: databases.tenant(uuid), tenantUuid: uuid }
  const faults = await findLoginFaults(logins)
  if (faults.length === 0) return []
  if (!fix) return faults.map((fault) => describe(about, dataDir, fault))
  const refused = new Set(await claimLogins(logins))
  return faults.map((fault) =>
    refused.has(fault.email)
      ? describe(about, dataDir, { ...fault, fault: 'duplicate' })
      : fixed(about, `the login of ${fault.email} was rebuilt`),
  )
}

function describe(about: string, dataDir: string, { email, fault }: LoginFault): Finding {
  switch (fault) {
    case 'missing':
      return problem(about, `${email} cannot sign in: the email is not claimed for this company`, fixRemedy(dataDir))
    case 'stale':
      return problem(about, `${email} is claimed for this company, where nobody uses it`, fixRemedy(dataDir))
    case 'duplicate':
      return problem(
        about,
        `${email} cannot sign in: another company uses the same email`,
        'Change one of the two emails.',
      )
  }
}

function examineFaults(
  about: string,
  { dataDir, tenant }: Databases,
  { id, uuid }: Company,
  { fix, storedFiles }: CompanyOptions,
): Finding[] {
  const options = { companyId: id, storedFiles }
  const found = withReader(tenantPath(dataDir, uuid), (raw) => findFaults(raw, options))
  if (found.length === 0) return []
  if (!fix) return found.map((words) => problem(about, words, fixRemedy(dataDir)))
  const raw = tenant(uuid).$client
  raw.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`)
  return clearFaults(raw, options).map((words) => fixed(about, `cleared: ${words}`))
}

function examineFigures(
  about: string,
  { dataDir, tenant }: Databases,
  { uuid }: Company,
  { fix }: { fix: boolean },
): Finding[] {
  const different = countDifferences(tenantPath(dataDir, uuid))
  if (different === 0) return []
  const words = `${different} rows of the figures for dashboard and reports differ from a recount`
  if (!fix) return [problem(about, words, fixRemedy(dataDir))]
  const raw = tenant(uuid).$client
  raw.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`)
  countAnew(raw)
  return [fixed(about, `${words}: the server counts them anew`)]
}

function examineFiles(
  about: string,
  dataDir: string,
  { uuid }: Company,
  { storedFiles, isInFleet }: Pick<CompanyOptions, 'storedFiles' | 'isInFleet'>,
): Finding[] {
  const folder = tenantFolder(dataDir, uuid)
  const named = withReader(tenantPath(dataDir, uuid), (raw) => [...listNames(raw, storedFiles)])
  const missing = named.filter((sha256) => !findStoredFile(folder, sha256))
  if (missing.length === 0) return []
  if (isInFleet) {
    const words = `${missing.length} of ${named.length} files it refers to are not on this disk`
    return [
      note(
        about,
        `${words}; the fleet’s object store has those of its companies, and this node brings them when they are read`,
      ),
    ]
  }
  const remedy = `Copy the folder media/ of a backup over ${join(folder, 'media')}: existing files stay.`
  return [problem(about, `${missing.length} of ${named.length} files it refers to are missing, or are links`, remedy)]
}

/** How long to wait for a commit of the running server. */
const LOCK_TIMEOUT_MS = 5 * SECOND

const fixRemedy = (dataDir: string) => `balcao doctor --fix --data ${dataDir}`

function restoreRemedy(dataDir: string, uuid: string): string {
  const backup = findBackupOf(dataDir, uuid)
  return backup
    ? `balcao backup restore ${backup.name} --tenant ${uuid} --data ${dataDir}`
    : `No backup of this company is in ${join(dataDir, 'backups')}. If you have one elsewhere: balcao backup restore <folder> --tenant ${uuid} --data ${dataDir}`
}
