/** One session of our channel: real code, a real session.db, and a listener that records everything. */

import Sqlite, { type Database } from 'better-sqlite3'
import type {
  Address,
  Call,
  Channel,
  ChannelListener,
  ConnectionRef,
  GroupNews,
  Incoming,
  MessageAction,
  Outgoing,
  OutgoingAction,
  Receipt,
  SessionNews,
} from '../../../src/channels/channel'
import { sessionEncryption } from '../../../src/channels/sessions/session-store'
import type { Limits } from '../../../src/channels/whatsapp/limits'
import { sessionSchema } from '../../../src/channels/whatsapp/storage/session-schema'
import { createWhatsapp } from '../../../src/channels/whatsapp/whatsapp'
import type { Encryption } from '../../../src/platform/encryption'
import { type Gate, openGate } from '../../../src/platform/gate'
import { newestOf } from '../../../src/platform/schema'
import { boundOf } from '../../support/bound'
import { parsing } from '../../support/parsing'
import type { NoPromise } from '../../support/until'

export const COMPANY = '552130421180'
export const MARIA = '5521996124087'
export const JOAO = '5521987654321'
export const REF: ConnectionRef = { tenantUuid: 'loja', connectionId: 1 }

/** Secret of the installation. */
export const ENCRYPTION = sessionEncryption(Buffer.alloc(32, 'secret'))

/** Short limits, so that tests of time-outs are fast. */
export const QUICK: Partial<Limits> = {
  connect: 2_000,
  query: 1_500,
  keepAlive: 500,
  hung: 4_000,
  backOffFrom: 20,
  backOffTo: 200,
  stable: 200,
  ack: 1_000,
  placeholder: 600,
  forget: 50,
}

/** Long limits, for tests in which no time-out is meant: a busy machine answers late. */
export const PATIENT: Partial<Limits> = {
  connect: 20_000,
  query: 20_000,
  keepAlive: 15_000,
  hung: 30_000,
  ack: 20_000,
}

export function sessionDb(path = ':memory:'): Database {
  const db = new Sqlite(path)
  db.pragma('journal_mode = WAL')
  for (let step = Number(db.pragma('user_version', { simple: true })); step < newestOf(sessionSchema); step++) {
    db.exec(sessionSchema.steps[step] ?? '')
    db.pragma(`user_version = ${step + 1}`)
  }
  return db
}

type Options = {
  db?: Database
  limits?: Partial<Limits>
  listener?: Partial<ChannelListener>
  rootKey?: string
  now?: () => number
  encryption?: Encryption
  gate?: Gate
}
/** `url` null: the public WhatsApp. */
type Where = { readonly url: string | null; readonly rootKey: string }

export function openSession(simulator: Where, options: Options = {}) {
  const db = options.db ?? sessionDb()
  const messages: Incoming[] = []
  const batches: (readonly Incoming[])[] = []
  const actions: MessageAction[] = []
  const receipts: Receipt[] = []
  const calls: Call[] = []
  const pictures: Address[] = []
  const blocks: { address: Address; isBlocked: boolean }[] = []
  const groups: GroupNews[] = []
  const news: SessionNews[] = []
  const typing: { chat: readonly Address[]; state: string }[] = []
  const logged: { level: string; fields: object; text: string }[] = []
  const sent = new Map<string, Outgoing | OutgoingAction>()
  const note = (level: string) => (fields: object, text: string) => void logged.push({ level, fields, text })
  const channel: Channel = createWhatsapp({
    openSessionStore: () => db,
    encryption: options.encryption ?? ENCRYPTION,
    gate: options.gate ?? openGate,
    listener: {
      claim: async () => true,
      incoming: (_ref, list) => {
        batches.push(list)
        messages.push(...list)
      },
      actions: (_ref, list) => void actions.push(...list),
      receipts: (_ref, list) => void receipts.push(...list),
      receivedUpTo() {},
      repeatRefused() {},
      named() {},
      undelivered() {},
      charged() {},
      windowOpened() {},
      account() {},
      templates() {},
      usernames() {},
      pictureChanged: (_ref, address) => void pictures.push(address),
      blocked: (_ref, address, isBlocked) => void blocks.push({ address, isBlocked }),
      call: (_ref, call) => {
        calls.push(call)
        return false
      },
      presence: (_ref, chat, state) => void typing.push({ chat, state }),
      sameContact() {},
      newChats() {},
      groups: (_ref, list) => void groups.push(...list),
      session: (_ref, one) => void news.push(one),
      backfill: noBackfill,
      ...options.listener,
    },
    sentContent: (_ref, { externalId }) => sent.get(externalId),
    parsing,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    url: simulator.url,
    rootKey: options.rootKey ?? simulator.rootKey,
    now: options.now ?? Date.now,
    random: Math.random,
    limits: { ...QUICK, ...options.limits },
  })
  const status = () => news.at(-1)?.status
  return {
    channel,
    db,
    messages,
    batches,
    actions,
    receipts,
    calls,
    pictures,
    blocks,
    groups,
    news,
    typing,
    logged,
    sent,
    status,
    latest: () => news.at(-1),
    becomes: (wanted: SessionNews['status'], ms = 30_000) =>
      until(
        () => status() === wanted,
        ms,
        () => JSON.stringify(news.at(-1)),
      ),
    hears: (text: string, ms?: number) =>
      until(
        () => messages.find(({ body }) => body === text),
        ms,
        () => `no "${text}"`,
      ),
    say: (to: string, body: string, more: Partial<Outgoing> = {}) => {
      const outgoing: Outgoing = {
        externalId: newId(),
        to: { kind: 'phone', value: to },
        kind: 'chat',
        body,
        media: null,
        quoted: null,
        ...more,
      }
      sent.set(outgoing.externalId, outgoing)
      return channel.send(REF, outgoing).then((result) => ({ ...result, id: outgoing.externalId }))
    },
    async link(phone: { scan(qr: string): Promise<string> }) {
      await channel.pair(REF, { by: 'qr' })
      const qr = await until(
        () => news.at(-1)?.qrcode,
        15_000,
        () => JSON.stringify(news.at(-1)),
      )
      await phone.scan(qr)
      await this.becomes('CONNECTED')
    },
    close: () => channel.stopAll(),
  }
}

/** A listener that imports no history. */
export const noBackfill: ChannelListener['backfill'] = {
  begins() {},
  scope: () => null,
  position: () => null,
  take: () => false,
  missed() {},
  names() {},
  chats() {},
  ended() {},
}

let ids = 0
/** A message id in WhatsApp's format, like those of our server. */
export function newId(): string {
  ids += 1
  return `3EB0${Buffer.from(`${process.pid}-${ids}`.padEnd(9, '-')).toString('hex').toUpperCase().slice(0, 18)}`
}

export async function until<T>(
  find: (() => T | undefined | null | false | '') & NoPromise<T>,
  ms = 30_000,
  why = () => 'nothing',
): Promise<T> {
  const bound = boundOf(ms)
  for (;;) {
    const found = find()
    if (found) return found
    if (bound.isOver()) throw new Error(`waited ${ms} ms in vain: ${why()}`)
    await Bun.sleep(5)
  }
}
