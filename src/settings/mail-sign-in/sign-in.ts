/**
 * Signs mail accounts in by OAuth's authorization code with PKCE, and keeps their access tokens fresh. An account belongs
 * to a company or to the installation; routes say who may sign it in.
 */

import { createHash } from 'node:crypto'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Wait } from '../../platform/gate'
import type { Log } from '../../platform/log'
import { parseAddress } from '../../platform/mail-address'
import type { Services } from '../../platform/module'
import { newToken } from '../../platform/secret'
import type { SmtpSettings } from '../../platform/smtp-settings'
import type { Clock } from '../../platform/time'
import { type OperatorSettings, operatorMail } from '../operator/settings'
import { AccessTokens } from './access-tokens'
import { type createAccounts, type MailOwner, type MailScope, showAccount } from './accounts'
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
import { type PendingSignIn, PendingSignIns } from './pending'
import { type MailServerAt, type Provider, providers } from './providers'
import { type App, askForTokens, faultOf, NoTokens, revokeToken, type Tokens, wordsOf } from './tokens'

export interface MailSignIn {
  /** Providers with which the operator has registered an app. */
  offered(): MailProvider[]
  find(owner: MailScope): MailAccount | null
  /** Returns where the person signs in. */
  start(owner: MailOwner, actor: Actor, provider: MailProvider, redirectUri: string): string
  /** Returns the account, which `keep` stores once the caller has checked that the person may still do this. */
  finish(owner: MailOwner, actor: Actor, input: FinishMailSignIn, left: AbortSignal): Promise<SignedIn>
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

type Deps = {
  readonly accounts: ReturnType<typeof createAccounts>
  readonly settings: Pick<OperatorSettings, 'read'>
  readonly clock: Clock
  readonly log: Log
  readonly closing: AbortSignal
  readonly wait: Wait
  /** The installation's account was refused. */
  refused(): void
}

export function createMailSignIn({ accounts, settings, clock, log, closing, wait, refused }: Deps): MailSignIn {
  const appOf = (provider: MailProvider): App => ({
    id: settings.read(`${provider}ClientId`),
    secret: settings.read(`${provider}ClientSecret`),
  })
  const offered = () => mailProviders.filter((one) => appOf(one).id !== '' && appOf(one).secret !== '')
  const addressOf = (url: string) => url.replace('{tenant}', settings.read('microsoftTenant') || 'common')
  const requestTokens = (provider: MailProvider, form: Readonly<Record<string, string>>, left: AbortSignal) =>
    askForTokens(addressOf(providers[provider].token), appOf(provider), form, { wait, left })

  const pending = new PendingSignIns(clock)
  const accessTokens = new AccessTokens({
    accounts,
    clock,
    log,
    closing,
    refused,
    exchange: (provider, refreshToken) =>
      requestTokens(provider, { grant_type: 'refresh_token', refresh_token: refreshToken }, closing),
  })

  async function exchangeCode({ provider, verifier, redirectUri }: PendingSignIn, code: string, left: AbortSignal) {
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
    try {
      const tokens = await requestTokens(provider, form, left)
      const { scopes, refresh, address } = tokens
      if (scopes && !providers[provider].needed.every((one) => hasScope(scopes, one)))
        return failWith('scope', scopes.join(' '))
      if (refresh === null) return failWith('offline', '')
      if (address === null) return failWith('address', '')
      return { provider, address, refreshToken: refresh, tokens }
    } catch (error) {
      if (error instanceof NoTokens) return failWith(error.fault, error.answer)
      throw error
    }
  }

  return {
    offered,
    find(owner) {
      const account = accounts.find(owner)
      return account ? showAccount(account) : null
    },
    start(owner, actor, provider, redirectUri) {
      if (!offered().includes(provider)) fail(mailSignInErrors.ERR_MAIL_SIGN_IN_OFF)
      const state = newState(owner === null, newToken())
      const verifier = newToken()
      pending.add(state, owner, actor, { provider, verifier, redirectUri })
      return authorizeUrl(providers[provider], addressOf, { id: appOf(provider).id, state, verifier, redirectUri })
    },
    async finish(owner, actor, { state, code, error, description = '' }, left) {
      const begun = pending.take(state, owner, actor)
      const words = wordsOf(error ?? '', description)
      if (code === undefined) return failWith(faultOf(words), words)
      return exchangeCode(begun, code, left)
    },
    keep(owner, { tokens, ...account }) {
      accessTokens.keep(owner, accounts.add(owner, clock(), account), tokens)
    },
    signOut(owner) {
      const account = accounts.find(owner)
      accounts.remove(owner)
      accessTokens.forget(owner)
      const url = account && providers[account.provider].revoke
      const token = account?.refreshToken
      return async () => {
        if (url && token) await revokeToken(url, token, { wait, left: closing })
      }
    },
    login(owner) {
      const account = accounts.find(owner)
      if (!account) return undefined
      if (account.refreshToken === null) return 'signedOut'
      const { smtp, imap } = providers[account.provider]
      return {
        address: account.address,
        smtp,
        imap,
        accessToken: (isRefused) => accessTokens.tokenOf(owner, isRefused),
      }
    },
  }
}

/** Hands mail over with an account. */
export const smtpWith = (
  { address, smtp, accessToken }: AccountLogin,
  from: string,
  wait: Wait,
): Exclude<SmtpSettings, { readonly reach: 'public' }> => ({
  ...smtp,
  login: { user: address, accessToken },
  from,
  wait,
  reach: 'any',
})

/** The address of our page as providers know it: the operator's, else where the person has opened ours. */
export function signInPage({ publicUrl }: Pick<Services, 'publicUrl'>, origin: string): string {
  const known = publicUrl()
  return (known === null ? origin : new URL(known).origin) + MAIL_SIGN_IN_PAGE
}

/** Where the installation's own mail leaves: by its account, unless the environment names a server. */
export function installationMail(settings: OperatorSettings, signIn: MailSignIn, wait: Wait): SmtpSettings | undefined {
  const login = settings.isFixed('smtpUrl') ? undefined : signIn.login(null)
  if (!login || login === 'signedOut') return operatorMail(settings, wait)
  const name = parseAddress(settings.read('mailFrom'))?.name || 'Balcão'
  return smtpWith(login, `"${name}" <${login.address}>`, wait)
}

const failWith = (fault: SignInFault, answer: string): never =>
  fail(mailSignInErrors.ERR_MAIL_SIGN_IN_FAILED, { fault, answer })

/** Providers write scopes in letters of either case. */
const hasScope = (scopes: readonly string[], input: string) =>
  scopes.some((one) => one.toLowerCase() === input.toLowerCase())

type SignInRequest = {
  readonly id: string
  readonly state: string
  readonly verifier: string
  readonly redirectUri: string
}

function authorizeUrl(
  { authorize, scopes, parameters }: Provider,
  addressOf: (url: string) => string,
  { id, state, verifier, redirectUri }: SignInRequest,
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
