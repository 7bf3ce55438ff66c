import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { PAGE_SIZE, readCursor, writeCursor } from '../../platform/pages'
import { type Db, prepared, rememberedIn, statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import type {
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryPage,
  WebhookTopic,
} from './contract'
import { webhookErrors } from './errors'
import {
  type StoredDelivery,
  type StoredWebhook,
  type WebhookState,
  webhookDeliveries,
  webhookStates,
  webhooks,
} from './tables'

export const { find: findWebhook, findOrFail: findWebhookOrFail } = finder(webhooks, webhookErrors.ERR_NO_WEBHOOK_FOUND)
export const { find: findDelivery, findOrFail: findDeliveryOrFail } = finder(
  webhookDeliveries,
  webhookErrors.ERR_NO_WEBHOOK_DELIVERY_FOUND,
)

export const listWebhooks = (db: Db): StoredWebhook[] => db.select().from(webhooks).orderBy(webhooks.id).all()

/** Active webhooks by topic: read for every event. */
export const listenersIn = rememberedIn(
  (db): ReadonlyMap<WebhookTopic, readonly number[]> => {
    const listeners = new Map<WebhookTopic, number[]>()
    for (const { id, topics, active } of listWebhooks(db))
      for (const topic of active ? topics : []) listeners.set(topic, [...(listeners.get(topic) ?? []), id])
    return listeners
  },
  ['webhooks'],
)

const stateById = (db: Db) =>
  db
    .select()
    .from(webhookStates)
    .where(eq(webhookStates.webhookId, sql.placeholder('id')))
    .prepare()
export const findState = (db: Db, webhookId: number): WebhookState | undefined =>
  prepared(db, stateById).get({ id: webhookId })

type CountsRow = { status: DeliveryStatus; all: number; recent: number }

export function showWebhook(db: Db, now: number, hook: StoredWebhook): Webhook {
  const state = findState(db, hook.id)
  const rows = statement(
    db.$client,
    `SELECT status, count(*) AS "all", sum(created_at > @since) AS recent
     FROM webhook_deliveries INDEXED BY webhook_deliveries_counted WHERE webhook_id = @id GROUP BY status`,
  ).all({ id: hook.id, since: now - DAY }) as CountsRow[] // the columns are listed
  const countsOf = (of: 'all' | 'recent') => {
    const count = (status: DeliveryStatus) => rows.find((row) => row.status === status)?.[of] ?? 0
    return { delivered: count('delivered'), failed: count('failed'), waiting: count('waiting') }
  }
  return {
    id: hook.id,
    url: hook.url,
    topics: [...hook.topics],
    active: hook.active,
    disabledWhy: state?.disabledWhy ?? null,
    disabledAt: instantOrNull(state?.disabledAt ?? null),
    failingSince: instantOrNull(state?.failingSince ?? null),
    lastAt: instantOrNull(state?.lastAt ?? null),
    secretAt: instant(hook.secretAt),
    oldSecretUntil: hook.oldUntil !== null && hook.oldUntil > now ? instant(hook.oldUntil) : null,
    counts: countsOf('all'),
    lastDay: countsOf('recent'),
    createdAt: instant(hook.createdAt),
  }
}

export const showDelivery = (row: Omit<StoredDelivery, 'body' | 'answer'>): WebhookDelivery => ({
  id: row.id,
  webhookId: row.webhookId,
  eventId: row.eventId,
  type: row.type,
  status: row.status,
  createdAt: instant(row.createdAt),
  nextAt: row.status === 'waiting' ? instant(row.nextAt) : null,
  attempts: row.attempts,
  lastAt: instantOrNull(row.lastAt),
  answerStatus: row.answerStatus,
  fault: row.fault,
  took: row.took,
  history: [...row.history],
})

export const showDetails = (row: StoredDelivery): WebhookDeliveryDetails => ({
  delivery: showDelivery(row),
  body: row.body,
  answer: row.answer,
})

type DeliveryFilter = {
  readonly status?: DeliveryStatus | undefined
  readonly type?: string | undefined
  readonly after?: string | undefined
}

export function listDeliveries(
  db: Db,
  webhookId: number,
  { status, type, after }: DeliveryFilter,
): WebhookDeliveryPage {
  const rows = db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        status && eq(webhookDeliveries.status, status),
        type === undefined ? undefined : eq(webhookDeliveries.type, type),
        after === undefined ? undefined : lt(webhookDeliveries.id, readCursor(after).id),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(PAGE_SIZE + 1)
    .all()
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const hasMore = rows.length > PAGE_SIZE
  return {
    deliveries: shown.map(showDelivery),
    hasMore,
    next: hasMore && last ? writeCursor({ value: last.createdAt, id: last.id }) : null,
  }
}

/** The next deliveries of a webhook that are due. */
export const listDue = (db: Db, webhookId: number, now: number, most: number): StoredDelivery[] =>
  statement(
    db.$client,
    `SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_waiting
     WHERE webhook_id = ? AND status = 'waiting' AND next_at <= ? ORDER BY next_at, id LIMIT ?`,
  )
    .pluck()
    .all(webhookId, now, most)
    .flatMap((id) => findDelivery(db, Number(id)) ?? [])
