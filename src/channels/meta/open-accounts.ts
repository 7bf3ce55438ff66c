/** The accounts whose connections are open, with their credentials, and what becomes of a connection. */
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import type { Raw } from '../../platform/sqlite'
import { type ChannelListener, CLOSED_SESSION, type ConnectionRef, keyOf, type SessionNews } from '../channel'
import { type MetaCredentials, readCredentials, removeCredentials, storeCredentials } from './credentials'
import type { ConnectionTrouble } from './failures'
import type { Graph } from './graph'
import type { Account } from './product'

type Deps = {
  openSessionStore(tenantUuid: string): Raw
  readonly encryption: Encryption
  readonly listener: ChannelListener
  graphOf(tenantUuid: string): Graph
  /** Of the operator's app; empty without one. */
  appSecret(): string
}

export class OpenAccounts {
  readonly #deps: Deps
  readonly #open = new Map<string, MetaCredentials>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  find(ref: ConnectionRef): Account | undefined {
    const credentials = this.#open.get(keyOf(ref))
    return credentials && this.#accountWith(ref, credentials)
  }

  findOrFail(ref: ConnectionRef): Account {
    const account = this.find(ref)
    if (!account) throw new Error('meta: the connection is not open')
    return account
  }

  isAnyOpen = (tenantUuid: string): boolean => [...this.#open.keys()].some((key) => key.startsWith(`${tenantUuid}/`))

  /** Opens a connection that was set up, and whose access has not ended. */
  start(ref: ConnectionRef): void {
    let credentials: MetaCredentials | undefined
    try {
      credentials = this.stored(ref)
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error
      this.#tell(ref, { ...CLOSED_SESSION, reason: 'locked' })
      return
    }
    const reason = credentials?.ended ?? null
    if (credentials && reason === null) this.#open.set(keyOf(ref), credentials)
    this.#tell(ref, { ...CLOSED_SESSION, status: this.#open.has(keyOf(ref)) ? 'CONNECTED' : 'DISCONNECTED', reason })
  }

  /** Stores credentials that were checked, and opens the connection with them. */
  connect(ref: ConnectionRef, credentials: MetaCredentials, number: string | null): void {
    storeCredentials(this.#store(ref), credentials)
    this.#open.set(keyOf(ref), credentials)
    this.#tell(ref, { ...CLOSED_SESSION, status: 'CONNECTED', number })
  }

  /** Somebody must act before the connection can send again, or it sends with a restriction. */
  trouble(ref: ConnectionRef, { status, reason }: ConnectionTrouble): void {
    const credentials = this.#open.get(keyOf(ref))
    if (!credentials) return
    if (status === 'DISCONNECTED') {
      this.#open.delete(keyOf(ref))
      storeCredentials(this.#store(ref), { ...credentials, ended: reason })
    }
    this.#tell(ref, { ...CLOSED_SESSION, status, reason })
  }

  /** Also of a connection that is not open. Throws `DecryptionFailed` with another secret.key. */
  stored = (ref: ConnectionRef): MetaCredentials | undefined => readCredentials(this.#store(ref))

  /** Returns the account if it was open and no other connection needs its subscription. */
  remove(ref: ConnectionRef): Account | undefined {
    const credentials = this.#open.get(keyOf(ref))
    this.close(ref)
    removeCredentials(this.#store(ref))
    return credentials && !this.#isShared(credentials) ? this.#accountWith(ref, credentials) : undefined
  }

  close = (ref: ConnectionRef): void => void this.#open.delete(keyOf(ref))
  closeAll = (): void => this.#open.clear()

  /** The page of an Instagram account is one of its own, too; a business account may have several numbers. */
  #isShared = ({ sender, businessId }: MetaCredentials): boolean =>
    [...this.#open.values()].some(
      (one) => one.sender === sender || (businessId !== null && one.businessId === businessId),
    )

  #accountWith = (ref: ConnectionRef, credentials: MetaCredentials): Account => ({
    ref,
    credentials,
    appSecret: credentials.appSecret ?? this.#deps.appSecret(),
    graph: this.#deps.graphOf(ref.tenantUuid),
  })

  #store = (ref: ConnectionRef) => ({
    db: this.#deps.openSessionStore(ref.tenantUuid),
    ref,
    encryption: this.#deps.encryption,
  })

  #tell = (ref: ConnectionRef, news: SessionNews): void => this.#deps.listener.session(ref, news)
}
