/** The channel of Meta's products: WhatsApp Cloud API, Messenger and Instagram. Each is loaded when it is needed. */
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import type { Log } from '../../platform/log'
import type { Raw } from '../../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../../platform/time'
import { type Channel, type ChannelListener, type ConnectionRef, keyOf, type SessionNews } from '../channel'
import { createApplication } from './apply'
import { isInDoubt, noteAccepted, removeAttemptsBefore } from './attempts'
import { type MetaCredentials, readCredentials, removeCredentials, storeCredentials } from './credentials'
import { downloadTo } from './download'
import type { ConnectionTrouble } from './failures'
import { createGraph, type GraphSettings } from './graph'
import { createIntake } from './intake'
import type { Account, Product, ProductName } from './product'
import { createSending } from './sending'

export type MetaOptions = {
  /** The company's session.db, migrated. */
  openSessionStore(tenantUuid: string): Raw
  readonly encryption: Encryption
  readonly listener: ChannelListener
  readonly log: Log
  now(): number
  graph(): GraphSettings
  /** Of the operator's app; empty without one. */
  appSecret(): string
  /** Where Meta reaches us, without a slash at the end; null if the operator has not said. */
  readonly publicUrl: string | null
  /** Of the addresses by which Meta fetches files. */
  readonly fileEncryption: Encryption
  /** Milliseconds after which a message without an answer is sent again. */
  readonly doubt?: number
}

const DOUBT = 2 * MINUTE
/** Answers are looked up for as long as a message can wait in the outbox, and a while longer. */
const ATTEMPT_LIFE = 3 * DAY
const PREPARING_MS = 5 * SECOND

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

const loaders: Readonly<Record<ProductName, (options: MetaOptions) => Promise<Product>>> = {
  cloud: async () => (await import('./cloud/product')).cloud,
  pages: async (options) => (await import('./pages/product')).createPages(options),
}
export const productNameOf = (channel: MetaCredentials['channel']): ProductName =>
  channel === 'whatsapp_cloud' ? 'cloud' : 'pages'

export function createMeta(options: MetaOptions) {
  const { listener, encryption, openSessionStore, now, log, doubt = DOUBT } = options
  const graph = createGraph(options.graph)
  const open = new Map<string, MetaCredentials>()
  let checkDue = (_ref: ConnectionRef): void => {}
  const products = new Map<string, Promise<Product>>()

  function loadProduct(name: ProductName): Promise<Product> {
    const known = products.get(name) ?? loaders[name](options)
    products.set(name, known)
    return known
  }

  const storeOf = (ref: ConnectionRef) => ({ db: openSessionStore(ref.tenantUuid), ref, encryption })

  const accountWith = (ref: ConnectionRef, credentials: MetaCredentials): Account => ({
    ref,
    credentials,
    appSecret: credentials.appSecret ?? options.appSecret(),
    graph,
  })

  function accountOf(ref: ConnectionRef): Account | undefined {
    const credentials = open.get(keyOf(ref))
    return credentials && accountWith(ref, credentials)
  }

  function accountOrFail(ref: ConnectionRef): Account {
    const account = accountOf(ref)
    if (!account) throw new Error('meta: the connection is not open')
    return account
  }

  const productOf = ({ credentials }: Account) => loadProduct(productNameOf(credentials.channel))

  async function call<T>(ref: ConnectionRef, use: (product: Product, account: Account) => Promise<T>): Promise<T> {
    const account = accountOrFail(ref)
    return use(await productOf(account), account)
  }

  /** Somebody must act before the connection can send again, or it sends with a restriction. */
  function trouble(ref: ConnectionRef, { status, reason }: ConnectionTrouble): void {
    const credentials = open.get(keyOf(ref))
    if (!credentials) return
    if (status === 'DISCONNECTED') {
      open.delete(keyOf(ref))
      storeCredentials(storeOf(ref), { ...credentials, ended: reason })
    }
    listener.session(ref, { ...QUIET, status, reason })
  }

  const application = createApplication({
    openSessionStore,
    loadProduct: (name) => loadProduct(name === 'cloud' ? 'cloud' : 'pages'),
    async prepare(tenantUuid, product, parts) {
      if (!product.prepare) return
      const prepare = product.prepare
      const byConnection = Map.groupBy(parts, ({ connectionId }) => connectionId)
      const prepared = [...byConnection].map(([connectionId, own]) =>
        prepare(accountOf({ tenantUuid, connectionId }), own).catch((error: unknown) =>
          log.info({ err: error, tenant: tenantUuid }, 'meta: what a webhook refers to could not be fetched'),
        ),
      )
      await Promise.race([Promise.all(prepared), Bun.sleep(PREPARING_MS)])
    },
    isInDoubt: (tenantUuid, { connectionId, chat }) =>
      isInDoubt(openSessionStore(tenantUuid), connectionId, chat, now() - doubt),
    named: (tenantUuid, connectionId, { ours, externalId }) =>
      void noteAccepted(openSessionStore(tenantUuid), { connectionId, ours }, externalId),
    target: { listener, checkDue: (ref) => checkDue(ref) },
    log,
  })

  const sending = createSending({
    openSessionStore,
    now,
    doubt,
    log,
    trouble,
    accepted(ref, to, recipient) {
      application.retry(ref.tenantUuid)
      const others = recipient.filter(({ kind }) => kind !== to.kind)
      if (others.length > 0) listener.sameContact(ref, [to, ...others])
    },
  })

  const store = createIntake({ openSessionStore, now, stored: application.wake })

  function start(ref: ConnectionRef): void {
    let credentials: MetaCredentials | undefined
    try {
      credentials = readCredentials(storeOf(ref))
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error
      listener.session(ref, { ...QUIET, reason: 'locked' })
      return
    }
    const reason = credentials?.ended ?? null
    if (credentials && reason === null) open.set(keyOf(ref), credentials)
    removeAttemptsBefore(openSessionStore(ref.tenantUuid), now() - ATTEMPT_LIFE)
    application.wake(ref.tenantUuid)
    listener.session(ref, { ...QUIET, status: open.has(keyOf(ref)) ? 'CONNECTED' : 'DISCONNECTED', reason })
  }

  async function stop(ref: ConnectionRef): Promise<void> {
    open.delete(keyOf(ref))
    sending.forget(ref)
    await application.stop(ref.tenantUuid)
    if ([...open.keys()].some((key) => key.startsWith(`${ref.tenantUuid}/`))) application.wake(ref.tenantUuid)
  }

  const channel: Channel = {
    start,
    async pair(ref) {
      start(ref)
    },
    keepPairing() {},
    passkey: () => null,
    async logout(ref) {
      const credentials = open.get(keyOf(ref))
      open.delete(keyOf(ref))
      sending.forget(ref)
      removeCredentials(storeOf(ref))
      // The page of an Instagram account is one of its own, too.
      const isShared = [...open.values()].some(({ sender }) => sender === credentials?.sender)
      if (!credentials || isShared) return
      const account = accountWith(ref, credentials)
      await (await productOf(account)).leave?.(account)
    },
    stop,
    async stopAll() {
      open.clear()
      await application.stopAll()
    },
    async send(ref, outgoing) {
      const account = accountOf(ref)
      return account ? sending.send(account, await productOf(account), outgoing) : { outcome: 'notNow' }
    },
    async sendAction(ref, action) {
      const account = accountOf(ref)
      return account ? sending.sendAction(account, await productOf(account), action) : { outcome: 'notNow' }
    },
    firstContact() {},
    markRead: (ref, chat, messages) => call(ref, (product, account) => product.markRead(account, chat, messages)),
    async describeGroup() {},
    watch() {},
    setTyping: (ref, chat, state) => call(ref, (product, account) => product.setTyping(account, chat, state)),
    lookUp: async () => new Map(),
    findUsername: async () => ({ is: 'nobody' }),
    phoneBook: async () => ({ people: [], chats: [] }),
    picture: (ref, address, path) => call(ref, (product, account) => product.picture(account, address, path)),
    block: (ref, address, isBlocked) => call(ref, (product, account) => product.block(account, address, isBlocked)),
    download: (ref, key, path) =>
      call(ref, async (product, account) => downloadTo(path, await product.locate(account, key))),
  }

  return {
    channel,
    graph,
    loadProduct,
    /** Resolves when the parts of a webhook are durable. */
    store,
    accountOf,
    /** Reports that calls for this connection fail, as by a daily check. */
    trouble,
    /** Stores credentials that were checked, and opens the connection with them. */
    connect(ref: ConnectionRef, credentials: MetaCredentials, number: string | null): void {
      storeCredentials(storeOf(ref), credentials)
      open.set(keyOf(ref), credentials)
      application.wake(ref.tenantUuid)
      listener.session(ref, { ...QUIET, status: 'CONNECTED', number })
    },
    /** Meta has confirmed that it sends us events of this account. */
    noteSubscribed: (ref: ConnectionRef): void => listener.account(ref, { subscribedAt: now() }),
    /** The phone that shares the number may send its past. */
    beginHistory: (ref: ConnectionRef): void => listener.backfill.begins(ref),
    /** Called when Meta reports that something about an account has changed. */
    onCheckDue(check: (ref: ConnectionRef) => void): void {
      checkDue = check
    },
    credentialsOf: (ref: ConnectionRef) => open.get(keyOf(ref)),
    /** Also of a connection that is not open. */
    storedCredentials: (ref: ConnectionRef) => readCredentials(storeOf(ref)),
  }
}
