/** The live sessions of all companies: starts, pairs and stops them, and stores on the connection's row what they report. */
import { and, eq } from 'drizzle-orm'
import { can } from '../../access/permissions'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import type { Log } from '../../platform/log'
import type { ControlDb } from '../../platform/sqlite'
import { isSqliteError, isStorageFull } from '../../platform/sqlite'
import { type Channel, type ConnectionRef, keyOf, type PairingRequest, type SessionNews } from '../channel'
import {
  type ConnectionStatus,
  type ConnectionSummary,
  connectionUpdated,
  sessionUpdated,
} from '../connections/contract'
import { progressOf, wireOf } from '../connections/import'
import {
  countOutbox,
  findConnection,
  findConnectionOrFail,
  listConnections,
  mayUseConnection,
  queueIdsOfConnection,
  withoutCodes,
} from '../connections/queries'
import { listHalfRemoved } from '../connections/removed'
import { type Connection, channelAccounts, connections } from '../connections/tables'

/** State that is not stored: codes to scan, attempts so far, how long a restriction lasts. */
type Passing = Pick<SessionNews, 'qrcode' | 'qrcodeExpiresAt' | 'pairingCode' | 'retries' | 'until'>
const nothing: Passing = { qrcode: '', qrcodeExpiresAt: null, pairingCode: null, retries: 0, until: null }

/** States in which a session is running. */
const isAtWork: ReadonlySet<ConnectionStatus> = new Set([
  'qrcode',
  'OPENING',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'RESTRICTED',
])
/** Whether a session starts again after a restart: it was running (a pairing will then report that it expired) or shut out for a time. */
const comesBack = ({ status, reason }: Pick<Connection, 'status' | 'reason'>): boolean =>
  isAtWork.has(status) || (status === 'BANNED' && reason === 'temporarilyBanned')
/** States in which the account can send. */
const canSend: ReadonlySet<ConnectionStatus> = new Set(['CONNECTED', 'RESTRICTED'])

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
  const passing = new Map<string, Passing>()
  const live = new Set<string>()
  const touched = new Map<string, ConnectionRef>()
  /** The states of connections that could not be stored because the disk is full. */
  const unwritten = new Map<string, Pick<Connection, 'status' | 'reason'>>()
  const refOf = (cx: Cx, id: number): ConnectionRef => {
    const ref = { tenantUuid: cx.tenant.uuid, connectionId: id }
    touched.set(keyOf(ref), ref)
    return ref
  }
  const passingOf = (ref: ConnectionRef) => passing.get(keyOf(ref)) ?? nothing

  const asItStands = (cx: Cx, connection: Connection): Connection => ({
    ...connection,
    ...unwritten.get(keyOf(refOf(cx, connection.id))),
  })
  const statusOf = (cx: Cx, id: number): ConnectionStatus => {
    const connection = findConnection(cx.db, id)
    return connection ? asItStands(cx, connection).status : 'DISCONNECTED'
  }

  /** On our side the session is over, whether or not the messenger confirms it. */
  const endThere = (ref: ConnectionRef): Promise<void> =>
    channel.logout(ref).catch((error: unknown) => {
      ports.log.warn(
        { err: error, tenant: ref.tenantUuid, connection: ref.connectionId },
        'session not ended on the messenger’s side',
      )
    })

  const setLive = (ref: ConnectionRef, on: boolean) => {
    const key = keyOf(ref)
    if (on && !live.has(key)) {
      live.add(key)
      ports.hold(ref.tenantUuid)
    } else if (!on && live.delete(key)) ports.release(ref.tenantUuid)
  }

  const summarize = (cx: Cx, connection: Connection): ConnectionSummary => {
    const { id, name, channel, number, status, reason, isDefault } = asItStands(cx, connection)
    const { qrcode, qrcodeExpiresAt, pairingCode, retries, until } = passingOf(refOf(cx, id))
    return {
      id,
      name,
      channel,
      number,
      status,
      reason,
      until: instantOrNull(until),
      qrcode,
      qrcodeExpiresAt: instantOrNull(qrcodeExpiresAt),
      pairingCode,
      retries,
      isDefault,
      queueIds: queueIdsOfConnection(cx.db, id),
      greetingMessage: connection.greetingMessage,
      complationMessage: connection.completionMessage,
      messagesPerMinute: connection.messagesPerMinute,
      expiresTicket: connection.expiresAfter,
      ...wireOf(connection),
      statusImportMessages: progressOf(cx.db, id),
      outboxCount: countOutbox(cx.db, id),
      updatedAt: instant(connection.updatedAt),
    }
  }

  /** Emitted twice, with and without the codes to scan: an event must not reveal what the person may not request. */
  const announce = (cx: Cx, connection: Connection) => {
    const summary = summarize(cx, connection)
    for (const mayPair of [true, false]) {
      const shown = mayPair ? summary : withoutCodes(summary)
      const hears = (listener: Actor) =>
        mayUseConnection(listener, connection.id) && can(listener, 'connections-page:actionButtons') === mayPair
      cx.emit(connectionUpdated({ whatsapp: shown }), hears)
      cx.emit(sessionUpdated({ session: shown }), hears)
    }
  }

  return {
    summarize,
    announce,
    /** Announces all, because a change of one can change another: there is one default at a time. */
    announceAll(cx: Cx) {
      for (const connection of listConnections(cx.db)) announce(cx, connection)
    },
    canSend: (cx: Cx, id: number): boolean =>
      !ports.isPassive() && live.has(keyOf(refOf(cx, id))) && canSend.has(statusOf(cx, id)),

    /** Restarts the connections of a company that were running when the house closed, yielding to other work in between. */
    async startCompany(cx: Cx): Promise<void> {
      for (const id of listHalfRemoved(ports.control, cx)) await this.forget(cx, id)
      for (const connection of listConnections(cx.db)) {
        if (!comesBack(connection)) continue
        setLive(refOf(cx, connection.id), true)
        channel.start(refOf(cx, connection.id))
        await new Promise(setImmediate)
      }
    },

    async pair(cx: Cx, id: number, request: PairingRequest): Promise<void> {
      if (ports.isPassive()) fail('ERR_PASSIVE')
      if (canSend.has(findConnectionOrFail(cx.db, id).status)) fail('ERR_WAPP_ALREADY_CONNECTED')
      setLive(refOf(cx, id), true)
      await channel.pair(refOf(cx, id), request)
    },

    keepPairing: (cx: Cx, id: number) => channel.keepPairing(refOf(cx, id)),

    async disconnect(cx: Cx, id: number): Promise<void> {
      const ref = refOf(cx, id)
      await endThere(ref)
      this.news(ref, { ...nothing, status: 'DISCONNECTED', reason: 'loggedOutHere', number: null })
      release(ports.control, cx.tenant.id, id)
      setLive(ref, false)
    },

    /** Ends the session of a connection whose row was deleted. */
    async forget(cx: Cx, id: number): Promise<void> {
      const ref = refOf(cx, id)
      release(ports.control, cx.tenant.id, id)
      setLive(ref, false)
      passing.delete(keyOf(ref))
      ports.gone(ref)
      await endThere(ref)
    },

    /** Restarts every session of the company that has credentials. */
    async restartCompany(cx: Cx): Promise<void> {
      if (ports.isPassive()) fail('ERR_PASSIVE')
      for (const connection of listConnections(cx.db)) {
        if (connection.status === 'qrcode' || !comesBack(connection)) continue
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
      const { status, number } = news
      const isTaken =
        number !== null && isAtWork.has(status) && !claim(ports.control, cx.tenant.id, ref.connectionId, number)
      if (isTaken && status === 'PAIRING') fail('ERR_WAPP_IN_USE') // the channel unlinks the device it was about to link
      const told = isTaken ? refuse(ref, news, (last) => this.news(ref, last)) : news
      // Unlinked by the phone: the account may now be linked to another connection.
      if (told.reason === 'loggedOut') release(ports.control, cx.tenant.id, ref.connectionId)
      const { qrcode, qrcodeExpiresAt, pairingCode, retries, until } = told
      passing.set(keyOf(ref), { qrcode, qrcodeExpiresAt, pairingCode, retries, until })
      setLive(ref, isAtWork.has(told.status) || until !== null)
      writeNews(cx, before, told)
      if (canSend.has(told.status) && !canSend.has(before.status))
        ports.log.info({ tenant: ref.tenantUuid, connection: ref.connectionId }, 'connection open')
      if (canSend.has(told.status)) ports.opened(ref)
    },

    stopAll: () => channel.stopAll(),
    liveCount: () => live.size,
  }

  /** On a full disk the row is written later: the screens must still learn that the disk closed the sessions. */
  function writeNews(cx: Cx, before: Connection, { status, reason, number }: SessionNews) {
    const key = keyOf(refOf(cx, before.id))
    unwritten.delete(key)
    try {
      cx.transaction((cx) => {
        const after = cx.db
          .update(connections)
          .set({ status, reason, number: number ?? before.number, updatedAt: cx.now() })
          .where(eq(connections.id, before.id))
          .returning()
          .get()
        if (after) announce(cx, after)
      })
    } catch (error) {
      if (!isStorageFull(error)) throw error
      unwritten.set(key, { status, reason })
      announce(cx, before)
    }
  }

  /** The account already belongs to another connection: this one is refused. */
  function refuse(ref: ConnectionRef, news: SessionNews, tell: (last: SessionNews) => void): SessionNews {
    const about = { tenant: ref.tenantUuid, connection: ref.connectionId }
    ports.log.warn(about, 'account already linked to another connection')
    const refusal: SessionNews = {
      ...news,
      ...nothing,
      status: 'DISCONNECTED',
      reason: 'accountInUse',
      number: null,
    }
    // Its own last report would carry no reason.
    endThere(ref)
      .then(() => tell(refusal))
      .catch((error: unknown) => ports.log.warn({ err: error, ...about }, 'refusal could not be told again'))
    return refusal
  }
}

/** Claims the account for this connection; false when another one has it. */
function claim(control: ControlDb, companyId: number, connectionId: number, account: string): boolean {
  const channel = 'whatsapp'
  const holder = control
    .select()
    .from(channelAccounts)
    .where(and(eq(channelAccounts.channel, channel), eq(channelAccounts.account, account)))
    .get()
  if (holder) return holder.companyId === companyId && holder.connectionId === connectionId
  release(control, companyId, connectionId)
  try {
    control.insert(channelAccounts).values({ channel, account, companyId, connectionId }).run()
    return true
  } catch (error) {
    if (isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT')) return false
    throw error
  }
}

function release(control: ControlDb, companyId: number, connectionId: number) {
  control
    .delete(channelAccounts)
    .where(and(eq(channelAccounts.companyId, companyId), eq(channelAccounts.connectionId, connectionId)))
    .run()
}
