/**
 * Examines an installation, whether its server runs or not, and reports problems with remedies. Changes nothing without
 * `fix`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { controlPath, hasCompanies, openDatabases } from '../../platform/databases'
import { isForLackOfSpace } from '../../platform/disk-space'
import { findStoredFile } from '../../platform/files'
import type { Log } from '../../platform/log'
import { listOperatorFiles, OPERATOR_MEDIA, operatorFolder } from '../../platform/operator-storage'
import { findSecret } from '../../platform/secret'
import type { StoredFileColumn } from '../../platform/stored-files'
import { listCompanies } from '../../tenancy/companies'
import { namesIn } from '../backup/files'
import { listHandovers } from '../handover'
import { inspectDatabase, isOfNewerVersion, withReader } from '../inspect'
import { kinds } from '../layout'
import { examineCertificate } from './certificate'
import { examineCompany } from './company'
import { type Finding, NEWER, note, ok, problem } from './finding'
import { canBeEntered, examineDisk, examineFolder, examineSettings, examineUse, isWritable } from './machine'
import { examineMeta } from './meta'
import { examinePrograms } from './programs'

export type Examination = {
  readonly dataDir: string
  /** Settings by name, as `serve` would read them. */
  readonly settings: Readonly<Record<string, string | undefined>>
  /** Claim e-mails anew and clear foreign rows (../faults.ts). */
  readonly fix: boolean
  readonly storedFiles: readonly StoredFileColumn[]
  readonly log: Log
  readonly now: number
  /** On a node of a fleet: those of the companies that it owns. Nobody may open its copies of others. */
  listOwned?(companies: readonly string[]): Promise<readonly string[]>
}

export async function examine(examination: Examination): Promise<Finding[]> {
  const { dataDir, settings } = examination
  const findings = examineSettings(settings)
  const isClosed = existsSync(dataDir) && !canBeEntered(dataDir)
  if (!isClosed && !existsSync(controlPath(dataDir)) && !hasCompanies(dataDir))
    return [
      ...findings,
      problem(
        'data folder',
        `no installation in ${dataDir}`,
        'Start one with balcao serve, or choose its folder with --data.',
      ),
    ]
  findings.push(...examineFolder(dataDir), ...examineDisk(dataDir))
  if (!isWritable(dataDir)) return findings // databases cannot be opened there, which does not mean that they are damaged
  try {
    return [...findings, ...examineUse(dataDir), ...examinePrograms(dataDir), ...(await examineDatabases(examination))]
  } catch (error) {
    if (!isForLackOfSpace(dataDir, error)) throw error
    return [...findings, problem('databases', 'cannot be checked on a full disk', 'Free up disk space.')]
  }
}

export const isHealthy = (findings: readonly Finding[]): boolean => findings.every(({ level }) => level !== 'problem')

async function examineDatabases(examination: Examination): Promise<Finding[]> {
  const { dataDir } = examination
  const control = inspectDatabase(controlPath(dataDir), { kind: 'control', identity: 'control' })
  if (control.problems.length > 0) {
    const restore = 'Restore the newest backup into another folder: balcao backup restore <backup> --to <folder>'
    const remedy = isOfNewerVersion(control, 'control') ? NEWER : restore
    return [problem('control.db', control.problems.join('; '), remedy)]
  }
  if (control.version !== kinds.control.steps)
    return [note('control.db', 'has an earlier schema version; the server migrates it at the next start')]
  return [
    ok('control.db', `intact (step ${control.version})`),
    ...examineOperatorFiles(dataDir),
    ...(await examineCompanies(examination)),
  ]
}

function examineOperatorFiles(dataDir: string): Finding[] {
  const folder = operatorFolder(dataDir)
  const named = withReader(controlPath(dataDir), (raw) => [...listOperatorFiles(raw)])
  const missing = named.filter((sha256) => !findStoredFile(folder, sha256))
  if (missing.length === 0) return []
  const remedy = `Copy the folder ${OPERATOR_MEDIA}/ of a backup over ${folder}: existing files stay.`
  return [
    problem(
      OPERATOR_MEDIA,
      `${missing.length} of ${named.length} files of announcements are missing, or are links`,
      remedy,
    ),
  ]
}

async function examineCompanies(examination: Examination): Promise<Finding[]> {
  const { dataDir, settings, fix, storedFiles, log, now, listOwned } = examination
  const databases = openDatabases(dataDir, log)
  databases.writableControl().$client.pragma('busy_timeout = 5000')
  try {
    const companies = listCompanies(databases.control)
    const known = new Set(companies.map(({ uuid }) => uuid))
    const busy = listHandovers(dataDir)
    const secret = secretOf(dataDir)
    const found: Finding[] = []
    const owned = new Set(listOwned ? await listOwned([...known]) : known)
    const options = { fix, storedFiles, secret, now, isInFleet: listOwned !== undefined }
    for (const company of companies.filter(({ uuid }) => !busy.has(uuid) && owned.has(uuid)))
      found.push(...(await examineCompany(databases, company, options)))
    const elsewhere = companies.length - owned.size
    if (elsewhere > 0) found.push(note('companies', `${elsewhere} are on other nodes and were not examined here`))
    return [
      ...found,
      ...namesIn(join(dataDir, 'tenants'))
        .filter((name) => !known.has(name))
        .map((name) => orphan(join(dataDir, 'tenants', name))),
      ...(secret ? examineCertificate({ dataDir, control: databases.writableControl(), secret, settings, now }) : []),
      ...(secret
        ? examineMeta({ databases, companies: companies.filter(({ uuid }) => owned.has(uuid)), secret, settings, now })
        : []),
    ]
  } finally {
    databases.close()
  }
}

function secretOf(dataDir: string): Uint8Array | null {
  try {
    return findSecret(dataDir)
  } catch {
    return null
  }
}

const orphan = (folder: string): Finding =>
  problem('folder', `${folder} belongs to no company`, 'Move it out of the data folder if you do not know what it is.')
