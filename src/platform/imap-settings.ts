/** Where a mailbox is, and as whom it is read. */
import { isIP } from 'node:net'
import { isHostName, isMailAddress } from './mail-address'
import { within } from './networks'
import type { Reach } from './outside'

/** `implicit`: TLS from the first byte. `required`: STARTTLS, and nothing is sent without it. `none`: on this machine. */
type ImapSecurity = 'implicit' | 'required' | 'none'

/** A password, or tokens of an account that was signed in elsewhere. */
export type MailboxLogin =
  | { readonly user: string; readonly pass: string }
  | {
      readonly user: string
      /** `isRefused`: the server refused the token that this gave before. Throws `MailFailure`. */
      accessToken(isRefused: boolean): Promise<string>
    }

export type ImapSettings = Reach & ImapServer

export type ImapServer = {
  readonly host: string
  readonly port: number
  readonly security: ImapSecurity
  readonly login: MailboxLogin
  readonly folder: string
  /** Certificates of authorities instead of the well-known ones. */
  readonly ca?: string
}

export const IMAP_TLS_PORT = 993
const IMAP_PORT = 143

const isLoopback = within(['127.0.0.0/8', '::1'])

/**
 * `imaps://user:password@host/folder`, or `imap://…` with STARTTLS. On this machine `imap` needs none. Undefined if it is no
 * such address.
 */
export function readImapUrl(text: string): ImapServer | undefined {
  if (!/^imaps?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.username === '' || url.password === '' || !(isIP(host) !== 0 || isHostName(host))) return undefined
  const isImplicit = url.protocol === 'imaps:'
  const isHere = host === 'localhost' || isLoopback(host)
  try {
    const folder = decodeURIComponent(url.pathname.replace(/^\//, '')) || 'INBOX'
    return {
      host,
      port: Number(url.port) || (isImplicit ? IMAP_TLS_PORT : IMAP_PORT),
      security: isImplicit ? 'implicit' : isHere ? 'none' : 'required',
      login: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      folder,
    }
  } catch {
    return undefined // a percent sign that encodes nothing
  }
}

/** What a tag needs of the 64 letters before the @. */
const LONGEST_NAME = 24

/** `respostas@loja.example`, which gets tags after a plus; or `*@respostas.loja.example`, a domain that takes any name. */
export function isAnswersAddress(text: string): boolean {
  const name = text.slice(0, text.lastIndexOf('@'))
  return isMailAddress(name === '*' ? text.replace('*', 'a') : text) && name.length <= LONGEST_NAME
}
