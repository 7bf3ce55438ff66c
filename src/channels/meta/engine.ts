/** The channel of Meta's doors: WhatsApp Cloud API, Messenger and Instagram. */
import type { Database } from 'better-sqlite3'
import type { Encryption } from '../../platform/encryption'
import type { Log } from '../../platform/log'
import { type Channel, type ChannelListener, type ConnectionRef, keyOf, type SessionNews } from '../channel'
import { type MetaCredentials, readCredentials } from './credentials'
import { createGraph, type GraphSettings } from './graph'

export type MetaOptions = {
  /** The company's session.db, migrated. */
  openSessionStore(tenantUuid: string): Database
  readonly encryption: Encryption
  readonly listener: ChannelListener
  readonly log: Log
  now(): number
  graph(): GraphSettings
  /** Of the operator's app; empty without one. */
  appSecret(): string
}

const QUIET: SessionNews = {
  status: 'DISCONNECTED',
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  retries: 0,
  number: null,
  until: null,
  passkey: null,
}

declare module '../../platform/module' {
  interface Services {
    readonly meta: MetaEngine
  }
}

export type MetaEngine = ReturnType<typeof createMeta>

export function createMeta(options: MetaOptions) {
  const { listener, encryption } = options
  const graph = createGraph(options.graph)
  const open = new Map<string, MetaCredentials>()

  const channel: Channel = {
    start(ref) {
      const credentials = readCredentials({ db: options.openSessionStore(ref.tenantUuid), ref, encryption })
      if (credentials) open.set(keyOf(ref), credentials)
      listener.session(ref, { ...QUIET, status: credentials ? 'CONNECTED' : 'DISCONNECTED' })
    },
    async pair() {},
    keepPairing() {},
    passkey: () => null,
    async logout(ref) {
      open.delete(keyOf(ref))
    },
    async stop(ref) {
      open.delete(keyOf(ref))
    },
    async stopAll() {
      open.clear()
    },
    send: async () => ({ outcome: 'notNow' }),
    sendAction: async () => ({ outcome: 'notNow' }),
    firstContact() {},
    async markRead() {},
    async describeGroup() {},
    watch() {},
    async setTyping() {},
    lookUp: async () => new Map(),
    findUsername: async () => ({ is: 'nobody' }),
    phoneBook: async () => ({ people: [], chats: [] }),
    picture: async () => false,
    block: async () => false,
    download: async () => {
      throw new Error('meta: not connected')
    },
  }
  return { channel, graph, credentialsOf: (ref: ConnectionRef) => open.get(keyOf(ref)) }
}
