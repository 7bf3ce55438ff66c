/** The live sessions of all companies: starts, pairs and stops them, and takes in what they report. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import type { ControlDb } from '../../platform/sqlite'
import { type Channel, type ConnectionRef, keyOf, type PairingRequest, type SessionNews } from '../channel'
import type { ConnectionStatus } from '../connections/contract'
import { findConnection, findConnectionOrFail, listConnections } from '../connections/queries'
import { listHalfRemoved } from '../connections/removed'
import type { Connection } from '../connections/tables'
import { claimAccount, releaseAccount } from './accounts'
import { createSessionStates, nothingPassing, refIn } from './states'

/** States in which a session is running. */
const running: ReadonlySet<ConnectionStatus> = new Set([
  'qrcode',
  'OPENING',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'RESTRICTED',
])
/**
 * Whether a session starts again after a restart: it was running (a pairing will then report that it expired), shut out for
 * a time, or locked, because secret.key may be the right one now.
 */
const isRestarted = ({ status, reason }: Pick<Connection, 'status' | 'reason'>): boolean =>
  running.has(status) || (status === 'BANNED' && reason === 'temporarilyBanned') || reason === 'locked'
/** States in which the account can send. */
const ableToSend: ReadonlySet<ConnectionStatus> = new Set(['CONNECTED', 'RESTRICTED'])

export type Sessions = ReturnType<typeof createSessions>

export type SessionsPorts = {
  readonly control: ControlDb
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** The connection can send now. */
  opened(ref: ConnectionRef): void
  /** The connection was removed: its waiting messages cannot be sent. */
  gone(ref: ConnectionRef): void
  /** A passive installation opens no session and sends nothing. */
  isPassive(): boolean
  hold(tenantUuid: string): void
  release(tenantUuid: string): void
}

export function createSessions(channel: Channel, ports: SessionsPorts) {
  const states = createSessionStates()
  const live = new Set<string>()
  /** Every connection that something was done to, so that `stopCompany` finds it without the company's database. */
  const touched = new Map<string, ConnectionRef>()
  const refOf = (cx: Cx, id: number): ConnectionRef => {
    const ref = refIn(cx, id)
    touched.set(keyOf(ref), ref)
    return ref
  }

  /** On our side the session is over, whether or not the messenger confirms it. */
  const logOut = (ref: ConnectionRef): Promise<void> =>
    channel.logout(ref).catch((error: unknown) => {
      ports.log.warn(
        { err: error, tenant: ref.tenantUuid, connection: ref.connectionId },
        'session not ended on the messenger’s side',
      )
    })

  const claimNumber = (cx: Cx, connectionId: number, account: string) =>
    claimAccount(ports.control, { companyId: cx.tenant.id, connectionId }, account)
  const releaseNumber = (cx: Cx, connectionId: number) =>
    releaseAccount(ports.control, { companyId: cx.tenant.id, connectionId })

  const setLive = (ref: ConnectionRef, on: boolean) => {
    const key = keyOf(ref)
    if (on && !live.has(key)) {
      live.add(key)
      ports.hold(ref.tenantUuid)
    } else if (!on && live.delete(key)) ports.release(ref.tenantUuid)
  }

  return {
    summarize: states.summarize,
    announce: states.announce,
    announceAll: states.announceAll,
    canSend: (cx: Cx, id: number): boolean =>
      !ports.isPassive() && live.has(keyOf(refOf(cx, id))) && ableToSend.has(states.statusOf(cx, id)),

    /** Restarts the connections of a company that were running when the house closed, yielding to other work in between. */
    async startCompany(cx: Cx): Promise<void> {
      for (const id of listHalfRemoved(ports.control, cx)) await this.forget(cx, id)
      for (const connection of listConnections(cx.db)) {
        if (!isRestarted(connection)) continue
        setLive(refOf(cx, connection.id), true)
        channel.start(refOf(cx, connection.id))
        await new Promise(setImmediate)
      }
    },

    async pair(cx: Cx, id: number, request: PairingRequest): Promise<void> {
      if (ports.isPassive()) fail('ERR_PASSIVE')
      if (ableToSend.has(findConnectionOrFail(cx.db, id).status)) fail('ERR_WAPP_ALREADY_CONNECTED')
      setLive(refOf(cx, id), true)
      await channel.pair(refOf(cx, id), request)
    },

    keepPairing: (cx: Cx, id: number) => channel.keepPairing(refOf(cx, id)),

    async disconnect(cx: Cx, id: number): Promise<void> {
      const ref = refOf(cx, id)
      await logOut(ref)
      this.news(ref, { ...nothingPassing, status: 'DISCONNECTED', reason: 'loggedOutHere', number: null })
      releaseNumber(cx, id)
      setLive(ref, false)
    },

    /** Ends the session of a connection whose row was deleted. */
    async forget(cx: Cx, id: number): Promise<void> {
      const ref = refOf(cx, id)
      releaseNumber(cx, id)
      setLive(ref, false)
      states.forget(ref)
      ports.gone(ref)
      await logOut(ref)
    },

    /** Restarts every session of the company that has credentials. */
    async restartCompany(cx: Cx): Promise<void> {
      if (ports.isPassive()) fail('ERR_PASSIVE')
      for (const connection of listConnections(cx.db)) {
        if (connection.status === 'qrcode' || !isRestarted(connection)) continue
        await channel.stop(refOf(cx, connection.id))
        channel.start(refOf(cx, connection.id))
      }
    },

    /** Closes every session of a company without using its database, which may be what is broken. */
    async stopCompany(tenantUuid: string): Promise<void> {
      for (const [key, ref] of touched) {
        if (ref.tenantUuid !== tenantUuid) continue
        await channel.stop(ref)
        setLive(ref, false)
        touched.delete(key)
      }
    },

    /** A session reports its state: stored on the row, shown on every screen; the outbox is woken when it can send. */
    news(ref: ConnectionRef, news: SessionNews) {
      const cx = ports.cxOf(ref.tenantUuid)
      const before = findConnection(cx.db, ref.connectionId)
      if (!before) return
      touched.set(keyOf(ref), ref)
      const { status, number } = news
      const isTaken = number !== null && running.has(status) && !claimNumber(cx, ref.connectionId, number)
      if (isTaken && status === 'PAIRING') fail('ERR_WAPP_IN_USE') // the channel unlinks the device it was about to link
      const told = isTaken ? refuse(ref, news, (last) => this.news(ref, last)) : news
      // Unlinked by the phone: the account may now be linked to another connection.
      if (told.reason === 'loggedOut') releaseNumber(cx, ref.connectionId)
      setLive(ref, running.has(told.status) || told.until !== null)
      states.write(cx, before, told)
      if (ableToSend.has(told.status) && !ableToSend.has(before.status))
        ports.log.info({ tenant: ref.tenantUuid, connection: ref.connectionId }, 'connection open')
      if (ableToSend.has(told.status)) ports.opened(ref)
    },

    stopAll: () => channel.stopAll(),
    liveCount: () => live.size,
  }

  /** The account already belongs to another connection: this one is refused. */
  function refuse(ref: ConnectionRef, news: SessionNews, tell: (last: SessionNews) => void): SessionNews {
    const about = { tenant: ref.tenantUuid, connection: ref.connectionId }
    ports.log.warn(about, 'account already linked to another connection')
    const refusal: SessionNews = {
      ...news,
      ...nothingPassing,
      status: 'DISCONNECTED',
      reason: 'accountInUse',
      number: null,
    }
    // Its own last report would carry no reason.
    logOut(ref)
      .then(() => tell(refusal))
      .catch((error: unknown) => ports.log.warn({ err: error, ...about }, 'refusal could not be told again'))
    return refusal
  }
}
