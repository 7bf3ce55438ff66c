import { and, asc, desc, eq } from 'drizzle-orm'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import { instant, instantOrNull } from '../../platform/formats'
import { getColumn } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { integrations, type StoredIntegration } from '../integrations/tables'
import type { KnownTargets } from './check'
import type { FlowDetails, FlowFile, FlowVersion } from './contract'
import { flowErrors } from './errors'
import { emptyFlow, type Flow } from './format/contract'
import { flowFiles, flowSecrets, flows, flowVersions, type StoredFlow, type StoredFlowFile } from './tables'

/** The integration of a flow; its flow may not have been saved yet. */
export function findFlowOwner(db: Db, id: number): StoredIntegration {
  const found = db.select().from(integrations).where(eq(integrations.id, id)).get()
  return found?.type === 'flowbuilder' ? found : fail(flowErrors.ERR_NO_FLOW_FOUND)
}

export const findFlow = (db: Db, id: number): StoredFlow | undefined =>
  db.select().from(flows).where(eq(flows.integrationId, id)).get()

export const findVersion = (db: Db, id: number, version: number) =>
  db
    .select()
    .from(flowVersions)
    .where(and(eq(flowVersions.integrationId, id), eq(flowVersions.version, version)))
    .get()

export function listVersions(db: Db, id: number): FlowVersion[] {
  const { version, publishedAt, publishedBy } = flowVersions
  return db
    .select({ version, publishedAt, publishedBy })
    .from(flowVersions)
    .where(eq(flowVersions.integrationId, id))
    .orderBy(desc(version))
    .all()
    .map((row) => ({ ...row, publishedAt: instant(row.publishedAt) }))
}

export function showFlow(db: Db, owner: StoredIntegration): FlowDetails {
  const stored = findFlow(db, owner.id)
  const published = stored?.version ? findVersion(db, owner.id, stored.version) : undefined
  return {
    id: owner.id,
    name: owner.name,
    flow: stored?.draft ?? emptyFlow,
    revision: stored?.revision ?? 0,
    savedAt: instantOrNull(stored?.savedAt ?? null),
    version: published?.version ?? null,
    publishedAt: instantOrNull(published?.publishedAt ?? null),
    publishedBy: published?.publishedBy ?? '',
    isPublished: stored !== undefined && stored.publishedRevision === stored.revision,
    files: listFiles(db, owner.id).map(showFile),
    secrets: listSecretNames(db, owner.id),
  }
}

export const showFile = ({ id, mediaName, mediaType, mediaSize }: StoredFlowFile): FlowFile => ({
  id,
  name: mediaName ?? '',
  mimetype: mediaType ?? '',
  size: mediaSize ?? 0,
})

export const listFiles = (db: Db, id: number): StoredFlowFile[] =>
  db.select().from(flowFiles).where(eq(flowFiles.integrationId, id)).orderBy(asc(flowFiles.id)).all()

export const findFile = (db: Db, id: number, fileId: number): StoredFlowFile | undefined =>
  db
    .select()
    .from(flowFiles)
    .where(and(eq(flowFiles.integrationId, id), eq(flowFiles.id, fileId)))
    .get()

export const listSecretNames = (db: Db, id: number): string[] =>
  db
    .select({ name: flowSecrets.name })
    .from(flowSecrets)
    .where(eq(flowSecrets.integrationId, id))
    .orderBy(asc(flowSecrets.name))
    .all()
    .map(({ name }) => name)

/** What is encrypted, and whose it is. */
export const secretLabel = ({ tenant }: Pick<Cx, 'tenant'>, id: number, name: string): string =>
  `${tenant.uuid} flow ${id} ${name}`

/** In plain text. One that another installation has encrypted is left out: its calls fail, and the flow goes on. */
export const readSecrets = (cx: Cx, encryption: Encryption, id: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cx.db
      .select()
      .from(flowSecrets)
      .where(eq(flowSecrets.integrationId, id))
      .all()
      .flatMap(({ name, value }) => {
        const secret = decrypted(encryption, value, secretLabel(cx, id, name))
        return secret === undefined ? [] : [[name, secret]]
      }),
  )

function decrypted(encryption: Encryption, value: string, label: string): string | undefined {
  try {
    return encryption.decrypt(value, label)
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}

const ids = (db: Db, table: 'queues' | 'users' | 'tags' | 'integrations'): number[] =>
  getColumn<number>(db, `SELECT id FROM ${table}`)

export const knownIn = (db: Db, id: number): KnownTargets => ({
  queues: ids(db, 'queues'),
  users: ids(db, 'users'),
  tags: ids(db, 'tags'),
  files: listFiles(db, id).map((file) => file.id),
  secrets: listSecretNames(db, id),
  integrations: ids(db, 'integrations').filter((one) => one !== id),
})

/** Ids of the stored files that a flow sends. */
export const filesOf = (flow: Flow): number[] =>
  Object.values(flow.nodes).flatMap((node) =>
    node.t === 'say' ? node.parts.flatMap((part) => ('file' in part ? [part.file] : [])) : [],
  )
