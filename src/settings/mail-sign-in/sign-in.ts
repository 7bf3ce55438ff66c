/**
 * Signs mail accounts in by OAuth's authorization code with PKCE, and keeps their access tokens fresh. An account belongs
 * to a company or to the installation; routes say who may sign it in.
 */
import { createHash } from 'node:crypto'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { defineDomainEvent } from '../../platform/extensions'
import type { Log } from '../../platform/log'
import { MailFailure } from '../../platform/mail'
import { parseAddress } from '../../platform/mail-address'
import type { Services } from '../../platform/module'
import { newToken } from '../../platform/secret'
import type { SmtpSettings } from '../../platform/smtp-settings'
import { type Clock, MINUTE, SECOND } from '../../platform/time'
import { type OperatorSettings, operatorMail } from '../operator/settings'
import {
  type createAccounts,
  type MailOwner,
  type MailPlace,
  ownerKey,
  type StoredAccount,
  showAccount,
} from './accounts'
import {
  type FinishMailSignIn,
  type MailAccount,
  type MailProvider,
  mailProviders,
  newState,
  type SignInFault,
} from './contract'
import { mailSignInErrors } from './errors'
import { MAIL_SIGN_IN_PAGE } from './page/contract'
import { type MailServerAt, type Provider, providers } from './providers'
import { type App, askForTokens, faultOf, NoTokens, revokeToken, type Tokens, wordsOf } from './tokens'

export interface MailSignIn {
  /** Providers with which the operator has registered an app. */
  offered(): MailProvider[]
  find(owner: MailPlace): MailAccount | null
  /** Returns where the person signs in. */
  start(owner: MailOwner, actor: Actor, provider: MailProvider, redirectUri: string): string
  /** Returns the account, which `keep` stores once the caller has checked that the person may still do this. */
  finish(owner: MailOwner, actor: Actor, wanted: FinishMailSignIn, left: AbortSignal): Promise<SignedIn>
  keep(owner: MailOwner, signedIn: SignedIn): void
  /** Forgets the account. Returns what asks the provider to withdraw what it granted. */
  signOut(owner: MailOwner): () => Promise<void>
  /** Undefined without an account. */
  login(owner: MailOwner): AccountLogin | 'signedOut' | undefined
}

export type SignedIn = {
  readonly provider: MailProvider
  readonly address: string
  readonly refreshToken: string
  readonly tokens: Tokens
}

export type AccountLogin = {
  readonly address: string
  readonly smtp: MailServerAt
  readonly imap: MailServerAt
  /** `isRefused`: a mail server refused the token that this gave before. Throws `MailFailure`. */
  accessToken(isRefused: boolean): Promise<string>
}

declare module '../../platform/module' {
  interface Services {
    readonly mailSignIn: MailSignIn
  }
}

/** The provider no longer accepts the company's account; in the transaction that stores this. */
export const mailAccountRefused = defineDomainEvent<MailAccount>('mail.accountRefused')

/** How long a person may take at the provider. */
const PATIENCE = 10 * MINUTE
const MOST_PENDING = 1000
/** Of one person, in several tabs. */
const MOST_PENDING_OF_ONE = 5
/** A token is renewed this long before its end. */
const EARLY = 5 * MINUTE
/** A token that cannot be renewed right now is used until shortly before its end. */
const LAST_MOMENT = 30 * SECOND
const MOST_KEPT = 1000

type Pending = {
  readonly owner: string
  readonly userId: number
  readonly provider: MailProvider
  readonly verifier: string
  readonly redirectUri: string
  readonly until: number
}
/** `id`: of the account that it belongs to. */
type Kept = { readonly id: number; readonly token: string; readonly until: number }

type Deps = {
  readonly accounts: ReturnType<typeof createAccounts>
  readonly settings: Pick<OperatorSettings, 'read'>
  readonly clock: Clock
  readonly log: Log
  readonly closing: AbortSignal
  /** The installation's account was refused. */
  refused(): void
}

export function createMailSignIn({ accounts, settings, clock, log, closing, refused }: Deps): MailSignIn {
  const pending = new Map<string, Pending>()
  const kept = new Map<string, Kept>()
  const asking = new Map<string, Promise<string>>()

  const appOf = (provider: MailProvider): App => ({
    id: settings.read(`${provider}ClientId`),
    secret: settings.read(`${provider}ClientSecret`),
  })
  const offered = () => mailProviders.filter((one) => appOf(one).id !== '' && appOf(one).secret !== '')
  const addressOf = (url: string) => url.replace('{tenant}', settings.read('microsoftTenant') || 'common')

  function remember(state: string, wanted: Pending) {
    for (const [key, { until }] of pending) if (until <= clock()) pending.delete(key)
    const own = [...pending].filter(([, { owner, userId }]) => owner === wanted.owner && userId === wanted.userId)
    for (const [key] of own.slice(0, Math.max(0, own.length + 1 - MOST_PENDING_OF_ONE))) pending.delete(key)
    makeRoom(pending, MOST_PENDING)
    pending.set(state, wanted)
  }

  function takePending(owner: MailOwner, { userId }: Actor, state: string): Pending {
    const found = pending.get(state)
    if (!found || found.owner !== ownerKey(owner) || found.userId !== userId || found.until <= clock())
      return fail(mailSignInErrors.ERR_MAIL_SIGN_IN_STATE)
    pending.delete(state)
    return found
  }

  async function exchange({ provider, verifier, redirectUri }: Pending, code: string, left: AbortSignal) {
    const { token, needed } = providers[provider]
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
    try {
      const tokens = await askForTokens(addressOf(token), appOf(provider), form, left)
      const { scopes, refresh, address } = tokens
      if (scopes && !needed.every((one) => hasScope(scopes, one))) return failWith('scope', scopes.join(' '))
      if (refresh === null) return failWith('offline', '')
      if (address === null) return failWith('address', '')
      return { provider, address, refreshToken: refresh, tokens }
    } catch (error) {
      if (error instanceof NoTokens) return failWith(error.fault, error.answer)
      throw error
    }
  }

  function keepToken(owner: MailOwner, id: number, { access, life }: Tokens) {
    makeRoom(kept, MOST_KEPT)
    kept.set(ownerKey(owner), { id, token: access, until: clock() + life })
  }

  /** Stores a rotated refresh token before anybody uses the access token that came with it. */
  async function renew(owner: MailOwner, { id, provider, refreshToken }: StoredAccount): Promise<string> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }
    const tokens = await askForTokens(addressOf(providers[provider].token), appOf(provider), form, closing)
    if (tokens.refresh !== null && tokens.refresh !== refreshToken) accounts.renew(owner, id, tokens.refresh)
    if (accounts.find(owner)?.id === id) keepToken(owner, id, tokens)
    return tokens.access
  }

  /** Several may wait for the same answer; the first one stores and reports it. */
  function noteRefusal(owner: MailOwner, { id, provider }: StoredAccount, words: string) {
    const isFirst = owner
      ? owner.transaction((cx) => refuseIn(cx, id, words))
      : accounts.refuse(null, id, clock(), words)
    if (!isFirst) return
    if (!owner) refused()
    log.warn({ tenant: owner?.tenant.uuid, provider, answer: words }, 'a mail account has to be signed in again')
  }

  function refuseIn(cx: Cx, id: number, words: string): boolean {
    const isFirst = accounts.refuse(cx, id, clock(), words)
    const account = isFirst ? accounts.find(cx) : undefined
    if (account) cx.happened(mailAccountRefused(showAccount(account)))
    return isFirst
  }

  function failureOf(owner: MailOwner, account: StoredAccount, { fault, answer }: NoTokens): MailFailure {
    if (!isFinal(fault)) return new MailFailure('signIn', answer)
    noteRefusal(owner, account, answer)
    return new MailFailure('signedOut', answer)
  }

  async function tokenOf(owner: MailOwner, isRefused: boolean): Promise<string> {
    const account = accounts.find(owner)
    if (!account || account.refreshToken === null) throw new MailFailure('signedOut')
    const key = ownerKey(owner)
    const found = kept.get(key)
    const usable = found?.id === account.id && !isRefused ? found : undefined
    if (usable && clock() < usable.until - EARLY) return usable.token
    const name = `${key} ${account.id}`
    const running = asking.get(name) ?? renew(owner, account).finally(() => asking.delete(name))
    asking.set(name, running)
    try {
      return await running
    } catch (error) {
      if (!(error instanceof NoTokens)) throw error
      if (closing.aborted) throw new MailFailure('cancelled')
      if (!isFinal(error.fault) && usable && clock() < usable.until - LAST_MOMENT) return usable.token
      throw failureOf(owner, account, error)
    }
  }

  return {
    offered,
    find(owner) {
      const account = accounts.find(owner)
      return account ? showAccount(account) : null
    },
    start(owner, { userId }, provider, redirectUri) {
      if (!offered().includes(provider)) fail(mailSignInErrors.ERR_MAIL_SIGN_IN_OFF)
      const state = newState(owner === null, newToken())
      const verifier = newToken()
      remember(state, {
        owner: ownerKey(owner),
        userId,
        provider,
        verifier,
        redirectUri,
        until: clock() + PATIENCE,
      })
      return authorizeUrl(providers[provider], addressOf, { id: appOf(provider).id, state, verifier, redirectUri })
    },
    async finish(owner, actor, { state, code, error, description = '' }, left) {
      const begun = takePending(owner, actor, state)
      const words = wordsOf(error ?? '', description)
      if (code === undefined) return failWith(faultOf(words), words)
      return exchange(begun, code, left)
    },
    keep(owner, { tokens, ...account }) {
      keepToken(owner, accounts.add(owner, clock(), account), tokens)
    },
    signOut(owner) {
      const account = accounts.find(owner)
      accounts.remove(owner)
      kept.delete(ownerKey(owner))
      const url = account && providers[account.provider].revoke
      const token = account?.refreshToken
      return async () => {
        if (url && token) await revokeToken(url, token, closing)
      }
    },
    login(owner) {
      const account = accounts.find(owner)
      if (!account) return undefined
      if (account.refreshToken === null) return 'signedOut'
      const { smtp, imap } = providers[account.provider]
      return { address: account.address, smtp, imap, accessToken: (isRefused) => tokenOf(owner, isRefused) }
    },
  }
}

/** Hands mail over with an account. */
export const smtpWith = (
  { address, smtp, accessToken }: AccountLogin,
  from: string,
): Exclude<SmtpSettings, { readonly reach: 'public' }> => ({
  ...smtp,
  login: { user: address, accessToken },
  from,
  reach: 'any',
})

/** The address of our page as providers know it: the operator's, else where the person has opened ours. */
export const signInPage = ({ publicUrl }: Pick<Services, 'publicUrl'>, origin: string): string =>
  (publicUrl === null ? origin : new URL(publicUrl).origin) + MAIL_SIGN_IN_PAGE

/** Where the installation's own mail leaves: by its account, unless the environment names a server. */
export function installationMail(settings: OperatorSettings, signIn: MailSignIn): SmtpSettings | undefined {
  const login = settings.isFixed('smtpUrl') ? undefined : signIn.login(null)
  if (!login || login === 'signedOut') return operatorMail(settings)
  const name = parseAddress(settings.read('mailFrom'))?.name || 'Balcão'
  return smtpWith(login, `"${name}" <${login.address}>`)
}

/** Nobody but the person can mend it, at the provider. */
const isFinal = (fault: SignInFault) => fault === 'code' || fault === 'denied' || fault === 'adminNeeded'

const failWith = (fault: SignInFault, answer: string): never =>
  fail(mailSignInErrors.ERR_MAIL_SIGN_IN_FAILED, { fault, answer })

/** Providers write scopes in letters of either case. */
const hasScope = (scopes: readonly string[], wanted: string) =>
  scopes.some((one) => one.toLowerCase() === wanted.toLowerCase())

type Asked = { readonly id: string; readonly state: string; readonly verifier: string; readonly redirectUri: string }

function authorizeUrl(
  { authorize, scopes, parameters }: Provider,
  addressOf: (url: string) => string,
  { id, state, verifier, redirectUri }: Asked,
): string {
  const url = new URL(addressOf(authorize))
  const all = {
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope: scopes.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}

/** Removes the oldest. */
function makeRoom(map: Map<string, unknown>, most: number) {
  const [oldest] = map.keys()
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
}
