/** Stores the outcome of attempts, and turns off a webhook that does not respond. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { execute, getRow } from '../../platform/sql'
import type { Raw } from '../../platform/sqlite'
import {
  type DeliveryAttempt,
  type DisabledReason,
  MOST_ATTEMPTS_SHOWN,
  webhookDisabled,
  webhookUpdated,
} from './contract'
import { findState, findWebhook, IS_BEFORE_SET_BACK, showWebhook } from './queries'
import { type Attempt, FAILING_SPAN, type Health, healthAfter, outcomeOf } from './retries'
import { mayHear } from './rights'
import { type StoredDelivery, type StoredWebhook, type WebhookState, webhookStates, webhooks } from './tables'

export const updateState = (cx: Cx, webhookId: number, change: Partial<WebhookState>) =>
  void cx.db.update(webhookStates).set(change).where(eq(webhookStates.webhookId, webhookId)).run()

export type MadeAttempt = { readonly deliveryId: number; readonly attempt: Attempt }
type DeliveryState = Pick<StoredDelivery, 'status' | 'tries' | 'nextAt' | 'expiresAt'> & { readonly history: string }

/** Attempts of one webhook, in the caller's transaction. `random` from 0 to 1. */
export function storeAttempts(cx: Cx, webhookId: number, made: readonly MadeAttempt[], random: () => number) {
  const hook = findWebhook(cx.db, webhookId)
  const state = findState(cx.db, webhookId)
  if (!hook || !state) return
  let health: Health = state
  let isGone = false
  for (const { deliveryId, attempt } of made) {
    if (!storeAttempt(cx, deliveryId, attempt, random())) continue
    health = healthAfter(health, attempt, cx.now())
    isGone ||= attempt.status === 410
  }
  if (health === state) return
  const { failingSince, streak, heldUntil, lastAt } = health
  execute(
    cx.db,
    'UPDATE webhook_states SET failing_since = ?, streak = ?, held_until = ?, last_at = ? WHERE webhook_id = ?',
    [failingSince, streak, heldUntil, lastAt, webhookId],
  )
  noteChanged(cx, webhookId)
  if (!hook.active) return
  if (isGone) disable(cx, hook, 'gone')
  else if (failingSince !== null && cx.now() - failingSince >= FAILING_SPAN) disable(cx, hook, 'failing')
}

/** False if the delivery was deleted or given up meanwhile. */
function storeAttempt({ db, now }: Cx, deliveryId: number, attempt: Attempt, chance: number): boolean {
  const delivery = getRow<DeliveryState>(
    db,
    'SELECT status, tries, next_at AS nextAt, expires_at AS expiresAt, history FROM webhook_deliveries WHERE id = ?',
    deliveryId,
  )
  if (delivery?.status !== 'waiting') return false
  const { fault, status, at, took, answer } = attempt
  const tries = delivery.tries + 1
  const outcome = outcomeOf(attempt, { tries, expiresAt: delivery.expiresAt }, now(), chance)
  const earlier = JSON.parse(delivery.history) as DeliveryAttempt[] // written below
  const history = [...earlier, { at: instant(at), status, fault, took }].slice(-MOST_ATTEMPTS_SHOWN)
  execute(
    db,
    `UPDATE webhook_deliveries SET status = @outcome, next_at = @nextAt, attempts = attempts + 1, tries = @tries,
       last_at = @at, answer_status = @status, fault = @fault, took = @took, answer = @answer, history = @history
     WHERE id = @deliveryId`,
    {
      deliveryId,
      outcome: outcome.status,
      tries,
      at,
      status,
      fault,
      took,
      answer,
      nextAt: outcome.status === 'waiting' ? outcome.nextAt : delivery.nextAt,
      history: JSON.stringify(history),
    },
  )
  return true
}

/** After the clock was set back: what waits since an instant in the future is due at once. */
export function forgetFutureWaits(cx: Cx, webhookId: number) {
  execute(
    cx.db,
    `UPDATE webhook_deliveries AS d SET next_at = @now
     WHERE d.webhook_id = @webhookId AND d.status = 'waiting' AND ${IS_BEFORE_SET_BACK}`,
    { webhookId, now: cx.now() },
  )
}

/** Notifies the admins on their screens at once, and by e-mail. Waiting deliveries are kept until they expire. */
export function disable(cx: Cx, { id, url }: StoredWebhook, reason: DisabledReason) {
  cx.db.update(webhooks).set({ active: false }).where(eq(webhooks.id, id)).run()
  updateState(cx, id, { active: false, disabledWhy: reason, disabledAt: cx.now(), mailDue: true })
  announceWebhook(cx, id)
  cx.emit(webhookDisabled({ webhookId: id, url, reason }), mayHear)
}

export function announceWebhook(cx: Cx, id: number) {
  const hook = findWebhook(cx.db, id)
  if (hook) cx.emit(webhookUpdated({ webhook: showWebhook(cx.db, cx.now(), hook) }), mayHear)
}

/** Webhooks whose deliveries changed since their last event, by open file. */
const changed = new WeakMap<Raw, Set<number>>()
export const noteChanged = ({ db }: Cx, webhookId: number) =>
  void getOrMake(changed, db.$client, () => new Set<number>()).add(webhookId)
export const hasChanged = ({ db }: Cx): boolean => (changed.get(db.$client)?.size ?? 0) > 0

export function reportChanged(cx: Cx) {
  const ids = [...(changed.get(cx.db.$client) ?? [])]
  changed.delete(cx.db.$client)
  for (const id of ids) announceWebhook(cx, id)
}
