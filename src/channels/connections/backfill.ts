/** Which part of the phone's history a connection imports, and the progress of the import. */
import { and, eq, inArray } from 'drizzle-orm'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import type { Db } from '../../platform/sqlite'
import { findQueueOrFail } from '../../queues/queries'
import { type ImportProgress, importFaults, type UpdateConnection } from './contract'
import { findConnection } from './queries'
import { type Backfill, backfills, type Connection } from './tables'

type Columns = Pick<
  Connection,
  'importOn' | 'importFrom' | 'importTo' | 'importGroups' | 'importClosed' | 'importQueueId'
>
const none: Columns = {
  importOn: false,
  importFrom: null,
  importTo: null,
  importGroups: false,
  importClosed: false,
  importQueueId: null,
}

/** A stored date can become too old over time: it is still accepted while other fields change. */
export function importColumns(
  cx: Cx,
  input: Omit<UpdateConnection, 'channel'>,
  before: Connection | undefined,
): Columns {
  const stored = before ?? none
  const chosen: Columns = {
    importOn: input.importOldMessagesEnable ?? stored.importOn,
    importFrom: toMs(input.importDateStartMessages, stored.importFrom),
    importTo: toMs(input.importDateEndMessages, stored.importTo),
    importGroups: input.importOldMessagesGroups ?? stored.importGroups,
    importClosed: input.closedTicketsPostImported ?? stored.importClosed,
    importQueueId: input.queueIdImportMessages === undefined ? stored.importQueueId : input.queueIdImportMessages,
  }
  const isNew = (['importOn', 'importFrom', 'importTo', 'importQueueId'] as const).some(
    (name) => chosen[name] !== stored[name],
  )
  if (!isNew) return chosen
  if (chosen.importQueueId !== null) findQueueOrFail(cx.db, chosen.importQueueId)
  const faults = chosen.importOn ? importFaults(wireOf(chosen), cx.now()) : []
  return faults.length > 0 ? fail('ERR_INVALID_INPUT', faults) : chosen
}

const toMs = (input: string | null | undefined, before: number | null): number | null =>
  input === undefined ? before : input === null ? null : Date.parse(input)

/** In the wire's format. */
export function wireOf(chosen: Columns) {
  return {
    importOldMessagesEnable: chosen.importOn,
    importDateStartMessages: instantOrNull(chosen.importFrom),
    importDateEndMessages: instantOrNull(chosen.importTo),
    importOldMessagesGroups: chosen.importGroups,
    queueIdImportMessages: chosen.importQueueId,
    closedTicketsPostImported: chosen.importClosed,
  }
}

export const findImport = (db: Db, connectionId: number): Backfill | undefined =>
  db.select().from(backfills).where(eq(backfills.connectionId, connectionId)).get()

export function progressOf(db: Db, connectionId: number): ImportProgress | null {
  const found = findImport(db, connectionId)
  if (!found) return null
  const { state, reason, percent, contacts, tickets, messages, skipped, startedAt, finishedAt } = found
  return {
    state,
    reason,
    percent,
    contacts,
    tickets,
    messages,
    skipped,
    startedAt: instant(startedAt),
    finishedAt: instantOrNull(finishedAt),
  }
}

/** Called when a phone was linked: deletes the record of an earlier import, and starts a new one if wanted. */
export function beginImport(cx: Cx, connectionId: number) {
  cx.transaction((cx) => {
    cx.db.delete(backfills).where(eq(backfills.connectionId, connectionId)).run()
    if (findConnection(cx.db, connectionId)?.importOn)
      cx.db.insert(backfills).values({ connectionId, state: 'waiting', startedAt: cx.now() }).run()
  })
}

/** False: none was under way. */
export function endImport(cx: Cx, connectionId: number, failure: string | null): boolean {
  return end(
    cx,
    connectionId,
    failure === null ? { state: 'done', percent: 100 } : { state: 'failed', reason: failure },
  )
}

/** Stops the import on request; imported messages stay. Returns false if no import was running. */
export const stopImport = (cx: Cx, connectionId: number): boolean => end(cx, connectionId, { state: 'stopped' })

function end(cx: Cx, connectionId: number, how: Partial<Backfill>): boolean {
  const underWay = inArray(backfills.state, ['waiting', 'running'])
  return (
    cx.db
      .update(backfills)
      .set({ ...how, finishedAt: cx.now() })
      .where(and(eq(backfills.connectionId, connectionId), underWay))
      .run().changes > 0
  )
}
