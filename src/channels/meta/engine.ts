/** The channel of Meta's products: WhatsApp Cloud API, Messenger and Instagram. Each is loaded when it is needed. */
import type { Encryption } from '../../platform/encryption'
import { type Gate, waitFor, waitForAll } from '../../platform/gate'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import type { Raw } from '../../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../../platform/time'
import { type Channel, type ChannelListener, type ConnectionRef, keyOf } from '../channel'
import { createApplication } from './apply'
import { isInDoubt, noteAccepted, removeAttemptsBefore } from './attempts'
import type { MetaCredentials } from './credentials'
import { downloadTo } from './download'
import type { ConnectionTrouble } from './failures'
import { createGraph, type GraphSettings } from './graph'
import { createIntake } from './intake'
import type { NewPart } from './journal'
import { OpenAccounts } from './open-accounts'
import type { Account, Product, ProductName, StoredPart } from './product'
import { createSending } from './sending'

export type MetaOptions = {
  /** The company's session.db, migrated. */
  openSessionStore(tenantUuid: string): Raw
  readonly encryption: Encryption
  readonly listener: ChannelListener
  readonly log: Log
  now(): number
  graph(): GraphSettings
  readonly gate: Gate
  /** Of the operator's app; empty without one. */
  appSecret(): string
  /** Where Meta reaches us, without a slash at the end; null if the operator has not said. */
  publicUrl(): string | null
  /** Of the addresses by which Meta fetches files. */
  readonly fileEncryption: Encryption
  /** Milliseconds after which a message without an answer is sent again. */
  readonly doubt?: number
}

const DOUBT = 2 * MINUTE
/** Answers are looked up for as long as a message can wait in the outbox, and a while longer. */
const ATTEMPT_LIFE = 3 * DAY
const PREPARING_MS = 5 * SECOND

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
  const { listener, openSessionStore, now, log, gate, doubt = DOUBT } = options
  const startedAt = now()
  /** When a company last failed to store what Meta reported. */
  const missedAt = new Map<string, number>()
  const hearsSince = (tenantUuid: string): number => missedAt.get(tenantUuid) ?? startedAt
  const graph = createGraph(options.graph, waitForAll(gate))
  const graphOf = (tenantUuid: string) => createGraph(options.graph, waitFor(gate, tenantUuid))
  const accounts = new OpenAccounts({ ...options, graphOf })
  const products = new Map<ProductName, Promise<Product>>()

  const loadProduct = (name: ProductName): Promise<Product> => getOrMake(products, name, () => loaders[name](options))

  const application = createApplication({
    openSessionStore,
    loadProduct: (name) => loadProduct(name === 'cloud' ? 'cloud' : 'pages'),
    prepare: (tenantUuid, product, parts) => prepare({ accounts, log }, tenantUuid, product, parts),
    isInDoubt(tenantUuid, { connectionId, chat }) {
      const isAny = now() < hearsSince(tenantUuid) + doubt
      return isInDoubt(openSessionStore(tenantUuid), connectionId, chat, isAny ? 0 : now() - doubt)
    },
    named: (tenantUuid, connectionId, { ours, externalId }) =>
      void noteAccepted(openSessionStore(tenantUuid), { connectionId, ours }, externalId),
    trouble: (ref, trouble) => accounts.trouble(ref, trouble),
    listener,
    log,
  })

  const sending = createSending({
    openSessionStore,
    now,
    doubt,
    hearsSince,
    log,
    trouble: (ref, trouble) => accounts.trouble(ref, trouble),
    accepted(ref, to, recipient) {
      application.retry(ref.tenantUuid)
      const others = recipient.filter(({ kind }) => kind !== to.kind)
      if (others.length > 0) listener.sameContact(ref, [to, ...others])
    },
  })

  const intake = createIntake({
    openSessionStore,
    now,
    stored: application.wake,
    missed: (tenantUuid) => void missedAt.set(tenantUuid, now()),
  })
  const heard = new Set<string>()

  /** The first event of a connection since the start confirms that Meta sends them here. */
  function noteHeard(tenantUuid: string, parts: readonly NewPart[]): void {
    for (const { connectionId } of parts) {
      const ref = { tenantUuid, connectionId }
      if (heard.has(keyOf(ref))) continue
      heard.add(keyOf(ref))
      listener.account(ref, { subscribedAt: now() })
    }
  }

  function start(ref: ConnectionRef): void {
    removeAttemptsBefore(openSessionStore(ref.tenantUuid), now() - ATTEMPT_LIFE)
    application.wake(ref.tenantUuid)
    accounts.start(ref)
  }

  return {
    channel: createChannel({ accounts, application, sending, loadProduct, start }),
    /** For what belongs to no company, such as the operator's app. */
    graph,
    /** For what no account of the company does, such as connecting one. */
    graphOf,
    loadProduct,
    /** Resolves when the parts of a webhook are durable. */
    async store(tenantUuid: string, parts: readonly NewPart[]): Promise<void> {
      await intake(tenantUuid, parts)
      noteHeard(tenantUuid, parts)
    },
    accountOf: (ref: ConnectionRef): Account | undefined => accounts.find(ref),
    /** Reports that calls for this connection fail, as by a daily check. */
    trouble: (ref: ConnectionRef, trouble: ConnectionTrouble): void => accounts.trouble(ref, trouble),
    /** Stores credentials that were checked, and opens the connection with them. */
    connect(ref: ConnectionRef, credentials: MetaCredentials, number: string | null): void {
      accounts.connect(ref, credentials, number)
      application.wake(ref.tenantUuid)
    },
    /** Meta has confirmed that it sends us events of this account. */
    noteSubscribed: (ref: ConnectionRef): void => listener.account(ref, { subscribedAt: now() }),
    /** The phone that shares the number may send its past. */
    beginHistory: (ref: ConnectionRef): void => listener.backfill.begins(ref),
    credentialsOf: (ref: ConnectionRef) => accounts.find(ref)?.credentials,
    /** Also of a connection that is not open. */
    storedCredentials: (ref: ConnectionRef) => accounts.stored(ref),
  }
}

type Preparing = { readonly accounts: OpenAccounts; readonly log: Log }

async function prepare(
  { accounts, log }: Preparing,
  tenantUuid: string,
  product: Product,
  parts: readonly StoredPart[],
): Promise<void> {
  if (!product.prepare) return
  const work = [...Map.groupBy(parts, ({ connectionId }) => connectionId)].map(async ([connectionId, own]) => {
    try {
      await product.prepare?.(accounts.find({ tenantUuid, connectionId }), own)
    } catch (error) {
      log.info({ err: error, tenant: tenantUuid }, 'meta: what a webhook refers to could not be fetched')
    }
  })
  await Promise.race([Promise.all(work), Bun.sleep(PREPARING_MS)])
}

type ChannelParts = {
  readonly accounts: OpenAccounts
  readonly application: ReturnType<typeof createApplication>
  readonly sending: ReturnType<typeof createSending>
  loadProduct(name: ProductName): Promise<Product>
  start(ref: ConnectionRef): void
}

function createChannel({ accounts, application, sending, loadProduct, start }: ChannelParts): Channel {
  const productOf = ({ credentials }: Account) => loadProduct(productNameOf(credentials.channel))

  async function call<T>(ref: ConnectionRef, use: (product: Product, account: Account) => Promise<T>): Promise<T> {
    const account = accounts.findOrFail(ref)
    return use(await productOf(account), account)
  }

  return {
    start,
    async pair(ref) {
      start(ref)
    },
    keepPairing() {},
    passkey: () => null,
    async logout(ref) {
      sending.forget(ref)
      const account = accounts.remove(ref)
      if (account) await (await productOf(account)).leave?.(account)
    },
    async stop(ref) {
      accounts.close(ref)
      sending.forget(ref)
      await application.stop(ref.tenantUuid)
      if (accounts.isAnyOpen(ref.tenantUuid)) application.wake(ref.tenantUuid)
    },
    async stopAll() {
      accounts.closeAll()
      await application.stopAll()
    },
    async send(ref, outgoing) {
      const account = accounts.find(ref)
      return account ? sending.send(account, await productOf(account), outgoing) : { outcome: 'notNow' }
    },
    async sendAction(ref, action) {
      const account = accounts.find(ref)
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
      call(ref, async (product, account) => downloadTo(path, await product.locate(account, key), account.graph.wait)),
  }
}
