/** Verifies a backup: every file present and unchanged, every database intact and the one it claims to be, every row count right. */
import { join } from 'node:path'
import { inspectDatabase } from '../inspect'
import type { Kind } from '../layout'
import { digestOf, isFile, sizeOf } from './files'
import {
  type BackedUpCompany,
  CONTROL,
  companiesIn,
  countRows,
  type Manifest,
  readManifest,
  sessionIn,
  tenantIn,
} from './manifest'

export type Verdict = { readonly manifest: Manifest; readonly problems: readonly string[] }

export type VerifyOptions = {
  /** Read media files too; otherwise only their presence and size are checked. */
  readonly readMedia: boolean
  /** Only what belongs to this company. */
  readonly only?: string
  readonly signal?: AbortSignal | undefined
}

export async function verifyBackup(folder: string, { readMedia, only, signal }: VerifyOptions): Promise<Verdict> {
  const manifest = readManifest(folder)
  const concerns = (name: string) => only === undefined || name.startsWith(`tenants/${only}/`)
  const problems = await findChangedFiles(folder, manifest, (name) => concerns(name), readMedia)
  if (only === undefined) problems.push(...inspectControl(folder, manifest))
  for (const company of manifest.companies) {
    await new Promise(setImmediate) // a signal is only noticed between two turns
    signal?.throwIfAborted()
    if (company.missing === null && (only === undefined || only === company.uuid))
      problems.push(...inspectCompany(folder, company, manifest))
  }
  return { manifest, problems }
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
    if (!isFile(path)) problems.push(`${name} is missing`)
    else if (sizeOf(path) !== size) problems.push(`${name} has another size than when it was made`)
    else if ((readMedia || !name.includes('/media/')) && (await digestOf(path)).sha256 !== sha256)
      problems.push(`${name} has changed since it was made`)
  }
  return problems
}

/** A company's uuid is the name of its folder. */
function inspectControl(folder: string, { companies }: Manifest): string[] {
  const problems = inspect(folder, CONTROL, 'control', 'control')
  if (problems.length > 0) return problems
  const listed = new Set(companies.map(({ uuid }) => uuid))
  return companiesIn(join(folder, CONTROL)).every(({ uuid }) => listed.has(uuid))
    ? []
    : [`${CONTROL} names companies that the list does not`]
}

function inspectCompany(folder: string, { uuid, counts }: BackedUpCompany, { files }: Manifest): string[] {
  const problems = inspect(folder, tenantIn(uuid), 'tenant', uuid)
  if (files[sessionIn(uuid)]) problems.push(...inspect(folder, sessionIn(uuid), 'session', uuid))
  if (problems.length > 0) return problems
  const found = countRows(join(folder, tenantIn(uuid)))
  return JSON.stringify(found) === JSON.stringify(counts) ? [] : [`${tenantIn(uuid)} does not hold what the list says`]
}

const inspect = (folder: string, name: string, kind: Kind, identity: string): string[] =>
  inspectDatabase(join(folder, name), { kind, identity }).problems.map((problem) => `${name}: ${problem}`)
