/** Which history a connection should import, and how far the import has come. */
import { and, eq, inArray } from 'drizzle-orm'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import type { Db } from '../../platform/sqlite'
import { findQueueOrFail } from '../../queues/queries'
import { type ImportProgress, importFaults, type UpdateConnection } from './contract'
import { findConnection } from './queries'
import { type Connection, type HistoryImport, historyImports } from './tables'

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

/** Dates age by themselves: one that was valid when chosen is accepted while other fields change. */
export function importColumns(cx: Cx, wanted: UpdateConnection, before: Connection | undefined): Columns {
  const stored = before ?? none
  const chosen: Columns = {
    importOn: wanted.importOldMessagesEnable ?? stored.importOn,
    importFrom: toMs(wanted.importDateStartMessages, stored.importFrom),
    importTo: toMs(wanted.importDateEndMessages, stored.importTo),
    importGroups: wanted.importOldMessagesGroups ?? stored.importGroups,
    importClosed: wanted.closedTicketsPostImported ?? stored.importClosed,
    importQueueId: wanted.queueIdImportMessages === undefined ? stored.importQueueId : wanted.queueIdImportMessages,
  }
  const isNew = (['importOn', 'importFrom', 'importTo', 'importQueueId'] as const).some(
    (name) => chosen[name] !== stored[name],
  )
  if (!chosen.importOn || !isNew) return chosen
  const faults = importFaults(wireOf(chosen), cx.now())
  if (faults.length > 0) fail('ERR_INVALID_INPUT', faults)
  if (chosen.importQueueId !== null) findQueueOrFail(cx.db, chosen.importQueueId)
  return chosen
}

const toMs = (wanted: string | null | undefined, before: number | null): number | null =>
  wanted === undefined ? before : wanted === null ? null : Date.parse(wanted)

/** The same in the words of the wire. */
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

export const findImport = (db: Db, connectionId: number): HistoryImport | undefined =>
  db.select().from(historyImports).where(eq(historyImports.connectionId, connectionId)).get()

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

/** A phone was linked: forgets the record of an earlier import, and begins a new one if one is wanted. */
export function beginImport(cx: Cx, connectionId: number) {
  cx.transaction((cx) => {
    cx.db.delete(historyImports).where(eq(historyImports.connectionId, connectionId)).run()
    if (findConnection(cx.db, connectionId)?.importOn)
      cx.db.insert(historyImports).values({ connectionId, state: 'waiting', startedAt: cx.now() }).run()
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

/** By hand; what is taken so far stays. False: none was under way. */
export const stopImport = (cx: Cx, connectionId: number): boolean => end(cx, connectionId, { state: 'stopped' })

function end(cx: Cx, connectionId: number, how: Partial<HistoryImport>): boolean {
  const underWay = inArray(historyImports.state, ['waiting', 'running'])
  return (
    cx.db
      .update(historyImports)
      .set({ ...how, finishedAt: cx.now() })
      .where(and(eq(historyImports.connectionId, connectionId), underWay))
      .run().changes > 0
  )
}
