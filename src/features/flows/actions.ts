/** Saves, publishes and discards drafts; keeps their files and secrets. */
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { recordAct, recordEdit } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import type { Audience } from '../../platform/events'
import type { ReceivedFile } from '../../platform/uploads'
import { can } from '../../users/permissions'
import type { StoredIntegration } from '../integrations/tables'
import { check } from './check'
import { flowUpdated, MOST_FLOW_FILES, MOST_SECRETS, MOST_VERSIONS, manageFlows, type SetSecret } from './contract'
import { flowErrors } from './errors'
import { emptyFlow, type Flow, MOST_FLOW_LENGTH } from './format/contract'
import {
  filesOf,
  findFlow,
  findFlowOwner,
  findVersion,
  knownIn,
  listFiles,
  listSecretNames,
  secretLabel,
} from './queries'
import { flowFiles, flowSecrets, flows, flowVersions, type StoredFlowFile } from './tables'

const mayHear: Audience = (listener) => can(listener, manageFlows)

export function saveDraft(cx: Cx, actor: Actor, id: number, flow: Flow, revision: number): StoredIntegration {
  const { length } = JSON.stringify(flow)
  if (length > MOST_FLOW_LENGTH) fail(flowErrors.ERR_FLOW_TOO_LARGE, { most: MOST_FLOW_LENGTH })
  return cx.transaction((cx) => {
    const owner = findFlowOwner(cx.db, id)
    const before = requireRevision(cx, id, revision)
    const nodes = (of: Flow | undefined) => Object.keys((of ?? emptyFlow).nodes).length
    writeDraft(cx, id, flow)
    recordEdit(cx, actor, {
      kind: 'flow',
      subject: owner,
      changes: [{ field: 'nodes', from: nodes(before), to: nodes(flow) }],
    })
    announce(cx, actor, id)
    return owner
  })
}

/** Fails with ERR_FLOW_FAULTY and the problems. */
export function publish(cx: Cx, actor: Actor, id: number, revision: number): StoredIntegration {
  return cx.transaction((cx) => {
    const owner = findFlowOwner(cx.db, id)
    const draft = requireRevision(cx, id, revision) ?? emptyFlow
    const problems = check(draft, knownIn(cx.db, id))
    if (problems.length > 0) fail(flowErrors.ERR_FLOW_FAULTY, problems)
    publishDraft(cx, actor, owner)
    announce(cx, actor, id)
    return owner
  })
}

/** Makes the draft the next version, unchecked. */
export function publishDraft(cx: Cx, actor: Pick<Actor, 'userId' | 'name'> | null, owner: StoredIntegration) {
  const { id } = owner
  const { draft, revision, version: before } = findFlow(cx.db, id) ?? fail(flowErrors.ERR_NO_FLOW_FOUND)
  const version = (before ?? 0) + 1
  cx.db
    .insert(flowVersions)
    .values({ integrationId: id, version, flow: draft, publishedAt: cx.now(), publishedBy: actor?.name ?? '' })
    .run()
  cx.db
    .delete(flowVersions)
    .where(and(eq(flowVersions.integrationId, id), lt(flowVersions.version, version - MOST_VERSIONS + 1)))
    .run()
  cx.db.update(flows).set({ version, publishedRevision: revision }).where(eq(flows.integrationId, id)).run()
  removeUnusedFiles(cx, id)
  if (actor)
    recordAct(cx, actor, {
      kind: 'flow',
      act: 'publish',
      subject: owner,
      changes: [{ field: 'version', from: before, to: version }],
    })
}

/** Makes the published version the draft again. */
export function discardDraft(cx: Cx, actor: Actor, id: number, revision: number): StoredIntegration {
  return cx.transaction((cx) => {
    const owner = findFlowOwner(cx.db, id)
    requireRevision(cx, id, revision)
    const version = findFlow(cx.db, id)?.version
    const published = version ? findVersion(cx.db, id, version) : undefined
    const after = writeDraft(cx, id, published?.flow ?? emptyFlow)
    if (published) cx.db.update(flows).set({ publishedRevision: after }).where(eq(flows.integrationId, id)).run()
    recordAct(cx, actor, { kind: 'flow', act: 'discard', subject: owner })
    announce(cx, actor, id)
    return owner
  })
}

export function addFile(cx: Cx, id: number, { file, name, mimetype, size }: ReceivedFile): StoredFlowFile {
  return cx.transaction((cx) => {
    findFlowOwner(cx.db, id)
    if (listFiles(cx.db, id).length >= MOST_FLOW_FILES) fail(flowErrors.ERR_FLOW_LIMIT, { most: MOST_FLOW_FILES })
    const media = { mediaFile: file, mediaName: name, mediaType: mimetype, mediaSize: size }
    return cx.db
      .insert(flowFiles)
      .values({ integrationId: id, ...media, createdAt: cx.now() })
      .returning()
      .get()
  })
}

export function setSecret(
  cx: Cx,
  encryption: Encryption,
  actor: Actor,
  id: number,
  { name, value }: SetSecret,
): string[] {
  return cx.transaction((cx) => {
    const owner = findFlowOwner(cx.db, id)
    const known = listSecretNames(cx.db, id)
    const isKnown = known.includes(name)
    if (!isKnown && known.length >= MOST_SECRETS) fail(flowErrors.ERR_FLOW_LIMIT, { most: MOST_SECRETS })
    cx.db
      .delete(flowSecrets)
      .where(and(eq(flowSecrets.integrationId, id), eq(flowSecrets.name, name)))
      .run()
    if (value !== '')
      cx.db
        .insert(flowSecrets)
        .values({ integrationId: id, name, value: encryption.encrypt(value, secretLabel(cx, id, name)) })
        .run()
    const changes = [{ field: `secret.${name}`, from: isKnown ? 'set' : null, to: value === '' ? null : 'set' }]
    if (isKnown || value !== '') recordAct(cx, actor, { kind: 'flow', act: 'update', subject: owner, changes })
    return listSecretNames(cx.db, id)
  })
}

/** The draft; undefined before the first. Fails if it is not the one that was changed. */
function requireRevision({ db }: Cx, id: number, revision: number): Flow | undefined {
  const stored = findFlow(db, id)
  if ((stored?.revision ?? 0) !== revision) fail(flowErrors.ERR_FLOW_CHANGED)
  return stored?.draft
}

/** Returns the revision. */
export function writeDraft(cx: Cx, id: number, draft: Flow): number {
  const revision = (findFlow(cx.db, id)?.revision ?? 0) + 1
  const row = { draft, revision, savedAt: cx.now() }
  cx.db
    .insert(flows)
    .values({ integrationId: id, ...row })
    .onConflictDoUpdate({ target: flows.integrationId, set: row })
    .run()
  return revision
}

function announce(cx: Cx, actor: Actor, id: number) {
  const { revision = 0, version = null } = findFlow(cx.db, id) ?? {}
  cx.emit(flowUpdated({ id, revision, version, userId: actor.userId }), mayHear)
}

/** Files that no kept version sends, nor the draft. */
function removeUnusedFiles({ db }: Cx, id: number) {
  const versions = db.select({ flow: flowVersions.flow }).from(flowVersions).where(eq(flowVersions.integrationId, id))
  const draft = findFlow(db, id)?.draft
  const used = new Set([...versions.all().map(({ flow }) => flow), ...(draft ? [draft] : [])].flatMap(filesOf))
  const unused = listFiles(db, id).flatMap((file) => (used.has(file.id) ? [] : [file.id]))
  if (unused.length > 0) db.delete(flowFiles).where(inArray(flowFiles.id, unused)).run()
}
