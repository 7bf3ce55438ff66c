import { desc, eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { getColumn } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import { CALLS_IN_LIST, type IntegrationCall, MOST_CALLS, type QueueIntegration } from './contract'
import { integrationErrors } from './errors'
import { integrationCalls, integrationStates, integrations, type StoredCall, type StoredIntegration } from './tables'

export const { find: findIntegration, findOrFail: findIntegrationOrFail } = finder(
  integrations,
  integrationErrors.ERR_NO_INTEGRATION_FOUND,
)

/** Few enough to read them all. */
export const listIntegrations = (db: Db): StoredIntegration[] =>
  db
    .select()
    .from(integrations)
    .all()
    .sort((a, b) => fold(a.name).localeCompare(fold(b.name)) || a.id - b.id)

export const queueIdsOf = (db: Db, id: number): number[] =>
  getColumn<number>(db, 'SELECT id FROM queues WHERE integration_id = ? ORDER BY position, id', id)

const latestCalls = (db: Db, id: number, most: number): StoredCall[] =>
  db
    .select()
    .from(integrationCalls)
    .where(eq(integrationCalls.integrationId, id))
    .orderBy(desc(integrationCalls.id))
    .limit(most)
    .all()

/** The company's day, and when it began. */
export function today({ now, tenant }: Pick<Cx, 'now' | 'tenant'>): { readonly day: string; readonly since: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(tenant.timeZone)
  return { day: local.toPlainDate().toString(), since: local.startOfDay().epochMilliseconds }
}

/** Of the calls kept. */
function medianSince(db: Db, id: number, since: number): number | null {
  const times = latestCalls(db, id, MOST_CALLS).flatMap(({ at, ms }) => (at >= since ? [ms] : []))
  return times.sort((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? null
}

export function showIntegration(cx: Cx, row: StoredIntegration): QueueIntegration {
  const { db } = cx
  const { day, since } = today(cx)
  const state = db.select().from(integrationStates).where(eq(integrationStates.integrationId, row.id)).get()
  const { jsonContent, urlToken, secret, oldSecret: _, oldUntil, pausedAt, createdAt, ...same } = row
  const isCounted = state?.day === day
  return {
    ...same,
    hasToken: urlToken !== null,
    hasKey: jsonContent !== null,
    isSigned: secret !== null,
    oldSecretUntil: oldUntil !== null && oldUntil > cx.now() ? instant(oldUntil) : null,
    isPaused: pausedAt !== null,
    queueIds: queueIdsOf(db, row.id),
    streak: state?.streak ?? 0,
    failingSince: instantOrNull(state?.failingSince ?? null),
    lastAt: instantOrNull(state?.lastAt ?? null),
    today: {
      calls: isCounted ? state.dayCalls : 0,
      faults: isCounted ? state.dayFaults : 0,
      medianMs: isCounted ? medianSince(db, row.id, since) : null,
    },
    recent: latestCalls(db, row.id, CALLS_IN_LIST)
      .reverse()
      .map(({ ms, fault }) => ({ ms, isOk: fault === null })),
    createdAt: instant(createdAt),
  }
}

type TicketRow = { readonly id: number; readonly uuid: string; readonly contact: string }

/** Newest first. */
export function listCalls(db: Db, id: number): IntegrationCall[] {
  const findTicket = statement(
    db.$client,
    'SELECT t.id, t.uuid, c.name AS contact FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.id = ?',
  )
  return latestCalls(db, id, MOST_CALLS).map(({ id, at, ms, status, what, fault, ticketId }) => ({
    id,
    at: instant(at),
    ms,
    status,
    what,
    fault,
    ticket: ticketId === null ? null : ((findTicket.get(ticketId) as TicketRow | undefined) ?? null), // the columns are listed
  }))
}
