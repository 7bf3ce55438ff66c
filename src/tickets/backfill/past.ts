/** Imports the backfill that a channel hands over, and reports progress to the screens. */
import { type ConnectionRef, keyOf } from '../../channels/channel'
import { beginImport, endImport, findImport } from '../../channels/connections/backfill'
import { noteChats } from '../../channels/connections/phone-chats'
import { findConnection } from '../../channels/connections/queries'
import type { PastListener } from '../../channels/past'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { announceTicket } from '../announce'
import { findTicket } from '../queries'
import { takeMissed } from './missed'
import { takeNames, takePast, type Untold } from './take'

export type PastDeps = {
  readonly log: Log
  /** Runs `work`; if it finds the database damaged, that company is taken out of service. */
  working<T>(tenantUuid: string, work: (cx: Cx) => T): T
  announce(cx: Cx, connectionId: number): void
}

/** Minimum time between two progress reports. */
const TOLD_EVERY = 500

export function createPast({ log, working, announce }: PastDeps): PastListener & { close(): void } {
  const untold = new Map<string, Untold>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const tell = (ref: ConnectionRef) => {
    clearTimeout(timers.get(keyOf(ref)))
    timers.delete(keyOf(ref))
    working(ref.tenantUuid, (cx) => announce(cx, ref.connectionId))
  }
  const reportSoon = (ref: ConnectionRef) => {
    const timer = () => {
      try {
        tell(ref)
      } catch (error) {
        log.warn({ err: error, ...ref }, 'the progress of an import could not be told')
      }
    }
    getOrMake(timers, keyOf(ref), () => setTimeout(timer, TOLD_EVERY))
  }

  const brokenIn = (ref: ConnectionRef) => (error: unknown) =>
    log.error({ err: error, ...ref }, 'an entry of the history could not be stored')

  return {
    begins(ref) {
      untold.delete(keyOf(ref))
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
      const untoldHere = getOrMake(untold, keyOf(ref), () => new Set<number>())
      const goesOn = working(ref.tenantUuid, (cx) =>
        takePast(cx, ref.connectionId, slice, { untold: untoldHere, broken: brokenIn(ref) }),
      )
      reportSoon(ref)
      return goesOn
    },
    missed: (ref, missed) => working(ref.tenantUuid, (cx) => takeMissed(cx, ref.connectionId, missed, brokenIn(ref))),
    names: (ref, people) => working(ref.tenantUuid, (cx) => takeNames(cx, people, brokenIn(ref))),
    chats: (ref, chats) => working(ref.tenantUuid, (cx) => noteChats(cx, ref.connectionId, chats)),
    ended(ref, failure) {
      working(ref.tenantUuid, (cx) => {
        for (const ticketId of untold.get(keyOf(ref)) ?? []) {
          const ticket = findTicket(cx.db, ticketId)
          if (ticket) announceTicket(cx, null, ticket)
        }
        untold.delete(keyOf(ref))
        if (endImport(cx, ref.connectionId, failure)) tell(ref)
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
