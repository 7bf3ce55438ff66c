/** Where and how to hand over mail. */

import { isIP } from 'node:net'
import type { Wait } from './gate'
import { isHostName, SUBMISSION_PORT } from './mail-address'
import { within } from './networks'
import type { Reach } from './outside'

/**
 * `implicit`: TLS from the first byte. `required`: STARTTLS, and nothing is sent without it. `offered`: STARTTLS if the
 * server has it. `none`: never.
 */
export type SmtpSecurity = 'implicit' | 'required' | 'offered' | 'none'

/** A password, or tokens of an account that was signed in elsewhere. */
export type SmtpLogin =
  | { readonly user: string; readonly password: string }
  | {
      readonly user: string
      /** `isRefused`: the server refused the token that this gave before. Throws `MailFailure`. */
      accessToken(isRefused: boolean): Promise<string>
    }

export type SmtpSettings = Reach & {
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  readonly login: SmtpLogin | null
  /** `ana@loja.example` or `Loja <ana@loja.example>`. */
  readonly from: string
}

/** The port whose connections begin with TLS. */
const IMPLICIT_TLS_PORT = 465
const RELAY_PORT = 25

const isLoopback = within(['127.0.0.0/8', '::1'])
const isThisMachine = (host: string) => host === 'localhost' || isLoopback(host)

/**
 * `smtp://user:password@host:port` or `smtps://…`; `?tls=off` turns encryption off. A password leaves this machine only
 * encrypted. Undefined if it is no such address.
 */
export function readSmtpUrl(text: string): Omit<SmtpSettings, 'from' | keyof Reach> | undefined {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const login = loginOf(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (login === undefined || !(isIP(host) !== 0 || isHostName(host)) || (url.pathname !== '' && url.pathname !== '/'))
    return undefined
  const isImplicit = url.protocol === 'smtps:' || url.port === `${IMPLICIT_TLS_PORT}`
  const usualPort = login ? SUBMISSION_PORT : RELAY_PORT
  return {
    host,
    port: Number(url.port) || (isImplicit ? IMPLICIT_TLS_PORT : usualPort),
    security: isImplicit ? 'implicit' : securityOf(host, login !== null, url.searchParams.get('tls') === 'off'),
    login,
  }
}

function securityOf(host: string, hasLogin: boolean, isOff: boolean): 'required' | 'offered' | 'none' {
  if (isOff || isThisMachine(host)) return 'none'
  return hasLogin ? 'required' : 'offered'
}

/** Null without a user; undefined if it is malformed. */
function loginOf({ username, password }: URL): SmtpSettings['login'] | undefined {
  if (username === '') return password === '' ? null : undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

/** How a server on the internet is spoken to: never without TLS. */
export const securityAt = (port: number): SmtpSecurity => (port === IMPLICIT_TLS_PORT ? 'implicit' : 'required')

/**
 * A mail server in this process, for the demo and tests: who names `host` and `port` reaches it, without a password. The
 * name must not exist on the internet.
 */
export type LocalMail = {
  readonly host: string
  readonly port: number
  readonly at: { readonly host: string; readonly port: number }
  /** Its mailboxes, likewise. */
  readonly imap?: {
    readonly host: string
    readonly port: number
    readonly at: { readonly host: string; readonly port: number }
  }
}

/** Name of the mail server of the demo. */
export const DEMO_MAIL_SERVER = { host: 'smtp.demonstracao.example', port: 587 } as const

/** The operator's settings: `BALCAO_SMTP_URL` and `BALCAO_MAIL_FROM`. */
export function operatorSmtp(url: string, from: string, wait: Wait): SmtpSettings | undefined {
  const read = readSmtpUrl(url)
  return read && { ...read, from, wait, reach: 'any' }
}
