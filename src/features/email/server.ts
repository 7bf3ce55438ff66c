/** The company's mail server, from its settings. */
import type { Cx } from '../../platform/cx'
import { type MailAddress, parseAddress, parseHostPort } from '../../platform/mail-address'
import type { Services } from '../../platform/module'
import { type LocalMail, type SmtpSettings, securityAt } from '../../platform/smtp-settings'
import { smtpWith } from '../../settings/mail-sign-in/sign-in'
import { readSecret, readText } from '../../settings/settings'
import { findCompany } from '../../tenancy/companies'
import type { EmailServer } from './contract'

export type ServerDeps = Pick<
  Services,
  | 'cxOf'
  | 'databases'
  | 'emailWork'
  | 'encryptionFor'
  | 'localMail'
  | 'mailSignIn'
  | 'operatorSettings'
  | 'outsideAllow'
>

type CompanyDb = Pick<Cx, 'db' | 'tenant'>
type KnownServer = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | null
  readonly from: string
  readonly local: LocalMail | null
}

/** Undefined until both the server and the sender address are set. */
function knownServer(cx: CompanyDb, deps: ServerDeps): KnownServer | undefined {
  const at = parseHostPort(readText(cx.db, 'smtpauth'))
  const user = readText(cx.db, 'usersmtpauth')
  const from = senderOf(cx, deps, user)
  if (!at || !from) return undefined
  const { localMail } = deps
  const local = localMail?.host === at.host && localMail.port === at.port ? localMail : null
  const password = readSecret(cx, deps.encryptionFor('settings'), 'clientsecretsmtpauth')
  return { ...at, user, password, from, local }
}

/** The configured sender, else the user name if it is an address. */
function senderOf(cx: CompanyDb, deps: ServerDeps, user: string): string | undefined {
  const typed = parseAddress(readText(cx.db, 'fromsmtpauth')) ?? parseAddress(user)
  return typed && named(cx, deps, typed)
}

/** An account sends as itself only. */
const senderWith = (cx: CompanyDb, deps: ServerDeps, address: string): string =>
  named(cx, deps, { name: parseAddress(readText(cx.db, 'fromsmtpauth'))?.name ?? '', address })

/** A plain address gets the company's name. */
function named({ tenant }: CompanyDb, { databases }: ServerDeps, { name, address }: MailAddress): string {
  const company = findCompany(databases.control, tenant.id)?.name ?? ''
  const shown = (name || company).replace(/["<>\p{Cc}]/gu, ' ').trim()
  return shown === '' ? address : `"${shown}" <${address}>`
}

/** The user and password of the settings; undefined without both. */
export function storedLogin(
  cx: CompanyDb,
  deps: ServerDeps,
): { readonly user: string; readonly pass: string } | undefined {
  const user = readText(cx.db, 'usersmtpauth')
  const pass = readSecret(cx, deps.encryptionFor('settings'), 'clientsecretsmtpauth')
  return user === '' || pass === null ? undefined : { user, pass }
}

const needsPassword = ({ user, password, local }: KnownServer) => user !== '' && password === null && local === null

export function showServer(cx: CompanyDb, deps: ServerDeps, isAdmin: boolean): EmailServer {
  const account = deps.mailSignIn.find(cx)
  const signIn = { account: isAdmin ? account : null, offered: isAdmin ? deps.mailSignIn.offered() : [] }
  if (account) {
    const { address, refusedAt } = account
    return {
      ...{ isConfigured: true, from: address, needsPassword: false, isSignedOut: refusedAt !== null },
      ...{ host: null, user: isAdmin ? address : null, ...signIn },
    }
  }
  const known = knownServer(cx, deps)
  const isSignedOut = false
  if (!known)
    return { isConfigured: false, from: null, needsPassword: false, isSignedOut, host: null, user: null, ...signIn }
  return {
    isConfigured: true,
    from: parseAddress(known.from)?.address ?? null,
    needsPassword: needsPassword(known),
    isSignedOut,
    host: isAdmin ? `${known.host}:${known.port}` : null,
    user: isAdmin ? known.user || null : null,
    ...signIn,
  }
}

/**
 * How mail leaves: by the company's account if there is one, else by the server of its settings. `typed`: a password for
 * one e-mail; a stored one comes first.
 */
export function smtpOf(
  cx: CompanyDb & Pick<Cx, 'wait'>,
  deps: ServerDeps,
  typed: string | null,
): SmtpSettings | 'notConfigured' | 'noPassword' | 'signedOut' {
  const login = deps.mailSignIn.login(deps.cxOf(cx.tenant.uuid))
  if (login) return login === 'signedOut' ? login : smtpWith(login, senderWith(cx, deps, login.address), cx.wait)
  const known = knownServer(cx, deps)
  if (!known) return 'notConfigured'
  const { host, port, user, from, local } = known
  if (local) return { ...local.at, security: 'none', login: null, from, wait: cx.wait, reach: 'any' }
  const password = known.password ?? typed
  if (user !== '' && password === null) return 'noPassword'
  const stored = user === '' || password === null ? null : { user, password }
  const reach = { wait: cx.wait, reach: 'public', allowed: deps.outsideAllow } as const
  return { host, port, security: securityAt(port), login: stored, from, ...reach }
}
