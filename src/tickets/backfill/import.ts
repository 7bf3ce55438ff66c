/** Imports the backfill that a channel hands over, and reports progress to the screens. */

import type { BackfillListener } from '../../channels/backfill'
import { type ConnectionRef, keyOf } from '../../channels/channel'
import { beginImport, endImport, findImport } from '../../channels/connections/backfill'
import { noteChats } from '../../channels/connections/phone-chats'
import { findConnection } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { announceTicket } from '../announce'
import { findTicket } from '../queries'
import { adoptNames, importSlice, type UnannouncedIds } from './import-slice'
import { receiveMissed } from './missed'

export type BackfillDeps = {
  readonly log: Log
  /** Runs `work`; if it finds the database damaged, that company is taken out of service. */
  working<T>(tenantUuid: string, work: (cx: Cx) => T): T
  announce(cx: Cx, connectionId: number): void
}

/** Minimum time between two progress reports. */
const PROGRESS_EVERY = 500

export function createBackfill({ log, working, announce }: BackfillDeps): BackfillListener & { close(): void } {
  const unannounced = new Map<string, UnannouncedIds>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const reportProgress = (ref: ConnectionRef) => {
    clearTimeout(timers.get(keyOf(ref)))
    timers.delete(keyOf(ref))
    working(ref.tenantUuid, (cx) => announce(cx, ref.connectionId))
  }
  const reportSoon = (ref: ConnectionRef) => {
    const timer = () => {
      try {
        reportProgress(ref)
      } catch (error) {
        log.warn({ err: error, ...ref }, 'could not report the progress of an import')
      }
    }
    getOrMake(timers, keyOf(ref), () => setTimeout(timer, PROGRESS_EVERY))
  }

  const brokenIn = (ref: ConnectionRef) => (error: unknown) =>
    log.error({ err: error, ...ref }, 'an entry of the history could not be stored')

  return {
    begins(ref) {
      unannounced.delete(keyOf(ref))
      working(ref.tenantUuid, (cx) => beginImport(cx, ref.connectionId))
      reportSoon(ref)
    },
    scope: (ref) =>
      working(ref.tenantUuid, (cx) => {
        const connection = findConnection(cx.db, ref.connectionId)
        if (!connection?.importOn) return null
        return {
          from: Math.max(connection.importFrom ?? 0, oldestOf(cx.now())),
          to: connection.importTo ?? Number.MAX_SAFE_INTEGER,
          groups: connection.importGroups,
        }
      }),
    position: (ref, part) =>
      working(ref.tenantUuid, (cx) => {
        const run = findImport(cx.db, ref.connectionId)
        if (!run || run.state === 'stopped') return null
        return run.part === part ? run.position : 0
      }),
    take(ref, slice) {
      const unannouncedHere = getOrMake(unannounced, keyOf(ref), () => new Set<number>())
      const goesOn = working(ref.tenantUuid, (cx) =>
        importSlice(cx, ref.connectionId, slice, { unannounced: unannouncedHere, broken: brokenIn(ref) }),
      )
      reportSoon(ref)
      return goesOn
    },
    missed: (ref, missed) =>
      working(ref.tenantUuid, (cx) => receiveMissed(cx, ref.connectionId, missed, brokenIn(ref))),
    names: (ref, people) => working(ref.tenantUuid, (cx) => adoptNames(cx, people, brokenIn(ref))),
    chats: (ref, chats) => working(ref.tenantUuid, (cx) => noteChats(cx, ref.connectionId, chats)),
    ended(ref, failure) {
      working(ref.tenantUuid, (cx) => {
        for (const ticketId of unannounced.get(keyOf(ref)) ?? []) {
          const ticket = findTicket(cx.db, ticketId)
          if (ticket) announceTicket(cx, null, ticket)
        }
        unannounced.delete(keyOf(ref))
        if (endImport(cx, ref.connectionId, failure)) reportProgress(ref)
      })
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

const YEARS = 2

/** The limit counts from now, however long ago the dates were chosen. */
const oldestOf = (now: number): number => new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - YEARS)
