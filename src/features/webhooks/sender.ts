/**
 * Sends deliveries. Each webhook has a queue of its own, so that a slow or dead receiver delays no other. The rows are
 * the queue: after a crash, deliveries in flight are resent under the same id.
 */

import { createBatcher } from '../../platform/batcher'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { on } from '../../platform/extensions'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { defineService } from '../../platform/module'
import type { OutsideAllow } from '../../platform/outside'
import { getRows } from '../../platform/sql'
import { SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { attemptDelivery, type Receiver } from './attempt'
import { forgetFutureWaits, type MadeAttempt, storeAttempts } from './health'
import { type DueDelivery, findState, findWebhook, IS_BEFORE_SET_BACK, listDue } from './queries'
import { deliveryDue } from './record'
import { holdAt } from './retries'
import { secretsOf } from './secrets'

/** Concurrent deliveries to one receiver, and to one slower than `SLOW`. */
const CONCURRENT_DELIVERIES = 32
const AT_ONCE_IF_SLOW = 8
const SLOW = SECOND
/** Concurrent deliveries in total; above, each webhook sends one at a time. */
const MOST_IN_ALL = 256
/** Outcomes stored in one transaction. */
const STORED_AT_ONCE = 200
/** Milliseconds in which events and outcomes gather: each look and each commit costs more than a delivery. */
const GATHERED = 10

/** When a webhook's next delivery is due, in SQL; 0 if its wait began before the clock was set back. */
const FIRST_AT = `(SELECT iif(${IS_BEFORE_SET_BACK}, 0, d.next_at)
    FROM webhook_deliveries d INDEXED BY webhook_deliveries_waiting
    WHERE d.webhook_id = s.webhook_id AND d.status = 'waiting' ORDER BY d.next_at LIMIT 1)`
/** When a webhook can deliver something, in SQL. */
const NEXT_AT = `max(iif(s.last_at > @now, 0, s.held_until), ${FIRST_AT})`
export const NEXT_DUE = `SELECT min(${NEXT_AT}) FROM webhook_states s WHERE s.active`

export type SenderDeps = {
  readonly log: Log
  readonly encryption: Encryption
  readonly allowed: OutsideAllow
  cxOf(tenantUuid: string): Cx
  isHeld(): boolean
  random(): number
}

declare module '../../platform/module' {
  interface Services {
    readonly webhooks: WebhookSender
  }
}

type Queue = {
  readonly uuid: string
  readonly webhookId: number
  /** Start time by the delivery's id; the oldest first. */
  readonly underWay: Map<number, number>
  /** It continues soon, once for all events until then. */
  goesOnSoon: boolean
}
type FinishedAttempt = MadeAttempt & { readonly queue: Queue }

export class WebhookSender {
  readonly #deps: SenderDeps
  readonly #queues = new Map<string, Queue>()
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #done = createBatcher<string, FinishedAttempt>(
    (uuid, some) => this.#store(uuid, some),
    STORED_AT_ONCE,
    GATHERED,
  )

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  wake(uuid: string, webhookId: number): void {
    const queue = this.#queueOf(uuid, webhookId)
    if (queue.goesOnSoon || queue.underWay.size >= CONCURRENT_DELIVERIES) return
    queue.goesOnSoon = true
    setTimeout(() => {
      queue.goesOnSoon = false
      this.#goOn(queue)
    }, GATHERED)
  }

  /** Starts everything that is due in a company. */
  wakeDue(cx: Cx): void {
    for (const { webhookId, at, firstAt } of this.#listIdle(cx)) {
      if (at > cx.now()) continue
      if (firstAt === 0) forgetFutureWaits(cx, webhookId)
      this.wake(cx.tenant.uuid, webhookId)
    }
  }

  nextDue(cx: Cx): number | null {
    const times = this.#listIdle(cx).map(({ at }) => at)
    return times.length > 0 ? Math.min(...times) : null
  }

  /** Resolves when outcomes are stored. Aborted deliveries are sent again after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
    await Bun.sleep(GATHERED)
  }

  #queueOf(uuid: string, webhookId: number): Queue {
    const create = (): Queue => ({ uuid, webhookId, underWay: new Map(), goesOnSoon: false })
    return getOrMake(this.#queues, keyOf(uuid, webhookId), create)
  }

  /** Queues with deliveries in flight continue by themselves. */
  #listIdle(cx: Cx): { readonly webhookId: number; readonly at: number; readonly firstAt: number }[] {
    return getRows<{ webhookId: number; at: number | null; firstAt: number }>(
      cx.db,
      `SELECT s.webhook_id AS webhookId, ${NEXT_AT} AS at, ${FIRST_AT} AS firstAt FROM webhook_states s WHERE s.active`,
      { now: cx.now() },
    ).flatMap(({ at, ...one }) =>
      at === null || this.#queues.get(keyOf(cx.tenant.uuid, one.webhookId))?.underWay.size ? [] : [{ at, ...one }],
    )
  }

  /** Must not throw. The job retries what cannot be read now. */
  #goOn(queue: Queue): void {
    if (this.#stopping.signal.aborted || this.#deps.isHeld()) return
    try {
      this.#sendDue(queue)
    } catch (error) {
      this.#deps.log.warn({ err: error, tenant: queue.uuid }, 'webhook deliveries could not be read')
    }
    // Two queues of one webhook would both send what is due.
    if (queue.underWay.size === 0 && !queue.goesOnSoon) this.#queues.delete(keyOf(queue.uuid, queue.webhookId))
  }

  #sendDue(queue: Queue): void {
    const { uuid, webhookId, underWay } = queue
    const cx = this.#deps.cxOf(uuid)
    if (isOnStandby(cx)) return
    const state = findState(cx.db, webhookId)
    if (!state?.active || holdAt(state, cx.now()) > cx.now()) return
    const isAlone = state.streak > 0 || this.#running.size >= MOST_IN_ALL
    const most = isAlone ? 1 : isSlow(queue) ? AT_ONCE_IF_SLOW : CONCURRENT_DELIVERIES
    if (underWay.size >= most) return
    const due = listDue(cx.db, webhookId, cx.now(), most - underWay.size, underWay)
    const hook = due.length > 0 ? findWebhook(cx.db, webhookId) : undefined
    if (!hook) return
    const secrets = secretsOf(cx, this.#deps.encryption, hook)
    for (const delivery of due) this.#send(queue, cx, { url: hook.url, secrets }, delivery)
  }

  #send(queue: Queue, cx: Cx, to: Receiver, delivery: DueDelivery): void {
    const { signal } = this.#stopping
    queue.underWay.set(delivery.id, performance.now())
    const options = { at: cx.now(), wait: cx.wait, allowed: this.#deps.allowed, left: signal }
    const work = attemptDelivery(to, delivery, options).then((attempt) => {
      this.#running.delete(work)
      if (!signal.aborted) this.#done.add(queue.uuid, { queue, deliveryId: delivery.id, attempt })
    })
    this.#running.add(work)
  }

  /** Must not throw: a delivery whose outcome is not stored is resent. */
  #store(uuid: string, some: readonly FinishedAttempt[]): void {
    const { cxOf, log, random } = this.#deps
    const byQueue = Map.groupBy(some, ({ queue }) => queue)
    let isStored = false
    try {
      cxOf(uuid).transaction((cx) => {
        for (const [{ webhookId }, made] of byQueue) storeAttempts(cx, webhookId, made, random)
      })
      isStored = true
    } catch (error) {
      log.warn({ err: error, tenant: uuid }, 'the outcome of webhook deliveries could not be stored')
    }
    for (const { queue, deliveryId } of some) queue.underWay.delete(deliveryId)
    if (isStored) for (const queue of byQueue.keys()) this.#goOn(queue)
  }
}

const keyOf = (uuid: string, webhookId: number): string => `${uuid} ${webhookId}`

function isSlow({ underWay }: Queue): boolean {
  const [oldest] = underWay.values()
  return oldest !== undefined && performance.now() - oldest > SLOW
}

export const webhookSender = defineService('webhooks', {
  create: ({ log, cxOf, encryptionFor, outsideAllow, isOnStandby }) =>
    new WebhookSender({
      log,
      cxOf,
      random: Math.random,
      encryption: encryptionFor('webhooks'),
      allowed: outsideAllow,
      isHeld: isOnStandby,
    }),
  subscribers: (sender) => [
    on(deliveryDue, 'afterCommit', (cx, { webhookId }) => sender().wake(cx.tenant.uuid, webhookId)),
  ],
  stop: (sender) => sender.stop(),
})
