/** Verifies a backup: all files present and unchanged, databases intact with the right identity, row counts equal. */
import { join } from 'node:path'
import { isFileWithin } from '../../platform/files'
import { listOperatorFiles } from '../../platform/operator-storage'
import type { Raw } from '../../platform/sqlite'
import { listNames, type StoredFileColumn } from '../../platform/stored-files'
import { findFaults } from '../faults'
import { type ExpectedFile, inspectDatabase, withReader } from '../inspect'
import { digestOf, sizeOf } from './files'
import {
  type BackedUpCompany,
  CONTROL,
  companiesIn,
  countRows,
  type Manifest,
  mediaIn,
  operatorMediaIn,
  readManifest,
  sessionIn,
  tenantIn,
} from './manifest'

export type Verdict = {
  readonly manifest: Manifest
  /** Why the backup is damaged. */
  readonly problems: readonly string[]
  /** Faults that a restore clears (../faults.ts). */
  readonly faults: readonly string[]
  /** Stored files that rows refer to but the backup lacks. */
  readonly missing: readonly string[]
}

export type VerifyOptions = {
  /** Also read media files; otherwise only presence and size are checked. */
  readonly readMedia: boolean
  readonly storedFiles: readonly StoredFileColumn[]
  /** Verify only this company. */
  readonly only?: string
  readonly signal?: AbortSignal | undefined
  /** On a node of a fleet, whose control.db may be ahead of this program. */
  readonly isOfFleet?: boolean
}

export async function verifyBackup(
  folder: string,
  { readMedia, storedFiles, only, signal, isOfFleet = false }: VerifyOptions,
): Promise<Verdict> {
  const manifest = readManifest(folder)
  const concerns = (name: string) => only === undefined || name.startsWith(`tenants/${only}/`)
  const problems = await findChangedFiles(folder, manifest, (name) => concerns(name), readMedia)
  if (only === undefined) problems.push(...inspectControl(folder, manifest, isOfFleet))
  const faults: string[] = []
  const missing: string[] = only === undefined && problems.length === 0 ? missingOfOperator(folder, manifest) : []
  for (const company of manifest.companies) {
    await new Promise(setImmediate) // signals are handled only between two turns of the event loop
    signal?.throwIfAborted()
    if (company.missing !== null || (only !== undefined && only !== company.uuid)) continue
    const found = inspectCompany(folder, company, manifest)
    problems.push(...found)
    if (found.length > 0) continue
    const name = tenantIn(company.uuid)
    withReader(join(folder, name), (raw) => {
      faults.push(...findFaults(raw, { companyId: company.id, storedFiles }).map((one) => `${name}: ${one}`))
      missing.push(...missingIn(raw, company, { manifest, storedFiles }).map((one) => `${name}: ${one}`))
    })
  }
  return { manifest, problems, faults, missing }
}

function missingOfOperator(folder: string, { files }: Manifest): string[] {
  const named = withReader(join(folder, CONTROL), (raw) => [...listOperatorFiles(raw)])
  const missing = named.filter((sha256) => !(operatorMediaIn(sha256) in files))
  return missing.length === 0
    ? []
    : [`${CONTROL}: ${missing.length} of ${named.length} files that it names are not in the backup`]
}

function missingIn(
  raw: Raw,
  { uuid }: BackedUpCompany,
  { manifest, storedFiles }: { manifest: Manifest; storedFiles: readonly StoredFileColumn[] },
): string[] {
  const named = [...listNames(raw, storedFiles)]
  const missing = named.filter((sha256) => !(mediaIn(uuid, sha256) in manifest.files))
  return missing.length === 0 ? [] : [`${missing.length} of ${named.length} files that it names are not in the backup`]
}

async function findChangedFiles(
  folder: string,
  { files }: Manifest,
  concerns: (name: string) => boolean,
  readMedia: boolean,
): Promise<string[]> {
  const problems: string[] = []
  for (const [name, { sha256, size }] of Object.entries(files)) {
    if (!concerns(name)) continue
    const path = join(folder, name)
    if (!isFileWithin(folder, name)) problems.push(`${name} is missing, or behind a link`)
    else if (name.includes('/media/') && !name.endsWith(sha256))
      problems.push(`${name} is named otherwise than its content`)
    else if (sizeOf(path) !== size) problems.push(`${name} has another size than when it was made`)
    else if ((readMedia || !name.includes('/media/')) && (await digestOf(path)).sha256 !== sha256)
      problems.push(`${name} has changed since it was made`)
  }
  return problems
}

/** A company's uuid is the name of its folder. */
function inspectControl(folder: string, { companies }: Manifest, mayBeNewer: boolean): string[] {
  const problems = inspect(folder, CONTROL, { kind: 'control', identity: 'control', mayBeNewer })
  if (problems.length > 0) return problems
  const listed = new Map(companies.map(({ uuid, id }) => [uuid, id]))
  return companiesIn(join(folder, CONTROL)).every(({ uuid, id }) => listed.get(uuid) === id)
    ? []
    : [`${CONTROL} names companies that the list does not`]
}

function inspectCompany(folder: string, { uuid, counts }: BackedUpCompany, { files }: Manifest): string[] {
  const problems = inspect(folder, tenantIn(uuid), { kind: 'tenant', identity: uuid })
  if (files[sessionIn(uuid)]) problems.push(...inspect(folder, sessionIn(uuid), { kind: 'session', identity: uuid }))
  if (problems.length > 0) return problems
  const found = countRows(join(folder, tenantIn(uuid)))
  return JSON.stringify(found) === JSON.stringify(counts) ? [] : [`${tenantIn(uuid)} does not hold what the list says`]
}

const inspect = (folder: string, name: string, expected: ExpectedFile): string[] =>
  inspectDatabase(join(folder, name), expected).problems.map((problem) => `${name}: ${problem}`)
