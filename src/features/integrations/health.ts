/** The latest calls of an integration, and whether it fails. */
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { execute } from '../../platform/sql'
import { type Raw, statement } from '../../platform/sqlite'
import { cut } from '../../platform/text'
import { mayHear } from './audience'
import { integrationUpdated, MOST_CALLS } from './contract'
import { findIntegration, showIntegration, today } from './queries'
import type { Call } from './runner'

const WORDS = 200

/** `ticketId` null: a test. */
export function storeCalls(cx: Cx, id: number, ticketId: number | null, calls: readonly Call[]) {
  if (id === 0 || calls.length === 0) return
  const insert = statement(
    cx.db.$client,
    `INSERT INTO integration_calls (integration_id, ticket_id, at, ms, status, what, fault)
     VALUES (@id, @ticketId, @at, @ms, @status, @what, @fault)`,
  )
  for (const { at, ms, status, what, fault } of calls)
    insert.run({
      id,
      ticketId,
      at,
      status,
      ms: Math.round(ms),
      what: cut(what, WORDS),
      fault: fault === null ? null : cut(fault, WORDS),
    })
  execute(
    cx.db,
    `INSERT INTO integration_states (integration_id, day, day_calls, day_faults) VALUES (@id, @day, @calls, @faults)
     ON CONFLICT DO UPDATE SET day = @day, day_calls = iif(day = @day, day_calls, 0) + @calls,
       day_faults = iif(day = @day, day_faults, 0) + @faults`,
    {
      id,
      day: today(cx).day,
      calls: calls.length,
      faults: calls.filter(({ fault }) => fault !== null).length,
    },
  )
  execute(
    cx.db,
    `DELETE FROM integration_calls WHERE integration_id = @id AND id <= (
       SELECT id FROM integration_calls WHERE integration_id = @id ORDER BY id DESC LIMIT 1 OFFSET ${MOST_CALLS})`,
    { id },
  )
}

export function noteTurn(cx: Cx, id: number, hasFailed: boolean) {
  if (id === 0) return
  execute(
    cx.db,
    `INSERT INTO integration_states (integration_id, streak, failing_since, last_at)
     VALUES (@id, @failed, iif(@failed, @now, NULL), @now)
     ON CONFLICT DO UPDATE SET streak = iif(@failed, streak + 1, 0),
       failing_since = iif(@failed, ifnull(failing_since, @now), NULL), last_at = @now`,
    { id, failed: Number(hasFailed), now: cx.now() },
  )
  noteChanged(cx, id)
}

export function announceIntegration(cx: Cx, id: number) {
  const row = findIntegration(cx.db, id)
  if (row) cx.emit(integrationUpdated({ queueIntegration: showIntegration(cx, row) }), mayHear)
}

/** Integrations whose calls changed since their last event, by open file. */
const changed = new WeakMap<Raw, Set<number>>()
export const noteChanged = ({ db }: Cx, id: number) =>
  void getOrMake(changed, db.$client, () => new Set<number>()).add(id)
export const hasChanged = ({ db }: Cx): boolean => (changed.get(db.$client)?.size ?? 0) > 0

export function reportChanged(cx: Cx) {
  const ids = [...(changed.get(cx.db.$client) ?? [])]
  changed.delete(cx.db.$client)
  for (const id of ids) announceIntegration(cx, id)
}
