/** WhatsApp as a `Channel`: one session per connection; Baileys is loaded when the first one needs it. */
import type { Database } from 'better-sqlite3'
import type { Encryption } from '../../platform/encryption'
import { type Gate, waitFor } from '../../platform/gate'
import { getOrMake } from '../../platform/maps'
import type { Parsing } from '../../platform/parsing/parsing'
import {
  type AskedAgain,
  type Channel,
  type ChannelListener,
  CLOSED_SESSION,
  type ConnectionRef,
  keyOf,
  type Outgoing,
  type OutgoingAction,
  type SendResult,
  type SentContent,
} from '../channel'
import { type Baileys, loadBaileys } from './baileys/baileys'
import { briefly, type Log } from './baileys/log'
import { createSerialQueue } from './history/pace'
import { defaultLimits, type Limits } from './limits'
import { download } from './media/download'
import { clearLeftUploads } from './media/left-uploads'
import { homeOf, redirectMediaTo } from './media/private-server'
import { renewMedia } from './media/renew-media'
import { block, fetchPicture } from './people'
import { markRead, send, setTyping } from './sending/conversation'
import { findUsername, lookUp } from './sending/look-up'
import type { SessionContext, SharedBySessions } from './session/context'
import { createKeepAlive } from './session/keep-alive'
import type { OpenSocket } from './session/live-socket'
import { createOpeningQueue } from './session/opening-queue'
import { readPhoneBook } from './session/phone-book'
import { createScheduler } from './session/scheduler'
import { Session } from './session/session'
import { createVersions } from './session/version'

export type WhatsappOptions = {
  /** The company's session.db, migrated (session-schema.ts). Called at each start of a session. */
  openSessionStore(tenantUuid: string): Database
  /** Encrypts the credentials in it. */
  readonly encryption: Encryption
  readonly listener: ChannelListener
  /** The content that we sent with an id, for a phone that requests it again in its conversation. */
  sentContent(ref: ConnectionRef, asked: AskedAgain): SentContent | Promise<SentContent>
  readonly parsing: Parsing
  readonly log: Log
  readonly gate: Gate
  /** Null: the public WhatsApp. */
  readonly url: string | null
  /** Root key of a private WhatsApp: 32 bytes in hex. */
  readonly rootKey: string | null
  now(): number
  random(): number
  readonly limits?: Partial<Limits>
}

export function createWhatsapp(options: WhatsappOptions): Channel {
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const sessions = new Map<string, Session>()
  let loading: Promise<Baileys> | null = null
  const load = (): Promise<Baileys> => {
    if (!loading && options.url) redirectMediaTo(options.url)
    if (!loading) clearLeftUploads(options.now()).catch(() => {}) // retried at the next start
    loading ??= loadBaileys(options.rootKey)
    return loading
  }
  const shared: SharedBySessions = {
    scheduler: createScheduler(),
    historyQueue: createSerialQueue(),
    pings: createKeepAlive(limits.keepAlive),
    openings: createOpeningQueue(limits, options.random),
    versionToUse: createVersions(options.now),
    load,
  }
  const known = (ref: ConnectionRef) => sessions.get(keyOf(ref))
  const session = (ref: ConnectionRef): Session =>
    getOrMake(sessions, keyOf(ref), () => new Session(contextOf(ref, options, limits, shared)))
  const socketOf = (ref: ConnectionRef): OpenSocket => {
    const socket = known(ref)?.socket
    if (!socket) throw new Error('whatsapp: the connection is not open')
    return socket
  }
  const sendOn = async (ref: ConnectionRef, outgoing: Outgoing | OutgoingAction): Promise<SendResult> => {
    const socket = known(ref)?.socket
    return socket ? send(socket, outgoing, limits.ack) : { outcome: 'notNow' }
  }
  const stop = async (ref: ConnectionRef): Promise<void> => {
    known(ref)?.stop()
    sessions.delete(keyOf(ref))
  }

  return {
    start(ref) {
      try {
        session(ref).start()
      } catch (error) {
        // A company's damaged file must not keep other companies offline.
        options.log.error({ ...ref, ...briefly(error) }, 'whatsapp: a session could not be started')
        options.listener.session(ref, { ...CLOSED_SESSION, reason: 'storage' })
      }
    },
    async pair(ref, request) {
      await shared.scheduler.yield()
      session(ref).pair(request)
    },
    keepPairing: (ref) => known(ref)?.keepPairing(),
    passkey: (ref) => known(ref)?.passkey ?? null,
    logout: (ref) => session(ref).logout(),
    stop,
    stopAll: async () => {
      for (const one of sessions.values()) one.stop()
      sessions.clear()
    },
    send: (ref, outgoing) => sendOn(ref, outgoing),
    sendAction: (ref, action) => sendOn(ref, action),
    markRead: async (ref, chat, messages) => markRead(socketOf(ref), chat, messages),
    describeGroup: async (ref, group) => known(ref)?.groups.describe(group, () => socketOf(ref).live.sock),
    firstContact: (ref, isRefused) => known(ref)?.firstContact(isRefused),
    watch: (ref, chats, opened) => known(ref)?.watch(chats, opened),
    setTyping: async (ref, chat, state) => setTyping(socketOf(ref), chat, state),
    lookUp: async (ref, numbers) => lookUp(socketOf(ref), numbers),
    findUsername: async (ref, wanted) => findUsername(socketOf(ref), wanted),
    phoneBook: async (ref) => readPhoneBook({ ...socketOf(ref), home: homeOf(options.url), limits }),
    picture: async (ref, address, path) => fetchPicture(socketOf(ref), address, path, homeOf(options.url)),
    block: async (ref, address, isBlocked) => block(socketOf(ref), address, isBlocked),
    download: async (ref, downloadKey, path) =>
      download(downloadKey, path, {
        baileys: await load(),
        home: homeOf(options.url),
        wait: waitFor(options.gate, ref.tenantUuid),
        bounds: { ms: limits.download, bytes: limits.downloadBytes },
        renew: async (lost) => {
          const socket = known(ref)?.socket
          return socket ? renewMedia({ ...socket, timeout: limits.renewal }, lost) : null
        },
      }),
  }
}

function contextOf(
  ref: ConnectionRef,
  options: WhatsappOptions,
  limits: Limits,
  shared: SharedBySessions,
): SessionContext {
  const { listener, log, url, now, random } = options
  return {
    ref,
    db: options.openSessionStore(ref.tenantUuid),
    encryption: options.encryption,
    parse: options.parsing.of(ref.tenantUuid),
    wait: waitFor(options.gate, ref.tenantUuid),
    limits,
    log,
    url,
    now,
    random,
    ...shared,
    report: (news) => listener.session(ref, news),
    claim: (number) => listener.claim(ref, number),
    incoming: (messages) => listener.incoming(ref, messages),
    actions: (actions) => listener.actions(ref, actions),
    receipts: (receipts) => listener.receipts(ref, receipts),
    groups: (news) => listener.groups(ref, news),
    sentContent: (asked) => options.sentContent(ref, asked),
    repeatRefused: (externalId) => listener.repeatRefused(ref, externalId),
    newChats: (limit) => listener.newChats(ref, limit),
    call: (call) => listener.call(ref, call),
    pictureChanged: (address) => listener.pictureChanged(ref, address),
    blocked: (address, isBlocked) => listener.blocked(ref, address, isBlocked),
    presence: (chat, state) => listener.presence(ref, chat, state),
    sameContact: (addresses) => listener.sameContact(ref, addresses),
    usernames: (addresses) => listener.usernames(ref, addresses),
    backfill: backfillOf(ref, listener.backfill),
  }
}

function backfillOf(ref: ConnectionRef, backfill: ChannelListener['backfill']): SessionContext['backfill'] {
  return {
    begins: () => backfill.begins(ref),
    scope: () => backfill.scope(ref),
    position: (part) => backfill.position(ref, part),
    take: (slice) => backfill.take(ref, slice),
    missed: (missed) => backfill.missed(ref, missed),
    names: (people) => backfill.names(ref, people),
    chats: (chats) => backfill.chats(ref, chats),
    ended: (failure) => backfill.ended(ref, failure),
  }
}
