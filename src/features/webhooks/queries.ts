import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { PAGE_SIZE, readCursor, writeCursor } from '../../platform/pages'
import { getColumn, getOnlyRow, getValue } from '../../platform/sql'
import { type Db, prepared, rememberedIn, statement } from '../../platform/sqlite'
import { DAY, HOUR } from '../../platform/time'
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

type FinishedCounts = { readonly settled: number; readonly failed: number }
const showFinished = ({ settled, failed }: FinishedCounts) => ({ delivered: settled - failed, failed })

export function showWebhook(db: Db, now: number, hook: StoredWebhook): Webhook {
  const state = findState(db, hook.id)
  const lastDay = getOnlyRow<FinishedCounts>(
    db,
    `SELECT ifnull(sum(settled), 0) AS settled, ifnull(sum(failed), 0) AS failed
     FROM webhook_hours WHERE webhook_id = ? AND hour >= ?`,
    [hook.id, Math.floor((now - DAY) / HOUR)],
  )
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
    counts: { ...showFinished(state ?? { settled: 0, failed: 0 }), waiting: state?.waiting ?? 0 },
    lastDay: showFinished(lastDay),
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

/** Deliveries that are made once the company leaves standby. */
export const countWaiting = (db: Db): number =>
  Number(getValue(db, 'SELECT ifnull(sum(waiting), 0) FROM webhook_states WHERE active'))

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
        status && sql.raw(`status = '${status}'`), // a literal, so that partial indexes serve it
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

/**
 * Whether a delivery waits for an instant that was chosen before the clock was set back, in SQL: its last attempt, or itself,
 * lies in the future.
 */
export const IS_BEFORE_SET_BACK = 'd.next_at > @now AND ifnull(d.last_at, d.created_at) > @now'

export type DueDelivery = Pick<StoredDelivery, 'id' | 'eventId' | 'body'>

/** The next deliveries of a webhook that are due, apart from those under way. */
export function listDue(
  db: Db,
  webhookId: number,
  now: number,
  most: number,
  underWay: Pick<ReadonlyMap<number, unknown>, 'has' | 'size'>,
) {
  const ids = getColumn<number>(
    db,
    `SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_waiting
     WHERE webhook_id = ? AND status = 'waiting' AND next_at <= ? ORDER BY next_at, id LIMIT ?`,
    [webhookId, now, most + underWay.size],
  )
  const read = statement(db.$client, 'SELECT id, event_id AS eventId, body FROM webhook_deliveries WHERE id = ?')
  return ids
    .filter((id) => !underWay.has(id))
    .slice(0, most)
    .map((id) => read.get(id) as DueDelivery) // the columns are listed, and the row was just found
}
