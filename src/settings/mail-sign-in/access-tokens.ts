/** Keeps the access tokens of signed-in mail accounts fresh. */
import type { Cx } from '../../platform/cx'
import { defineDomainEvent } from '../../platform/extensions'
import type { Log } from '../../platform/log'
import { MailFailure } from '../../platform/mail'
import { type Clock, MINUTE, SECOND } from '../../platform/time'
import { type createAccounts, type MailOwner, ownerKey, type StoredAccount, showAccount } from './accounts'
import type { MailAccount, MailProvider, SignInFault } from './contract'
import { makeRoom } from './room'
import { NoTokens, type Tokens } from './tokens'

/** The provider no longer accepts the company's account; in the transaction that stores this. */
export const mailAccountRefused = defineDomainEvent<MailAccount>('mail.accountRefused')

/** A token is renewed this long before its end. */
const EARLY = 5 * MINUTE
/** A token that cannot be renewed right now is used until shortly before its end. */
const LAST_MOMENT = 30 * SECOND
const MOST_KEPT = 1000

/** `id`: of the account that it belongs to. */
type KeptToken = { readonly id: number; readonly token: string; readonly until: number }

type Deps = {
  readonly accounts: ReturnType<typeof createAccounts>
  readonly clock: Clock
  readonly log: Log
  readonly closing: AbortSignal
  /** Asks the provider for new tokens. */
  exchange(provider: MailProvider, refreshToken: string): Promise<Tokens>
  /** The installation's account was refused. */
  refused(): void
}

export class AccessTokens {
  readonly #deps: Deps
  readonly #kept = new Map<string, KeptToken>()
  readonly #renewing = new Map<string, Promise<string>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  keep(owner: MailOwner, id: number, { access, life }: Tokens): void {
    makeRoom(this.#kept, MOST_KEPT)
    this.#kept.set(ownerKey(owner), { id, token: access, until: this.#deps.clock() + life })
  }

  forget(owner: MailOwner): void {
    this.#kept.delete(ownerKey(owner))
  }

  /** `isRefused`: a mail server refused the token that this gave before. Throws `MailFailure`. */
  async tokenOf(owner: MailOwner, isRefused: boolean): Promise<string> {
    const { accounts, clock, closing } = this.#deps
    const account = accounts.find(owner)
    if (!account || account.refreshToken === null) throw new MailFailure('signedOut')
    const key = ownerKey(owner)
    const found = this.#kept.get(key)
    const usable = found?.id === account.id && !isRefused ? found : undefined
    if (usable && clock() < usable.until - EARLY) return usable.token
    const name = `${key} ${account.id}`
    const running = this.#renewing.get(name) ?? this.#renew(owner, account).finally(() => this.#renewing.delete(name))
    this.#renewing.set(name, running)
    try {
      return await running
    } catch (error) {
      if (!(error instanceof NoTokens)) throw error
      if (closing.aborted) throw new MailFailure('cancelled')
      if (!isFinal(error.fault) && usable && clock() < usable.until - LAST_MOMENT) return usable.token
      throw await this.#failureOf(owner, account, error)
    }
  }

  /** Stores a rotated refresh token before anybody uses the access token that came with it. */
  async #renew(owner: MailOwner, { id, provider, refreshToken }: StoredAccount): Promise<string> {
    const { accounts, exchange } = this.#deps
    const tokens = await exchange(provider, refreshToken ?? '')
    if (tokens.refresh !== null && tokens.refresh !== refreshToken) await accounts.renew(owner, id, tokens.refresh)
    if (accounts.find(owner)?.id === id) this.keep(owner, id, tokens)
    return tokens.access
  }

  async #failureOf(owner: MailOwner, account: StoredAccount, { fault, answer }: NoTokens): Promise<MailFailure> {
    if (!isFinal(fault)) return new MailFailure('signIn', answer)
    await this.#noteRefusal(owner, account, answer)
    return new MailFailure('signedOut', answer)
  }

  /** Several may wait for the same answer; the first one stores and reports it. */
  async #noteRefusal(owner: MailOwner, { id, provider }: StoredAccount, words: string): Promise<void> {
    const { accounts, log, refused } = this.#deps
    const isFirst = owner
      ? owner.transaction((cx) => this.#refuseIn(cx, id, words))
      : await accounts.refuseInstallation(id, words)
    if (!isFirst) return
    if (!owner) refused()
    log.warn({ tenant: owner?.tenant.uuid, provider, answer: words }, 'a mail account has to be signed in again')
  }

  #refuseIn(cx: Cx, id: number, words: string): boolean {
    const { accounts } = this.#deps
    const isFirst = accounts.refuse(cx, id, words)
    const account = isFirst ? accounts.find(cx) : undefined
    if (account) cx.happened(mailAccountRefused(showAccount(account)))
    return isFirst
  }
}

/** Nobody but the person can mend it, at the provider. */
const isFinal = (fault: SignInFault) => fault === 'code' || fault === 'denied' || fault === 'adminNeeded'
