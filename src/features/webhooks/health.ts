/** Stores the outcome of attempts, and turns off a webhook that does not respond. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { type Raw, statement } from '../../platform/sqlite'
import { type DisabledReason, MOST_ATTEMPTS_SHOWN, webhookDisabled, webhookUpdated } from './contract'
import { findDelivery, findState, findWebhook, showWebhook } from './queries'
import { type Attempt, FAILING_SPAN, holdOf, isReceiverDown, outcomeOf } from './retries'
import { mayHear } from './rights'
import { type StoredWebhook, type WebhookState, webhookStates, webhooks } from './tables'

export const updateState = (cx: Cx, webhookId: number, change: Partial<WebhookState>) =>
  void cx.db.update(webhookStates).set(change).where(eq(webhookStates.webhookId, webhookId)).run()

/** `chance` from 0 to 1. */
export function storeAttempt(cx: Cx, deliveryId: number, attempt: Attempt, chance: number) {
  const delivery = findDelivery(cx.db, deliveryId)
  if (delivery?.status !== 'waiting') return // deleted or cancelled meanwhile
  const { fault, status, at, took, answer } = attempt
  const tries = delivery.tries + 1
  const outcome = outcomeOf(attempt, { tries, expiresAt: delivery.expiresAt }, cx.now(), chance)
  const history = [...delivery.history, { at: instant(at), status, fault, took }].slice(-MOST_ATTEMPTS_SHOWN)
  statement(
    cx.db.$client,
    `UPDATE webhook_deliveries SET status = @outcome, next_at = @nextAt, attempts = attempts + 1, tries = @tries,
       last_at = @at, answer_status = @status, fault = @fault, took = @took, answer = @answer, history = @history
     WHERE id = @deliveryId`,
  ).run({
    ...{ deliveryId, outcome: outcome.status, tries, at, status, fault, took, answer },
    nextAt: outcome.status === 'waiting' ? outcome.nextAt : delivery.nextAt,
    history: JSON.stringify(history),
  })
  const hook = findWebhook(cx.db, delivery.webhookId)
  if (!hook) return
  noteChanged(cx, hook.id)
  const state = updateHealth(cx, hook, attempt)
  if (!hook.active) return
  if (status === 410) disable(cx, hook, 'gone')
  else if (state.failingSince !== null && cx.now() - state.failingSince >= FAILING_SPAN) disable(cx, hook, 'failing')
}

function updateHealth(cx: Cx, { id }: StoredWebhook, attempt: Attempt): Pick<WebhookState, 'failingSince'> {
  const before = findState(cx.db, id)
  const failingSince = attempt.fault === null ? null : (before?.failingSince ?? attempt.at)
  const isDown = isReceiverDown(attempt)
  // Attempts in flight when the hold began do not extend it.
  const isFirst = attempt.at >= (before?.heldUntil ?? 0)
  const streak = isDown ? (before?.streak ?? 0) + Number(isFirst) : 0
  const heldUntil = isDown ? Math.max(before?.heldUntil ?? 0, isFirst ? holdOf(attempt, streak, cx.now()) : 0) : 0
  statement(
    cx.db.$client,
    `UPDATE webhook_states SET failing_since = @failingSince, streak = @streak, held_until = @heldUntil, last_at = @at
     WHERE webhook_id = @id`,
  ).run({ id, failingSince, streak, heldUntil, at: attempt.at })
  return { failingSince }
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
