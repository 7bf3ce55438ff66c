/** The house: databases, channels, gate and hub put together, and taken apart in reverse. Knows every chapter; no chapter knows it. */

import { userUpdated } from './access/contract'
import { createGate, type Gate } from './access/gate'
import { findUser, noteSeen, summarizeUser } from './access/people'
import { createTokens } from './access/tokens'
import type { Actor } from './actor'
import {
  type Channel,
  type ChannelListener,
  type ConnectionRef,
  keyOf,
  type Outgoing,
  type OutgoingAct,
  type Receipt,
} from './channels/channel'
import { createOutbox, type Outbox } from './channels/outbox'
import { openSessionStore } from './channels/session-store'
import { createSessions, type Sessions } from './channels/sessions'
import { type Cx, createCx, type Exits } from './platform/cx'
import { type Databases, openDatabases, tenantFolder } from './platform/databases'
import { mediaPath } from './platform/files'
import { createHub, type Hub } from './platform/hub'
import { lockDataFolder } from './platform/lock'
import type { Log } from './platform/log'
import { createMetrics, type Metrics, watchLoop } from './platform/metrics'
import { loadSecret } from './platform/secret'
import { remembered, willPass } from './platform/sqlite'
import { type Clock, systemClock } from './platform/time'
import { createRounds } from './rounds'
import { findCompanyByUuid, listCompanies, tenantOf } from './tenancy/companies'
import type { Company } from './tenancy/tables'
import { createMediaFetcher, type MediaFetcher } from './tickets/messages/fetch'
import { receiveReceipts, settleMessage } from './tickets/messages/receipts'
import { receiveMessages, receiveSameContact } from './tickets/messages/receive'
import { receiveActs } from './tickets/messages/receive-acts'
import { describeOutgoing, findSent } from './tickets/messages/send'
import { describeAct, settleAct } from './tickets/messages/send-acts'
import { receiveTyping } from './tickets/messages/typing'

export type House = {
  readonly log: Log
  readonly clock: Clock
  readonly databases: Databases
  readonly hub: Hub
  readonly gate: Gate
  readonly sessions: Sessions
  readonly outbox: Outbox
  readonly fetcher: MediaFetcher
  readonly channel: Channel
  readonly metrics: Metrics
  cxOf(tenantUuid: string): Cx
  folderOf(tenantUuid: string): string
  /** Every company whose file opens, one after the other with room for others to work between. */
  eachCompany(visit: (cx: Cx, company: Company) => void): Promise<void>
  /** A sign of life of a person; those who see the list of people are told when it brings them online. */
  seen(actor: Actor): void
  /** Opens the companies and brings their sessions back; again, follows what has changed since. Answers go out meanwhile. */
  wakeUp(): Promise<void>
  /** Restored and not yet activated: nothing is opened, nothing leaves. */
  isPassive(): boolean
  close(): Promise<void>
}

export type ChannelParts = {
  readonly listener: ChannelListener
  openSessionStore(tenantUuid: string): ReturnType<typeof openSessionStore>
  sentContent(ref: ConnectionRef, externalId: string): Outgoing | OutgoingAct | undefined
  readonly log: Log
}

export type HouseOptions = {
  readonly dataDir: string
  readonly log: Log
  readonly clock?: Clock
  createChannel(parts: ChannelParts): Channel
  /** Sees every event as it is emitted. */
  readonly observe?: Parameters<typeof createHub>[1]
}

/** How long what is on its way may take to arrive when the house closes. */
const CLOSING_PATIENCE = 3000

export function openHouse({ dataDir, log, clock = systemClock, createChannel, observe }: HouseOptions): House {
  const lock = lockDataFolder(dataDir)
  const databases = openDatabases(dataDir, log)
  const secret = loadSecret(dataDir)
  const hub = createHub(clock, observe)
  const folderOf = (uuid: string) => tenantFolder(dataDir, uuid)
  const stores = new Map<string, ReturnType<typeof openSessionStore>>()

  /** The action is done and on disk: what breaks while it is told neither undoes it nor makes it look refused. */
  const told = (step: () => void) => {
    try {
      step()
    } catch (error) {
      log.error({ err: error }, 'news of a finished action got lost')
    }
  }
  const exits: Exits = {
    emit: (tenant, event, audience) => told(() => hub.emit(tenant, event, audience)),
    signal: (tenant, signal) =>
      told(() => {
        if (signal.what === 'outbox') outbox.wake({ tenantUuid: tenant.uuid, connectionId: signal.connectionId })
        else fetcher.wake(tenant.uuid, signal.messageId)
      }),
  }
  const companyOf = remembered(databases.control.$client, (uuid: string) => findCompanyByUuid(databases.control, uuid))
  const cxOf = (uuid: string): Cx => {
    const company = companyOf(uuid)
    if (!company) throw new Error(`no company ${uuid}`)
    return createCx(tenantOf(company), databases.tenant(uuid), clock, exits)
  }
  /** Damage met while working for a company sets that company aside; the error goes on to whoever called. */
  const working = <T>(uuid: string, work: (cx: Cx) => T): T => {
    try {
      return work(cxOf(uuid))
    } catch (error) {
      databases.noteDamage(uuid, error)
      throw error
    }
  }
  const pathIn = (uuid: string) => (file: string) => mediaPath(folderOf(uuid), file)

  const receipts = gather<Receipt>(
    (ref, all) => working(ref.tenantUuid, (cx) => receiveReceipts(cx, ref.connectionId, all)),
    log,
  )
  const listener: ChannelListener = {
    incoming(ref, messages) {
      working(ref.tenantUuid, (cx) => receiveMessages(cx, ref.connectionId, messages))
      metrics.received.inc(messages.length)
    },
    acted: (ref, acts) => working(ref.tenantUuid, (cx) => receiveActs(cx, ref.connectionId, acts)),
    receipt: receipts.add,
    typing: (ref, chat, state) => receiveTyping(cxOf(ref.tenantUuid), ref.connectionId, chat, state),
    sameContact: (ref, addresses) => receiveSameContact(cxOf(ref.tenantUuid), addresses),
    session: (ref, news) => sessions.news(ref, news),
  }
  const channel = createChannel({
    listener,
    openSessionStore(uuid) {
      const known = stores.get(uuid)
      if (known) return known
      const store = openSessionStore(folderOf(uuid), uuid)
      stores.set(uuid, store)
      return store
    },
    sentContent: (ref, externalId) =>
      findSent(cxOf(ref.tenantUuid), ref.connectionId, externalId, pathIn(ref.tenantUuid)),
    log,
  })
  const sessions = createSessions(channel, {
    control: databases.control,
    log,
    cxOf,
    opened(ref) {
      outbox.wake(ref)
      fetcher.wakeDue(cxOf(ref.tenantUuid))
    },
    isPassive: () => rounds.isPassive(),
    gone: (ref) => outbox.forget(ref),
    hold: databases.hold,
    release: databases.release,
  })
  const outbox = createOutbox(channel, {
    log,
    cxOf,
    canSend: sessions.canSend,
    describe: (cx, row) =>
      row.actId === null
        ? describeOutgoing(cx, row, pathIn(cx.tenant.uuid))
        : describeAct(cx, row.actId, row.contactId),
    settle(cx, row, settlement) {
      if (row.actId === null) settleMessage(cx, row.messageId, settlement)
      else settleAct(cx, row, row.actId, settlement)
      metrics.settled.inc({ outcome: settlement.failure === null ? 'sent' : 'failed' })
    },
  })
  const fetcher = createMediaFetcher(channel, { log, cxOf, folderOf, canFetch: sessions.canSend })
  const rounds = createRounds({
    databases,
    sessions,
    log,
    cxOf,
    folderOf,
    letGo(uuid) {
      stores.get(uuid)?.close()
      stores.delete(uuid)
    },
  })
  const gate = createGate({ control: databases.control, tokens: createTokens(secret, clock), clock, cxOf })
  const metrics = createMetrics({
    balcao_sockets: hub.size,
    balcao_sessions: sessions.liveCount,
    balcao_tenants_damaged: () => databases.damagedTenants().size,
  })
  const loop = watchLoop((seconds) => metrics.stall.observe(seconds))

  const eachCompany: House['eachCompany'] = async (visit) => {
    for (const company of listCompanies(databases.control)) {
      if (!company.active || !databases.isAvailable(company.uuid)) continue
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
    gate,
    sessions,
    outbox,
    fetcher,
    channel,
    metrics,
    cxOf,
    folderOf,
    eachCompany,
    seen(actor) {
      const cx = cxOf(actor.tenantUuid)
      const cameOnline = noteSeen(cx.db, actor.userId, cx.now())
      const user = cameOnline ? findUser(cx.db, actor.userId) : undefined
      if (user)
        cx.emit(userUpdated({ user: summarizeUser(cx.db, user, cx.now()) }), (listener) => listener.profile !== 'user')
    },
    wakeUp: rounds.go,
    isPassive: rounds.isPassive,
    async close() {
      loop.stop()
      fetcher.stop()
      await outbox.stop(CLOSING_PATIENCE)
      await channel.stopAll()
      receipts.close()
      for (const socket of hub.all()) socket.close(1001, 'going away')
      for (const store of stores.values()) store.close()
      databases.close()
      lock.release()
    },
  }
}

/** What waits while a file is busy or the disk full; older receipts are told again by newer ones. */
const MOST_WAITING = 10_000
const TRY_AGAIN = 1000

/** Collects what comes in one turn of the loop per connection, so that it is written in one transaction. */
function gather<T>(write: (ref: ConnectionRef, all: readonly T[]) => void, log: Log) {
  const waiting = new Map<string, { ref: ConnectionRef; all: T[] }>()
  let planned = false
  let later: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    planned = false
    clearTimeout(later)
    const batches = [...waiting.values()]
    waiting.clear()
    for (const { ref, all } of batches) {
      try {
        write(ref, all)
      } catch (error) {
        if (willPass(error)) keep(ref, all)
        else
          log.error(
            { err: error, tenant: ref.tenantUuid, connection: ref.connectionId },
            'receipts could not be stored',
          )
      }
    }
  }
  const keep = (ref: ConnectionRef, all: readonly T[]) => {
    waiting.set(keyOf(ref), { ref, all: all.slice(-MOST_WAITING) })
    later = setTimeout(flush, TRY_AGAIN)
    later.unref?.()
  }
  return {
    add(ref: ConnectionRef, one: T) {
      const key = keyOf(ref)
      const batch = waiting.get(key)
      if (batch) batch.all.push(one)
      else waiting.set(key, { ref, all: [one] })
      if (planned) return
      planned = true
      setImmediate(flush)
    },
    close() {
      flush()
      clearTimeout(later)
    },
  }
}
