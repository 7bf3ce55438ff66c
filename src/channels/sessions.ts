/** Live sessions of all companies: started, paired, stopped, and what they tell written to the connection's row. */
import { and, eq } from 'drizzle-orm'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { instant, instantOrNull } from '../platform/formats'
import type { Log } from '../platform/log'
import type { ControlDb } from '../platform/sqlite'
import { isSqliteError } from '../platform/sqlite'
import { type Channel, type ConnectionRef, keyOf, type PairingWish, type SessionNews } from './channel'
import {
  type ConnectionStatus,
  type ConnectionSummary,
  connectionUpdated,
  sessionUpdated,
} from './connections/contract'
import {
  countOutbox,
  findConnection,
  findConnectionOrFail,
  listConnections,
  mayUseConnection,
  queueIdsOfConnection,
} from './connections/queries'
import { type Connection, channelAccounts, connections } from './connections/tables'

/** What is true only while the process lives: codes to scan, tries so far. */
type Passing = Pick<SessionNews, 'qrcode' | 'qrcodeExpiresAt' | 'pairingCode' | 'retries'>
const nothing: Passing = { qrcode: '', qrcodeExpiresAt: null, pairingCode: null, retries: 0 }

/** States in which a session was alive and should be again after a restart. */
const comesBack: ReadonlySet<ConnectionStatus> = new Set(['CONNECTED', 'OPENING', 'TIMEOUT', 'RESTRICTED'])
/** States in which the account can send. */
const canSend: ReadonlySet<ConnectionStatus> = new Set(['CONNECTED', 'RESTRICTED'])

export type Sessions = ReturnType<typeof createSessions>

export type SessionsPorts = {
  readonly control: ControlDb
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** The connection can send from now on. */
  opened(ref: ConnectionRef): void
  /** An installation at rest opens nothing and sends nothing. */
  isPassive(): boolean
  hold(tenantUuid: string): void
  release(tenantUuid: string): void
}

export function createSessions(channel: Channel, ports: SessionsPorts) {
  const passing = new Map<string, Passing>()
  const live = new Set<string>()
  const touched = new Map<string, ConnectionRef>()
  const refOf = (cx: Cx, id: number): ConnectionRef => {
    const ref = { tenantUuid: cx.tenant.uuid, connectionId: id }
    touched.set(keyOf(ref), ref)
    return ref
  }
  const passingOf = (ref: ConnectionRef) => passing.get(keyOf(ref)) ?? nothing

  const setLive = (ref: ConnectionRef, on: boolean) => {
    const key = keyOf(ref)
    if (on && !live.has(key)) {
      live.add(key)
      ports.hold(ref.tenantUuid)
    } else if (!on && live.delete(key)) ports.release(ref.tenantUuid)
  }

  const summarize = (cx: Cx, connection: Connection): ConnectionSummary => {
    const { id, name, channel, number, status, reason, isDefault } = connection
    const { qrcode, qrcodeExpiresAt, pairingCode, retries } = passingOf(refOf(cx, id))
    return {
      id,
      name,
      channel,
      number,
      status,
      reason,
      qrcode,
      qrcodeExpiresAt: instantOrNull(qrcodeExpiresAt),
      pairingCode,
      retries,
      isDefault,
      queueIds: queueIdsOfConnection(cx.db, id),
      outboxCount: countOutbox(cx.db, id),
      updatedAt: instant(connection.updatedAt),
    }
  }

  const announce = (cx: Cx, connection: Connection) => {
    const summary = summarize(cx, connection)
    cx.emit(connectionUpdated({ whatsapp: summary }), (listener) => mayUseConnection(listener, connection.id))
    cx.emit(sessionUpdated({ session: summary }), (listener) => mayUseConnection(listener, connection.id))
  }

  return {
    summarize,
    announce,
    canSend: (cx: Cx, id: number): boolean =>
      !ports.isPassive() && canSend.has(findConnection(cx.db, id)?.status ?? 'DISCONNECTED'),

    /** Brings back the connections of a company that were alive when the house closed. */
    startCompany(cx: Cx) {
      for (const { id, status } of listConnections(cx.db)) {
        if (!comesBack.has(status)) continue
        setLive(refOf(cx, id), true)
        channel.start(refOf(cx, id))
      }
    },

    async pair(cx: Cx, id: number, wish: PairingWish): Promise<void> {
      if (ports.isPassive()) fail('ERR_PASSIVE')
      if (canSend.has(findConnectionOrFail(cx.db, id).status)) fail('ERR_WAPP_ALREADY_CONNECTED')
      setLive(refOf(cx, id), true)
      await channel.pair(refOf(cx, id), wish)
    },

    keepPairing: (cx: Cx, id: number) => channel.keepPairing(refOf(cx, id)),

    async disconnect(cx: Cx, id: number): Promise<void> {
      const ref = refOf(cx, id)
      await channel.logout(ref)
      this.news(ref, { ...nothing, status: 'DISCONNECTED', reason: 'loggedOutHere', number: null })
      release(ports.control, cx.tenant.id, id)
      setLive(ref, false)
    },

    /** The connection's row is gone: so is its session. */
    async forget(cx: Cx, id: number): Promise<void> {
      await channel.logout(refOf(cx, id))
      release(ports.control, cx.tenant.id, id)
      setLive(refOf(cx, id), false)
      passing.delete(keyOf(refOf(cx, id)))
    },

    /** Closes and opens every session of the company that has credentials. */
    async restartCompany(cx: Cx): Promise<void> {
      if (ports.isPassive()) fail('ERR_PASSIVE')
      for (const { id, status } of listConnections(cx.db)) {
        if (!comesBack.has(status)) continue
        await channel.stop(refOf(cx, id))
        channel.start(refOf(cx, id))
      }
    },

    /** Closes every session of a company, without asking its database: that may be what is broken. */
    async stopCompany(tenantUuid: string): Promise<void> {
      for (const [key, ref] of touched) {
        if (ref.tenantUuid !== tenantUuid) continue
        await channel.stop(ref)
        setLive(ref, false)
        touched.delete(key)
      }
    },

    /** A session tells where it stands: kept in the row, shown on every screen, and the outbox woken when it can send. */
    news(ref: ConnectionRef, news: SessionNews) {
      const cx = ports.cxOf(ref.tenantUuid)
      const before = findConnection(cx.db, ref.connectionId)
      if (!before) return
      const told =
        news.number !== null && !claim(ports.control, cx.tenant.id, ref.connectionId, news.number)
          ? refuse(ref, news)
          : news
      const { qrcode, qrcodeExpiresAt, pairingCode, retries } = told
      passing.set(keyOf(ref), { qrcode, qrcodeExpiresAt, pairingCode, retries })
      cx.transaction((cx) => {
        const after = cx.db
          .update(connections)
          .set({ status: told.status, reason: told.reason, number: told.number ?? before.number, updatedAt: cx.now() })
          .where(eq(connections.id, ref.connectionId))
          .returning()
          .get()
        if (after) announce(cx, after)
      })
      if (canSend.has(told.status) && !canSend.has(before.status))
        ports.log.info({ tenant: ref.tenantUuid, connection: ref.connectionId }, 'connection open')
      if (canSend.has(told.status)) ports.opened(ref)
    },

    stopAll: () => channel.stopAll(),
    liveCount: () => live.size,
  }

  /** The account already answers for another connection: this one gives way. */
  function refuse(ref: ConnectionRef, news: SessionNews): SessionNews {
    ports.log.warn(
      { tenant: ref.tenantUuid, connection: ref.connectionId },
      'account already linked to another connection',
    )
    void channel
      .logout(ref)
      .catch((error: unknown) => ports.log.warn({ err: error }, 'second link of an account could not be ended'))
    return { ...news, ...nothing, status: 'DISCONNECTED', reason: 'accountInUse', number: null }
  }
}

/** True when the account is, or now becomes, this connection's. */
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
