/** Starts, pairs and stops the sessions of all companies. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { type Channel, CLOSED_SESSION, type ConnectionRef, type PairingRequest } from '../channel'
import type { ConnectionStatus } from '../connections/contract'
import { findConnectionOrFail, listConnections } from '../connections/queries'
import { listHalfRemoved, noteRemoved, REMOVING } from '../connections/removed'
import type { Connection } from '../connections/tables'
import { isInPlan, requireInPlan } from '../plan'
import { createLiveSessions } from './live-sessions'
import { createSessionNews, fieldsOf, type SessionNewsDeps } from './session-news'
import { ableToSend, createSessionStates, RUNNING, running } from './states'

/** secret.key may be the right one now; and what Meta sends is stored also while nothing can be sent. */
const stillReceives: ReadonlySet<string> = new Set(['locked', 'tokenEnded', 'permissionMissing'])

/**
 * Whether a session starts again after a restart: it was running (a pairing then reports that it expired), temporarily
 * banned, or ended for a reason that need not last.
 */
const isRestarted = ({ status, reason }: Pick<Connection, 'status' | 'reason'>): boolean =>
  running.has(status) ||
  (status === 'BANNED' && reason === 'temporarilyBanned') ||
  (reason !== null && stillReceives.has(reason))

/**
 * SQL condition: the company has sessions to start, or remains of removed ones. May have false positives.
 */
export const TO_START = `SELECT 1 FROM connections WHERE status IN (${RUNNING}) OR reason IN ('temporarilyBanned', ${[...stillReceives].map((reason) => `'${reason}'`).join()})
  UNION ALL SELECT 1 FROM connections WHERE deleted_at IS NOT NULL AND reason = '${REMOVING}'
  UNION ALL SELECT 1 FROM outbox`

/** Reason for having no session after a restart, by the state before it. */
const INTERRUPTIONS: Partial<Record<ConnectionStatus, string>> = {
  PASSKEY: 'passkeyInterrupted',
  PAIRING: 'pairingFailed',
}

declare module '../../platform/module' {
  interface Services {
    readonly sessions: Sessions
  }
}

export type Sessions = ReturnType<typeof createSessions>

export type SessionsDeps = SessionNewsDeps & {
  /** Called when a connection was removed: its queued messages cannot be sent. */
  gone(ref: ConnectionRef): void
  /** A standby installation opens no session and sends nothing. */
  isOnStandby(): boolean
  hold(tenantUuid: string): void
  release(tenantUuid: string): void
}

export function createSessions(channel: Channel, deps: SessionsDeps) {
  const { log, gone, isOnStandby } = deps
  const states = createSessionStates()
  const live = createLiveSessions(deps)
  const { refOf } = live
  const reports = createSessionNews(deps, { states, live, logOut })
  const { news } = reports

  function start(ref: ConnectionRef) {
    live.set(ref, true)
    channel.start(ref)
  }

  /** The server stopped during a linking: nothing is linked, unless the phone had finished already. */
  function explainInterruption(cx: Cx, before: Connection) {
    const interruption = INTERRUPTIONS[before.status]
    const { status, reason } = findConnectionOrFail(cx.db, before.id)
    if (!interruption || status !== 'DISCONNECTED' || reason !== null) return
    news(refOf(cx, before.id), { ...CLOSED_SESSION, status, reason: interruption })
  }

  /** Ends the session on our side, whether or not the messenger confirms it. */
  function logOut(ref: ConnectionRef): Promise<void> {
    return channel.logout(ref).catch((error: unknown) => {
      log.warn({ err: error, ...fieldsOf(ref) }, 'session not ended on the messenger’s side')
    })
  }

  /** Ends the session of a connection whose row was deleted. */
  async function forget(cx: Cx, id: number): Promise<void> {
    const ref = refOf(cx, id)
    live.set(ref, false)
    states.forget(ref)
    gone(ref)
    await logOut(ref)
    await reports.release(cx, id)
    noteRemoved(cx, id)
  }

  return {
    summarize: states.summarize,
    announce: states.announce,
    announceAll: states.announceAll,
    canSend: (cx: Cx, id: number): boolean =>
      !isOnStandby() && live.has(refOf(cx, id)) && ableToSend.has(states.statusOf(cx, id)),
    news,
    claim: reports.claim,
    forget,

    /** Restarts the connections of a company that were running when the server closed, yielding to other work in between. */
    async startCompany(cx: Cx): Promise<void> {
      for (const id of listHalfRemoved(cx)) await forget(cx, id)
      for (const connection of listConnections(cx.db).filter(isRestarted)) {
        start(refOf(cx, connection.id))
        explainInterruption(cx, connection)
        await new Promise(setImmediate)
      }
    },

    async pair(cx: Cx, id: number, request: PairingRequest): Promise<void> {
      if (isOnStandby()) fail('ERR_PASSIVE')
      if (ableToSend.has(findConnectionOrFail(cx.db, id).status)) fail('ERR_WAPP_ALREADY_CONNECTED')
      live.set(refOf(cx, id), true)
      await channel.pair(refOf(cx, id), request)
    },

    keepPairing: (cx: Cx, id: number) => channel.keepPairing(refOf(cx, id)),

    async disconnect(cx: Cx, id: number): Promise<void> {
      const ref = refOf(cx, id)
      await logOut(ref)
      news(ref, { ...CLOSED_SESSION, reason: 'loggedOutHere' })
      await reports.release(cx, id)
      live.set(ref, false)
    },

    /** Restarts every session of the company that has credentials and a channel in the plan. Fails if the plan has none of them. */
    async restartCompany(cx: Cx): Promise<void> {
      if (isOnStandby()) fail('ERR_PASSIVE')
      const all = listConnections(cx.db)
      const allowed = all.filter(({ channel }) => isInPlan(cx, channel))
      if (all[0] && allowed.length === 0) requireInPlan(cx, all[0].channel)
      for (const connection of allowed) {
        if (connection.status === 'qrcode' || !isRestarted(connection)) continue
        await channel.stop(refOf(cx, connection.id))
        channel.start(refOf(cx, connection.id))
      }
    },

    /** Closes every session of a company without its database, which may be broken. */
    async stopCompany(tenantUuid: string): Promise<void> {
      for (const ref of live.touchedOf(tenantUuid)) {
        await channel.stop(ref)
        live.forget(ref)
        reports.forget(ref)
      }
    },

    stopAll: () => channel.stopAll(),
    liveCount: live.count,
    liveCountOf: live.countOf,
  }
}
