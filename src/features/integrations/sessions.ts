/** Stores which integration serves a ticket, and the turns it still has to take. */
import { eq, sql } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { execute, getColumn, getOnlyValue } from '../../platform/sql'
import { type Db, mayHold, prepared } from '../../platform/sqlite'
import { findTicket } from '../../tickets/queries'
import type { Ticket } from '../../tickets/tables'
import { findIntegration } from './queries'
import { integrationRunners } from './runner'
import { type IntegrationSession, integrationSessions, integrationTurns, type PendingTurn } from './tables'

const anySessions = mayHold('integration_sessions')

const sessionById = (db: Db) =>
  db
    .select()
    .from(integrationSessions)
    .where(eq(integrationSessions.ticketId, sql.placeholder('ticketId')))
    .prepare()
export const findSession = (db: Db, ticketId: number): IntegrationSession | undefined =>
  anySessions(db) ? prepared(db, sessionById).get({ ticketId }) : undefined

export function saveSession(db: Db, session: IntegrationSession) {
  db.insert(integrationSessions)
    .values(session)
    .onConflictDoUpdate({ target: integrationSessions.ticketId, set: session })
    .run()
}

/** Writes nothing without one. */
export function endSession(cx: Cx, ticketId: number) {
  const { db } = cx
  const session = findSession(db, ticketId)
  if (!session) return
  const { integrationId, state } = session
  const type = state === 'null' ? undefined : findIntegration(db, integrationId)?.type
  const runner = type && cx.membersOf(integrationRunners).find((one) => one.type === type)
  runner?.leftAt?.(cx, integrationId, JSON.parse(state)) // written by the turn
  for (const table of ['integration_sessions', 'integration_turns'])
    execute(db, `DELETE FROM ${table} WHERE ticket_id = ?`, ticketId)
}

export type SessionTicket = { readonly session: IntegrationSession; readonly ticket: Ticket }

/** Undefined once people have the ticket, whoever gave it to them: the bot's mark on the ticket decides. */
export function findServed(db: Db, ticketId: number): SessionTicket | undefined {
  const session = findSession(db, ticketId)
  const ticket = session && findTicket(db, ticketId)
  return ticket && ticket.status === 'pending' && ticket.isBot && ticket.userId === null
    ? { session, ticket }
    : undefined
}

const firstTurn = (db: Db) =>
  db
    .select()
    .from(integrationTurns)
    .where(eq(integrationTurns.ticketId, sql.placeholder('ticketId')))
    .orderBy(integrationTurns.id)
    .limit(1)
    .prepare()
export const findFirstTurn = (db: Db, ticketId: number): PendingTurn | undefined =>
  prepared(db, firstTurn).get({ ticketId })

export function addTurn({ db, now }: Cx, ticketId: number, messageId: number | null) {
  const key = `trn_${Bun.randomUUIDv7().replaceAll('-', '')}`
  db.insert(integrationTurns).values({ key, ticketId, messageId, createdAt: now() }).run()
}

export const removeTurn = (db: Db, id: number): boolean =>
  execute(db, 'DELETE FROM integration_turns WHERE id = ?', id).changes > 0

/** When a session has something to do, in SQL. Turns under way are subtracted by `dueAt`. */
export const NEXT_DUE = `SELECT min(at) FROM (
  SELECT 0 AS at WHERE EXISTS (SELECT 1 FROM integration_turns)
  UNION ALL
  SELECT min(ifnull(rest_at, wake_at)) FROM integration_sessions INDEXED BY integration_sessions_due
    WHERE rest_at IS NOT NULL OR wake_at IS NOT NULL)`

/** Per run of the job; other writers go in between. */
const SESSIONS_PER_RUN = 100

/** Tickets with turns to take. */
export const listWaiting = (db: Db): number[] =>
  getColumn<number>(db, 'SELECT DISTINCT ticket_id FROM integration_turns')

/** Tickets whose session has a due action or timer. */
export const listTimed = (db: Db, now: number): number[] =>
  getColumn<number>(
    db,
    `SELECT ticket_id FROM integration_sessions INDEXED BY integration_sessions_due
     WHERE (rest_at IS NOT NULL OR wake_at IS NOT NULL) AND ifnull(rest_at, wake_at) <= ? LIMIT ${SESSIONS_PER_RUN}`,
    now,
  )

export const nextTimed = (db: Db): number | null =>
  getOnlyValue<number | null>(
    db,
    `SELECT min(ifnull(rest_at, wake_at)) FROM integration_sessions INDEXED BY integration_sessions_due
     WHERE rest_at IS NOT NULL OR wake_at IS NOT NULL`,
  ) // a time, or null of none
