/**
 * Sends deliveries. Each webhook has a queue of its own, so that a slow or dead receiver delays no other. The rows are
 * the queue: after a crash, deliveries in flight are resent under the same id.
 */
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { on } from '../../platform/extensions'
import { createGathering } from '../../platform/gathering'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { defineService } from '../../platform/module'
import { askOutside, type OutsideAllow, OutsideFailed } from '../../platform/outside'
import { getRows } from '../../platform/sql'
import { SECOND } from '../../platform/time'
import { signedHeaders } from '../../platform/webhook-signature'
import { isOnStandby } from '../../tenancy/standby'
import type { DeliveryFault } from './contract'
import { type Made, storeAttempts } from './health'
import { type DueDelivery, findState, findWebhook, listDue } from './queries'
import { deliveryDue } from './record'
import type { Attempt } from './retries'
import { secretsOf } from './secrets'

/** Time limit of a response. */
const ANSWER_LIMIT = 15 * SECOND
/** Bytes of the response that are stored. */
const MOST_BYTES = 2000
/** Concurrent deliveries to one receiver, and to one slower than `SLOW`. */
const AT_ONCE = 32
const AT_ONCE_IF_SLOW = 8
const SLOW = SECOND
/** Concurrent deliveries in total; above, each webhook sends one at a time. */
const MOST_IN_ALL = 256
/** Outcomes stored in one transaction. */
const STORED_AT_ONCE = 200
/** Milliseconds in which events and outcomes gather: each look and each commit costs more than a delivery. */
const GATHERED = 10

/** When a webhook can deliver something, in SQL. */
export const NEXT_DUE = `SELECT min(max(s.held_until, (
    SELECT next_at FROM webhook_deliveries d INDEXED BY webhook_deliveries_waiting
    WHERE d.webhook_id = s.webhook_id AND d.status = 'waiting' ORDER BY d.next_at LIMIT 1)))
  FROM webhook_states s WHERE s.active`

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
export type WebhookSender = ReturnType<typeof createWebhookSender>

/** `secrets` to sign with, the current one first. */
type Receiver = { readonly url: string; readonly secrets: readonly string[] }
type Queue = {
  readonly uuid: string
  readonly webhookId: number
  /** Start time by the delivery's id; the oldest first. */
  readonly underWay: Map<number, number>
  /** It continues soon, once for all events until then. */
  goesOnSoon: boolean
}
type Done = Made & { readonly queue: Queue }

export function createWebhookSender({ log, encryption, allowed, cxOf, isHeld, random }: SenderDeps) {
  const queues = new Map<string, Queue>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const done = createGathering<string, Done>(store, STORED_AT_ONCE, GATHERED)

  const keyOf = (uuid: string, webhookId: number) => `${uuid} ${webhookId}`
  const queueOf = (uuid: string, webhookId: number): Queue =>
    getOrMake(queues, keyOf(uuid, webhookId), () => ({ uuid, webhookId, underWay: new Map(), goesOnSoon: false }))

  function wake(uuid: string, webhookId: number) {
    const queue = queueOf(uuid, webhookId)
    if (queue.goesOnSoon || queue.underWay.size >= AT_ONCE) return
    queue.goesOnSoon = true
    setTimeout(() => {
      queue.goesOnSoon = false
      goOn(queue)
    }, GATHERED)
  }

  /** Must not throw. The job retries what cannot be read now. */
  function goOn(queue: Queue) {
    if (stopping.signal.aborted || isHeld()) return
    try {
      sendDue(queue)
    } catch (error) {
      log.warn({ err: error, tenant: queue.uuid }, 'webhook deliveries could not be read')
    }
    // Two queues of one webhook would both send what is due.
    if (queue.underWay.size === 0 && !queue.goesOnSoon) queues.delete(keyOf(queue.uuid, queue.webhookId))
  }

  function isSlow({ underWay }: Queue): boolean {
    const [oldest] = underWay.values()
    return oldest !== undefined && performance.now() - oldest > SLOW
  }

  function sendDue(queue: Queue) {
    const { uuid, webhookId, underWay } = queue
    const cx = cxOf(uuid)
    if (isOnStandby(cx)) return
    const state = findState(cx.db, webhookId)
    if (!state?.active || state.heldUntil > cx.now()) return
    const isAlone = state.streak > 0 || running.size >= MOST_IN_ALL
    const most = isAlone ? 1 : isSlow(queue) ? AT_ONCE_IF_SLOW : AT_ONCE
    if (underWay.size >= most) return
    const due = listDue(cx.db, webhookId, cx.now(), most - underWay.size, underWay)
    const hook = due.length > 0 ? findWebhook(cx.db, webhookId) : undefined
    if (!hook) return
    const secrets = secretsOf(cx, encryption, hook)
    for (const delivery of due) send(queue, cx, { url: hook.url, secrets }, delivery)
  }

  function send(queue: Queue, cx: Cx, to: Receiver, delivery: DueDelivery) {
    queue.underWay.set(delivery.id, performance.now())
    const work = attempt(cx, to, delivery).then((attempt) => {
      running.delete(work)
      if (!stopping.signal.aborted) done.add(queue.uuid, { queue, deliveryId: delivery.id, attempt })
    })
    running.add(work)
  }

  async function attempt(cx: Cx, { url, secrets }: Receiver, { eventId, body }: DueDelivery): Promise<Attempt> {
    const at = cx.now()
    const since = performance.now()
    const timestamp = Math.floor(at / SECOND)
    const ended = (status: number | null, fault: DeliveryFault | null, more: Partial<Attempt> = {}): Attempt => ({
      at,
      status,
      fault,
      answer: null,
      retryAfter: null,
      took: Math.round(performance.now() - since),
      ...more,
    })
    if (secrets.length === 0) return ended(null, 'secret')
    try {
      const {
        status,
        body: answer,
        retryAfter,
      } = await askOutside({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Balcao-Webhooks/1',
          ...signedHeaders(secrets, { id: eventId, timestamp, body }),
        },
        body,
        reach: 'public',
        allowed,
        limit: ANSWER_LIMIT,
        most: MOST_BYTES,
        isExcerptEnough: true,
        left: stopping.signal,
      })
      return ended(status, status >= 200 && status < 300 ? null : 'status', { answer, retryAfter })
    } catch (error) {
      const fault = error instanceof OutsideFailed ? error.fault : 'unreachable'
      return ended(null, fault === 'timeout' || fault === 'notPublic' ? fault : 'unreachable')
    }
  }

  /** Must not throw: a delivery whose outcome is not stored is resent. */
  function store(uuid: string, some: readonly Done[]) {
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
    if (isStored) for (const queue of byQueue.keys()) goOn(queue)
  }

  type DueRow = { webhookId: number; at: number }
  /** Queues with deliveries in flight continue by themselves. */
  const listIdle = (cx: Cx): DueRow[] =>
    getRows<{ webhookId: number; at: number | null }>(
      cx.db,
      `SELECT s.webhook_id AS webhookId, max(s.held_until, (
           SELECT next_at FROM webhook_deliveries d INDEXED BY webhook_deliveries_waiting
           WHERE d.webhook_id = s.webhook_id AND d.status = 'waiting' ORDER BY d.next_at LIMIT 1)) AS at
         FROM webhook_states s WHERE s.active`,
    ).flatMap(({ webhookId, at }) =>
      at === null || queues.get(keyOf(cx.tenant.uuid, webhookId))?.underWay.size ? [] : [{ webhookId, at }],
    )

  return {
    wake,
    /** Starts everything that is due in a company. */
    wakeDue(cx: Cx) {
      for (const { webhookId, at } of listIdle(cx)) if (at <= cx.now()) wake(cx.tenant.uuid, webhookId)
    },
    nextDue(cx: Cx): number | null {
      const times = listIdle(cx).map(({ at }) => at)
      return times.length > 0 ? Math.min(...times) : null
    },
    /** Resolves when outcomes are stored. Aborted deliveries are sent again after the next start. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
      await Bun.sleep(GATHERED)
    },
  }
}

export const webhookSender = defineService('webhooks', {
  create: ({ log, cxOf, encryptionFor, outsideAllow, isOnStandby }) =>
    createWebhookSender({
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
