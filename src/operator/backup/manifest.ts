/** Manifest of a backup: the version that created it, its companies, and the digest of every file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Sha256 } from '../../platform/files'
import { OPERATOR_MEDIA } from '../../platform/operator-storage'
import { getRows } from '../../platform/sql'
import { withReader } from '../inspect'
import { Refusal } from '../refusal'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const Counts = v.object({
  users: Count,
  connections: Count,
  contacts: Count,
  tickets: Count,
  messages: Count,
})
export type Counts = v.InferOutput<typeof Counts>

export const BackedUpCompany = v.object({
  id: v.number(),
  uuid: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  /** Why the company is not in this backup; null if it is. */
  missing: v.nullable(v.string()),
  /** The node of the fleet that had it: that node's backup has it. Then `missing` says so, too. */
  elsewhere: v.exactOptional(v.string()),
  counts: v.nullable(Counts),
})
export type BackedUpCompany = v.InferOutput<typeof BackedUpCompany>

/** Accepts only names that backups contain, because every name is restored into the data folder. */
const FileName = v.pipe(
  v.string(),
  v.regex(
    /^(control\.db|secret\.key|simulator|operator-media\/media\/[0-9a-f]{2}\/[0-9a-f]{64}|tenants\/[0-9a-f-]{36}\/(tenant\.db|session\.db|media\/[0-9a-f]{2}\/[0-9a-f]{64}))$/,
  ),
)
const Digest = v.object({ sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), size: Count })

export const Manifest = v.object({
  product: v.literal('balcao'),
  format: v.literal(1),
  version: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether secret.key is included. Without it, messenger sessions cannot be opened after a restore. */
  hasKey: v.boolean(),
  companies: v.array(BackedUpCompany),
  files: v.record(FileName, Digest),
})
export type Manifest = v.InferOutput<typeof Manifest>

export const MANIFEST = 'manifest.json'
export const CONTROL = 'control.db'
export const KEY = 'secret.key'
export const tenantIn = (uuid: string) => `tenants/${uuid}/tenant.db`
export const sessionIn = (uuid: string) => `tenants/${uuid}/session.db`
export const operatorMediaIn = (sha256: Sha256) => `${OPERATOR_MEDIA}/media/${sha256.slice(0, 2)}/${sha256}`
export const mediaIn = (uuid: string, sha256: Sha256) => `tenants/${uuid}/media/${sha256.slice(0, 2)}/${sha256}`

export function readManifest(folder: string): Manifest {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  } catch {
    throw new Refusal(`${folder} is not a backup: it has no readable ${MANIFEST}`)
  }
  const parsed = v.safeParse(Manifest, content)
  if (parsed.success) return parsed.output
  throw new Refusal(`${join(folder, MANIFEST)} is damaged, or was written by an unknown version`)
}

export type CompanyRef = Pick<BackedUpCompany, 'id' | 'uuid' | 'name'>

/** The companies listed in a copied control.db. */
export const companiesIn = (control: string): CompanyRef[] =>
  withReader(control, (raw) => getRows<CompanyRef>(raw, 'SELECT id, uuid, name FROM companies ORDER BY id'))

/** Counts the rows of a copied company database. */
export function countRows(tenantDb: string): Counts {
  return withReader(tenantDb, (raw) => {
    const count = (table: keyof Counts) => Number(raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    return {
      users: count('users'),
      connections: count('connections'),
      contacts: count('contacts'),
      tickets: count('tickets'),
      messages: count('messages'),
    }
  })
}
