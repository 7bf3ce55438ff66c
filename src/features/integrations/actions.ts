import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { type Act, changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { defineDomainEvent } from '../../platform/extensions'
import { mayAskOutside, type OutsideAllow } from '../../platform/outside'
import { execute } from '../../platform/sql'
import { DAY } from '../../platform/time'
import { newSecret } from '../../platform/webhook-signature'
import { announce } from '../../queues/actions'
import { updateQueue } from '../../queues/queries'
import { mayHear } from './audience'
import {
  type CreateIntegration,
  type IntegrationType,
  integrationCreated,
  integrationDeleted,
  MOST_INTEGRATIONS,
  requiredFields,
  signs,
  type UpdateIntegration,
} from './contract'
import { integrationErrors } from './errors'
import { announceIntegration } from './health'
import { findIntegrationOrFail, listIntegrations, queueIdsOf, showIntegration } from './queries'
import { encryptSecret } from './secrets'
import { integrations, type StoredIntegration } from './tables'

export type Deps = { readonly encryption: Encryption; readonly allowed: OutsideAllow }
type WithSecret = { readonly row: StoredIntegration; readonly secret: string | null }

/** It answers nobody any more: what it serves waits for people. */
export const integrationPaused = defineDomainEvent<{ readonly id: number }>('integration.paused')

/** Rows of other modules that belong to it still exist. */
export const integrationDeleting = defineDomainEvent<{ readonly id: number }>('integration.deleting')

export function createIntegration(deps: Deps, cx: Cx, actor: Actor, { type, ...input }: CreateIntegration): WithSecret {
  return cx.transaction((cx) => {
    if (listIntegrations(cx.db).length >= MOST_INTEGRATIONS)
      fail(integrationErrors.ERR_INTEGRATION_LIMIT, { most: MOST_INTEGRATIONS })
    const columns = columnsOf(deps, cx, type, input)
    requireComplete(type, { ...noValues, ...columns })
    const secret = signs(type) ? newSecret() : null
    const row = cx.db
      .insert(integrations)
      .values({
        ...columns,
        type,
        name: input.name,
        createdAt: cx.now(),
        secret: secret && encryptSecret(cx, deps.encryption, 'secret', secret),
      })
      .returning()
      .get()
    record(cx, actor, 'create', row)
    cx.emit(integrationCreated({ queueIntegration: showIntegration(cx, row) }), mayHear)
    return { row, secret }
  })
}

export function changeIntegration(deps: Deps, cx: Cx, actor: Actor, id: number, input: UpdateIntegration) {
  return cx.transaction((cx) => {
    const before = findIntegrationOrFail(cx.db, id)
    const columns = columnsOf(deps, cx, before.type, input)
    const after: StoredIntegration = { ...before, ...columns }
    requireComplete(before.type, after)
    cx.db.update(integrations).set(after).where(eq(integrations.id, id)).run()
    if (before.pausedAt === null && after.pausedAt !== null) cx.happened(integrationPaused({ id }))
    record(cx, actor, 'update', after, before)
    announceIntegration(cx, id)
    return after
  })
}

/** How long the previous secret stays valid. */
const OLD_SECRET_SPAN = DAY

/** Who checks the signature has a day to change to the new secret. */
export function replaceSecret({ encryption }: Deps, cx: Cx, actor: Actor, id: number): WithSecret {
  return cx.transaction((cx) => {
    const before = findIntegrationOrFail(cx.db, id)
    if (!signs(before.type)) fail(integrationErrors.ERR_INTEGRATION_SIGNS_NOTHING)
    const secret = newSecret()
    const row: StoredIntegration = {
      ...before,
      secret: encryptSecret(cx, encryption, 'secret', secret),
      oldSecret: before.secret,
      oldUntil: before.secret === null ? null : cx.now() + OLD_SECRET_SPAN,
    }
    cx.db.update(integrations).set(row).where(eq(integrations.id, id)).run()
    const changes = [{ field: 'secret', from: before.secret && 'set', to: 'set' }]
    recordAct(cx, actor, { kind: 'integration', act: 'update', subject: row, changes })
    announceIntegration(cx, id)
    return { row, secret }
  })
}

/** Its queues show their options again; conversations under way go to people with their next message. */
export function deleteIntegration(cx: Cx, actor: Actor, id: number) {
  cx.transaction((cx) => {
    const row = findIntegrationOrFail(cx.db, id)
    cx.happened(integrationDeleting({ id }))
    for (const queueId of queueIdsOf(cx.db, id)) announce(cx, updateQueue(cx.db, queueId, { integrationId: null }))
    cx.db.delete(integrations).where(eq(integrations.id, id)).run()
    for (const table of ['integration_states', 'integration_calls'])
      execute(cx.db, `DELETE FROM ${table} WHERE integration_id = ?`, id)
    record(cx, actor, 'delete', row)
    cx.emit(integrationDeleted({ integrationId: id }), mayHear)
  })
}

const named: ReadonlySet<IntegrationType> = new Set(['webhook', 'n8n', 'typebot'])

/** Absent fields stay unchanged; an empty token or key is removed. */
function columnsOf(
  { encryption, allowed }: Deps,
  cx: Cx,
  type: IntegrationType,
  input: UpdateIntegration,
): Partial<StoredIntegration> {
  const { jsonContent, urlToken, isPaused, ...same } = input
  if (same.urlIntegration) requireReachable(same.urlIntegration, allowed)
  const secret = (which: 'jsonContent' | 'urlToken', plain: string | undefined) =>
    plain === undefined ? {} : { [which]: plain === '' ? null : encryptSecret(cx, encryption, which, plain) }
  return {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
    ...(isPaused !== undefined && { pausedAt: isPaused ? cx.now() : null }),
    ...(named.has(type) && same.name !== undefined && { projectName: same.name }),
    ...secret('jsonContent', jsonContent),
    ...secret('urlToken', urlToken),
  }
}

const noValues = { urlIntegration: '', urlToken: null, typebotSlug: '', projectName: '', jsonContent: null }
type RequiredValues = { [F in keyof typeof noValues]?: string | null }

function requireComplete(type: IntegrationType, row: RequiredValues) {
  const missing = requiredFields[type].filter((field) => !row[field])
  if (missing.length > 0)
    fail(
      'ERR_INVALID_INPUT',
      missing.map((field) => ({ field, message: 'form.required' })),
    )
}

function requireReachable(url: string, allowed: OutsideAllow) {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).username === ''
  if (!isWeb || !mayAskOutside(url, allowed))
    fail(integrationErrors.ERR_INTEGRATION_ADDRESS, [{ field: 'urlIntegration', message: 'form.invalid' }])
}

/** Secrets as whether they are set. */
function recorded(stored: StoredIntegration) {
  const {
    id: _,
    createdAt: __,
    oldSecret: ___,
    oldUntil: ____,
    pausedAt,
    jsonContent,
    urlToken,
    secret,
    ...row
  } = stored
  return {
    ...row,
    isPaused: pausedAt !== null,
    jsonContent: jsonContent && 'set',
    urlToken: urlToken && 'set',
    secret: secret && 'set',
  }
}

function record(cx: Cx, actor: Actor, act: Act['act'], row: StoredIntegration, before?: StoredIntegration) {
  const changes = before ? changesBetween<object>(recorded(before), recorded(row)) : []
  const replaced = (['jsonContent', 'urlToken'] as const)
    .filter((field) => before && before[field] !== row[field] && before[field] !== null && row[field] !== null)
    .map((field) => ({ field, from: 'set', to: 'set' }))
  recordAct(cx, actor, { kind: 'integration', act, subject: row, changes: [...changes, ...replaced] })
}
