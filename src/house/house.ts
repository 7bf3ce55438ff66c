/** The house is the running server: databases, channels, auth and hub, opened together and closed in reverse. It knows every chapter; no chapter knows it. */

import { type Auth, createAuth } from '../access/auth'
import { userUpdated } from '../access/contract'
import { findUser, noteSeen, summarizeUser } from '../access/people'
import { createTokens } from '../access/tokens'
import type { Actor } from '../actor'
import { type Attention, createAttention } from '../channels/attention'
import type { AskedAgain, Channel, ChannelListener, ConnectionRef, Outgoing, OutgoingAct } from '../channels/channel'
import { findConnection } from '../channels/connections/queries'
import { createOutbox, type Outbox } from '../channels/outbox'
import { createPictures } from '../channels/pictures'
import { openSessionStore } from '../channels/session-store'
import { createSessions, type Sessions } from '../channels/sessions'
import { createWishes } from '../channels/wishes'
import { addressesOf } from '../contacts/queries'
import { installationUpdated } from '../operator/contract'
import { type Cx, createCx, type Exits, type Signal } from '../platform/cx'
import { type Databases, openDatabases, tenantFolder } from '../platform/databases'
import { type DiskSpace, watchDiskSpace } from '../platform/disk-space'
import { mediaPath } from '../platform/files'
import { makeStormCollector } from '../platform/garbage'
import { createHub, type Hub } from '../platform/hub'
import type { Listener } from '../platform/listeners'
import { lockDataFolder } from '../platform/lock'
import type { Log } from '../platform/log'
import { createMetrics, type Metrics, watchLoop } from '../platform/metrics'
import { createMigrators } from '../platform/migrators'
import { loadSecret } from '../platform/secret'
import { remembered } from '../platform/sqlite'
import { type Clock, systemClock } from '../platform/time'
import { SESSION_OVER } from '../platform/wire'
import { findCompanyByUuid, listCompanies, tenantOf } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'
import { describeAct, settleAct } from '../tickets/messages/acts/send-acts'
import { createMediaFetcher, type MediaFetcher } from '../tickets/messages/media/fetch'
import { settleMessage } from '../tickets/messages/receipts/receipts'
import { describeOutgoing, findSent } from '../tickets/messages/sending/send'
import { createChannelListener } from './channel-listener'
import { createCompanyRunner } from './company-runner'

export type House = {
  readonly log: Log
  readonly clock: Clock
  readonly databases: Databases
  readonly hub: Hub
  readonly auth: Auth
  readonly sessions: Sessions
  readonly outbox: Outbox
  readonly fetcher: MediaFetcher
  readonly channel: Channel
  readonly attention: Attention
  readonly metrics: Metrics
  readonly diskSpace: DiskSpace
  cxOf(tenantUuid: string): Cx
  folderOf(tenantUuid: string): string
  /** Visits every active company whose file opens, one after the other, yielding to the event loop in between. */
  eachCompany(visit: (cx: Cx, company: Company) => void): Promise<void>
  /** The same, but only for companies whose file is open: those with a live session or a recent request. */
  eachOpenCompany: House['eachCompany']
  /** Recomputes the rights of open sockets, and closes those whose session is over. */
  judge(whom: (listener: Listener) => boolean): void
  /** Notes that a person is active; when this brings them online, those who see the list of people are notified. */
  seen(actor: Actor): void
  /** Opens the companies and restores their sessions. Called again, it follows what has changed since. Requests are served meanwhile. */
  wakeUp(): Promise<void>
  /** Restored and not yet activated: no session is opened and nothing is sent. */
  isPassive(): boolean
  /** Starts no company any more, so that a run under way ends soon. */
  stopWaking(): void
  close(): Promise<void>
}

export type ChannelParts = {
  readonly listener: ChannelListener
  openSessionStore(tenantUuid: string): ReturnType<typeof openSessionStore>
  sentContent(ref: ConnectionRef, asked: AskedAgain): Outgoing | OutgoingAct | undefined
  readonly log: Log
}

export type HouseOptions = {
  readonly dataDir: string
  readonly log: Log
  readonly clock?: Clock
  createChannel(parts: ChannelParts): Channel
  /** The command line of this program, to migrate companies in processes beside this one. */
  readonly program?: readonly string[] | undefined
  /** Milliseconds between two requests for a profile picture. */
  readonly pictureGap?: number
  /** Sees every event as it is emitted. */
  readonly observe?: Parameters<typeof createHub>[1]
}

/** How long messages in flight may take to arrive when the house closes. */
const CLOSING_PATIENCE = 3000

export function openHouse({
  dataDir,
  log,
  clock = systemClock,
  createChannel,
  program,
  pictureGap = 250,
  observe,
}: HouseOptions): House {
  const { lock, databases, secret } = takeFolder(dataDir, log)
  const hub = createHub(clock, observe)
  const folderOf = (uuid: string) => tenantFolder(dataDir, uuid)
  const stores = new Map<string, ReturnType<typeof openSessionStore>>()

  /** The action is committed: an error while it is announced must neither undo it nor make it look refused. */
  const told = (step: () => void) => {
    try {
      step()
    } catch (error) {
      log.error({ err: error }, 'news of a finished action got lost')
    }
  }
  const exits: Exits = {
    emit: (tenant, event, audience) => told(() => hub.emit(tenant, event, audience)),
    signal: (tenant, signal) => told(() => attend(tenant.uuid, signal)),
  }
  const attend = (tenantUuid: string, signal: Signal) => {
    if (signal.what === 'media') return fetcher.wake(tenantUuid, signal.messageId)
    if (signal.what === 'rights')
      return judge(({ actor }) => actor.tenantUuid === tenantUuid && (signal.userIds?.includes(actor.userId) ?? true))
    const ref = { tenantUuid, connectionId: signal.connectionId }
    if (signal.what === 'outbox') outbox.wake(ref)
    else if (signal.what === 'picture') pictures.wake(ref, signal.contactId)
    else if (signal.what === 'group') askAboutGroup(ref, signal.contactId)
    else void wishes.wake(ref)
  }
  const judge: House['judge'] = (whom) => {
    for (const listener of hub.all().filter(whom)) {
      const standing = auth.standing(listener.actor)
      if (standing) hub.changeActor(listener, standing)
      else listener.close(SESSION_OVER, 'session over')
    }
  }
  const askAboutGroup = (ref: ConnectionRef, contactId: number) => {
    const [group] = addressesOf(cxOf(ref.tenantUuid).db, contactId)
    if (group)
      channel
        .describeGroup(ref, group)
        .catch((error: unknown) => log.warn({ err: error, tenant: ref.tenantUuid }, 'group not described'))
  }
  const companyOf = remembered(databases.control.$client, (uuid: string) => findCompanyByUuid(databases.control, uuid))
  const cxOf = (uuid: string): Cx => {
    const company = companyOf(uuid)
    if (!company) throw new Error(`no company ${uuid}`)
    loop.stir()
    return createCx(tenantOf(company), () => databases.tenant(uuid), clock, exits)
  }
  /** Database damage met while working for a company takes that company out of service; the error is rethrown. */
  const working = <T>(uuid: string, work: (cx: Cx) => T): T => {
    try {
      return work(cxOf(uuid))
    } catch (error) {
      databases.noteDamage(uuid, error)
      diskSpace.noteError(error)
      throw error
    }
  }
  /** Those who can do something about a full disk are notified at once. */
  const diskSpace = watchDiskSpace(dataDir, (storageFull) => {
    log[storageFull ? 'error' : 'info'](storageFull ? 'the disk is full' : 'there is room on the disk again')
    for (const company of listCompanies(databases.control))
      exits.emit(
        tenantOf(company),
        installationUpdated({ storageFull }),
        (listener) => listener.super || listener.profile === 'admin',
      )
  })
  const pathIn = (uuid: string) => (file: string) => mediaPath(folderOf(uuid), file)

  const collectAfter = makeStormCollector()
  const fromChannels = createChannelListener({
    log,
    cxOf,
    working,
    received(count) {
      metrics.received.inc(count)
      collectAfter(count)
    },
    session(ref, news) {
      if (news.reason === 'storage') diskSpace.look()
      sessions.news(ref, news)
    },
    connectionChanged(cx, connectionId) {
      const connection = findConnection(cx.db, connectionId)
      if (connection) sessions.announce(cx, connection)
    },
  })
  const channel = createChannel({
    listener: fromChannels.listener,
    openSessionStore(uuid) {
      const known = stores.get(uuid)
      if (known) return known
      const store = openSessionStore(folderOf(uuid), uuid)
      stores.set(uuid, store)
      return store
    },
    sentContent: (ref, asked) => findSent(cxOf(ref.tenantUuid), ref.connectionId, asked, pathIn(ref.tenantUuid)),
    log,
  })
  const sessions = createSessions(channel, {
    control: databases.control,
    log,
    cxOf,
    opened(ref) {
      outbox.wake(ref)
      fetcher.wakeDue(cxOf(ref.tenantUuid))
      void wishes.wake(ref)
      attention.opened(ref)
    },
    isPassive: () => runner.isPassive(),
    gone: (ref) => outbox.forget(ref),
    hold: databases.hold,
    release: databases.release,
  })
  const outbox = createOutbox(channel, {
    log,
    cxOf,
    canSend: sessions.canSend,
    describe: (cx, row) =>
      row.actId === null ? describeOutgoing(cx, row, pathIn(cx.tenant.uuid)) : describeAct(cx, row.actId),
    settle(cx, row, settlement) {
      if (row.actId === null) settleMessage(cx, row.messageId, settlement)
      else settleAct(cx, row, row.actId, settlement)
      metrics.settled.inc({ outcome: settlement.failure === null ? 'sent' : 'failed' })
    },
  })
  const wishes = createWishes(channel, { log, cxOf, canSend: sessions.canSend })
  const pictures = createPictures(channel, { log, cxOf, folderOf, canAsk: sessions.canSend, gap: pictureGap })
  const attention = createAttention(channel)
  const fetcher = createMediaFetcher(channel, { log, cxOf, folderOf, canFetch: sessions.canSend })
  const runner = createCompanyRunner({
    databases,
    sessions,
    migrators: createMigrators({ dataDir, log, program }),
    log,
    cxOf,
    folderOf,
    letGo(uuid) {
      stores.get(uuid)?.close()
      stores.delete(uuid)
    },
    returned(uuid) {
      const company = companyOf(uuid)
      if (company) hub.startAnew(company.id)
    },
  })
  const silence = (sessionId: string) => {
    for (const listener of hub.all())
      if (listener.actor.sessionId === sessionId) listener.close(SESSION_OVER, 'session over')
  }
  const auth = createAuth({ control: databases.control, tokens: createTokens(secret, clock), clock, cxOf, silence })
  const metrics = createMetrics({
    balcao_sockets: hub.size,
    balcao_sessions: sessions.liveCount,
    balcao_tenants_damaged: () => databases.damagedTenants().size,
    balcao_storage_full: () => Number(diskSpace.isFull()),
  })
  const loop = watchLoop((seconds) => metrics.stall.observe(seconds))

  const each = async (isMeant: (uuid: string) => boolean, visit: Parameters<House['eachCompany']>[0]) => {
    for (const company of listCompanies(databases.control)) {
      if (!company.active || !isMeant(company.uuid)) continue
      try {
        working(company.uuid, (cx) => visit(cx, company))
      } catch (error) {
        log.error({ err: error, tenant: company.uuid }, 'company could not be visited')
      }
      await new Promise(setImmediate)
    }
  }

  return {
    log,
    clock,
    databases,
    hub,
    auth,
    sessions,
    outbox,
    fetcher,
    channel,
    attention,
    metrics,
    diskSpace,
    cxOf,
    folderOf,
    eachCompany: (visit) => each(databases.isAvailable, visit),
    eachOpenCompany: (visit) => each(databases.isOpen, visit),
    judge,
    seen(actor) {
      const cx = cxOf(actor.tenantUuid)
      const cameOnline = noteSeen(cx, actor.userId)
      const user = cameOnline ? findUser(cx.db, actor.userId) : undefined
      if (user)
        cx.emit(userUpdated({ user: summarizeUser(cx.db, user, cx.now()) }), (listener) => listener.profile !== 'user')
    },
    wakeUp: runner.go,
    isPassive: runner.isPassive,
    stopWaking: runner.stop,
    async close() {
      loop.stop()
      fetcher.stop()
      pictures.stop()
      attention.stop()
      await outbox.stop(CLOSING_PATIENCE)
      await channel.stopAll()
      fromChannels.close()
      for (const socket of hub.all()) socket.close(1001, 'going away')
      for (const store of stores.values()) store.close()
      databases.close()
      lock.release()
    },
  }
}

/** What a server holds of its data folder: all of it, or after an error nothing. */
function takeFolder(dataDir: string, log: Log) {
  const lock = lockDataFolder(dataDir)
  let databases: Databases | undefined
  try {
    databases = openDatabases(dataDir, log)
    return { lock, databases, secret: loadSecret(dataDir) }
  } catch (error) {
    databases?.close()
    lock.release()
    throw error
  }
}
