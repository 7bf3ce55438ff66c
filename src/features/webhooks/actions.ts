/** Creates, changes and deletes webhooks, and resends deliveries. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { type Act, changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { mayAskOutside, type OutsideAllow } from '../../platform/outside'
import { execute, getColumn } from '../../platform/sql'
import { statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { newSecret } from '../../platform/webhook-signature'
import {
  type CreateWebhook,
  MOST_WAITING,
  MOST_WEBHOOKS,
  TEST_EVENT,
  type UpdateWebhook,
  webhookCreated,
  webhookDeleted,
} from './contract'
import { webhookErrors } from './errors'
import { announceWebhook, updateState } from './health'
import { findDelivery, findDeliveryOrFail, findState, findWebhookOrFail, listWebhooks, showWebhook } from './queries'
import { addDeliveries, deliveryDue } from './record'
import { RETRY_SPAN } from './retries'
import { mayHear } from './rights'
import { encryptSecret } from './secrets'
import { type StoredDelivery, type StoredWebhook, webhookDeliveries, webhookStates, webhooks } from './tables'

export type Deps = { readonly encryption: Encryption; readonly allowed: OutsideAllow }
type WithSecret = { readonly hook: StoredWebhook; readonly secret: string }

/** How long the previous secret stays valid. */
const OLD_SECRET_SPAN = DAY

export function createWebhook({ encryption, allowed }: Deps, cx: Cx, actor: Actor, input: CreateWebhook): WithSecret {
  requireReachable(input.url, allowed)
  return cx.transaction((cx) => {
    if (listWebhooks(cx.db).length >= MOST_WEBHOOKS) fail(webhookErrors.ERR_WEBHOOK_LIMIT, { most: MOST_WEBHOOKS })
    const now = cx.now()
    const secret = newSecret()
    const hook = cx.db
      .insert(webhooks)
      .values({
        url: input.url,
        topics: distinct(input.topics),
        secret: encryptSecret(cx, encryption, secret),
        secretAt: now,
        createdAt: now,
      })
      .returning()
      .get()
    cx.db.insert(webhookStates).values({ webhookId: hook.id }).run()
    record(cx, actor, 'create', hook)
    cx.emit(webhookCreated({ webhook: showWebhook(cx.db, now, hook) }), mayHear)
    return { hook, secret }
  })
}

export function changeWebhook({ allowed }: Deps, cx: Cx, actor: Actor, id: number, input: UpdateWebhook) {
  const { url, topics, active } = input
  if (url !== undefined) requireReachable(url, allowed)
  return cx.transaction((cx) => {
    const before = findWebhookOrFail(cx.db, id)
    const after: StoredWebhook = {
      ...before,
      url: url ?? before.url,
      topics: topics ? distinct(topics) : before.topics,
      active: active ?? before.active,
    }
    cx.db.update(webhooks).set(after).where(eq(webhooks.id, id)).run()
    // A changed address or a reactivation is tested at once.
    if (after.active !== before.active || after.url !== before.url)
      updateState(cx, id, {
        active: after.active,
        disabledWhy: null,
        disabledAt: null,
        mailDue: false,
        failingSince: null,
        streak: 0,
        heldUntil: 0,
      })
    record(cx, actor, 'update', after, before)
    announceWebhook(cx, id)
    if (after.active) cx.happened(deliveryDue({ webhookId: id }))
    return after
  })
}

/** Receivers have a day to change to the new secret. */
export function replaceSecret({ encryption }: Deps, cx: Cx, actor: Actor, id: number): WithSecret {
  return cx.transaction((cx) => {
    const before = findWebhookOrFail(cx.db, id)
    const secret = newSecret()
    const now = cx.now()
    const hook: StoredWebhook = {
      ...before,
      secret: encryptSecret(cx, encryption, secret),
      secretAt: now,
      oldSecret: before.secret,
      oldUntil: now + OLD_SECRET_SPAN,
    }
    cx.db.update(webhooks).set(hook).where(eq(webhooks.id, id)).run()
    const changes = [{ field: 'secret', from: 'set', to: 'set' }]
    recordAct(cx, actor, { kind: 'webhook', act: 'update', subject: subjectOf(hook), changes })
    announceWebhook(cx, id)
    return { hook, secret }
  })
}

const ROWS_PER_TRANSACTION = 500

/** If the process dies meanwhile, the webhook remains, turned off, and can be deleted again. */
export async function deleteWebhook(cx: Cx, actor: Actor, id: number) {
  cx.transaction((cx) => {
    findWebhookOrFail(cx.db, id)
    cx.db.update(webhooks).set({ active: false }).where(eq(webhooks.id, id)).run()
    updateState(cx, id, { active: false })
  })
  while (cx.transaction((cx) => deleteSome(cx, id)) === ROWS_PER_TRANSACTION) await new Promise(setImmediate)
  cx.transaction((cx) => {
    record(cx, actor, 'delete', findWebhookOrFail(cx.db, id))
    cx.db.delete(webhooks).where(eq(webhooks.id, id)).run()
    cx.db.delete(webhookStates).where(eq(webhookStates.webhookId, id)).run()
    execute(cx.db, 'DELETE FROM webhook_hours WHERE webhook_id = ?', id)
    cx.emit(webhookDeleted({ webhookId: id }), mayHear)
  })
}

const deleteSome = ({ db }: Cx, webhookId: number): number =>
  execute(
    db,
    'DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = ? LIMIT ?)',
    [webhookId, ROWS_PER_TRANSACTION],
  ).changes

export function sendTest(cx: Cx, id: number): StoredDelivery {
  return cx.transaction((cx) => {
    requireActive(cx, id)
    updateState(cx, id, { heldUntil: 0 })
    const [added] = addDeliveries(cx, [id], TEST_EVENT, { message: 'Test event of Balcão' })
    announceWebhook(cx, id)
    return findDeliveryOrFail(cx.db, added ?? 0)
  })
}

/** Sends it at once, with retries for a day. */
export function redeliver(cx: Cx, id: number, deliveryId: number): StoredDelivery {
  return cx.transaction((cx) => {
    findDeliveryOf(cx, id, deliveryId)
    requireActive(cx, id)
    const now = cx.now()
    cx.db
      .update(webhookDeliveries)
      .set({ status: 'waiting', nextAt: now, expiresAt: now + RETRY_SPAN, tries: 0 })
      .where(eq(webhookDeliveries.id, deliveryId))
      .run()
    updateState(cx, id, { heldUntil: 0 })
    announceWebhook(cx, id)
    cx.happened(deliveryDue({ webhookId: id }))
    return findDeliveryOrFail(cx.db, deliveryId)
  })
}

/** Sends failed deliveries of events since a time again, the oldest first, in batches. Returns how many. */
export async function redeliverFailed(cx: Cx, id: number, since: number): Promise<number> {
  const at = cx.now()
  let count = 0
  for (let last = 0; ; await new Promise(setImmediate)) {
    const some = cx.transaction((cx) => redeliverSome(cx, id, { since, last, at }))
    count += some.length
    last = some.at(-1) ?? last
    if (some.length < ROWS_PER_TRANSACTION) return count
  }
}

/** `last`: the highest id so far. `at`: when it was requested. */
type Batch = { readonly since: number; readonly last: number; readonly at: number }

function redeliverSome(cx: Cx, id: number, { since, last, at }: Batch): readonly number[] {
  requireActive(cx, id)
  const room = Math.max(0, MOST_WAITING - (findState(cx.db, id)?.waiting ?? 0))
  const ids = getColumn<number>(
    cx.db,
    `SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_failed
     WHERE webhook_id = ? AND status = 'failed' AND id > ? AND created_at >= ? ORDER BY id LIMIT ?`,
    [id, last, since, Math.min(ROWS_PER_TRANSACTION, room)],
  )
  const put = statement(
    cx.db.$client,
    `UPDATE webhook_deliveries SET status = 'waiting', next_at = @at, expires_at = @expiresAt, tries = 0 WHERE id = @id`,
  )
  for (const id of ids) put.run({ id, at, expiresAt: at + RETRY_SPAN })
  if (ids.length > 0) {
    updateState(cx, id, { heldUntil: 0 })
    announceWebhook(cx, id)
    cx.happened(deliveryDue({ webhookId: id }))
  }
  return ids
}

export function findDeliveryOf({ db }: Pick<Cx, 'db'>, id: number, deliveryId: number): StoredDelivery {
  findWebhookOrFail(db, id)
  const found = findDelivery(db, deliveryId)
  return found?.webhookId === id ? found : fail(webhookErrors.ERR_NO_WEBHOOK_DELIVERY_FOUND)
}

function requireActive({ db }: Cx, id: number) {
  if (!findWebhookOrFail(db, id).active) fail(webhookErrors.ERR_WEBHOOK_INACTIVE)
}

function requireReachable(url: string, allowed: OutsideAllow) {
  if (!mayAskOutside(url, allowed)) fail(webhookErrors.ERR_WEBHOOK_ADDRESS, [{ field: 'url', message: 'form.invalid' }])
}

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)]
const subjectOf = ({ id, url }: StoredWebhook) => ({ id, name: new URL(url).host })
const recorded = ({ url, topics, active }: StoredWebhook) => ({ url, topics: topics.join(', '), active })

function record(cx: Cx, actor: Actor, act: Act['act'], hook: StoredWebhook, before?: StoredWebhook) {
  const changes = before ? changesBetween(recorded(before), recorded(hook)) : []
  recordAct(cx, actor, { kind: 'webhook', act, subject: subjectOf(hook), changes })
}
