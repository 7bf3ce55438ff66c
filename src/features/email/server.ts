/** The company's mail server, from its settings. */
import type { Cx } from '../../platform/cx'
import { parseAddress, parseHostPort } from '../../platform/mail-address'
import type { Services } from '../../platform/module'
import { type LocalMail, type SmtpSettings, securityAt } from '../../platform/smtp-settings'
import { readSecret, readText } from '../../settings/settings'
import { findCompany } from '../../tenancy/companies'
import type { EmailServer } from './contract'

export type ServerDeps = Pick<Services, 'databases' | 'encryptionFor' | 'localMail' | 'outsideAllow'>

type Known = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | null
  readonly from: string
  readonly local: LocalMail | null
}

/** Undefined until both the server and the sender address are set. */
function knownServer(cx: Pick<Cx, 'db' | 'tenant'>, deps: ServerDeps): Known | undefined {
  const at = parseHostPort(readText(cx.db, 'smtpauth'))
  const user = readText(cx.db, 'usersmtpauth')
  const from = senderOf(cx, deps, user)
  if (!at || !from) return undefined
  const { localMail } = deps
  const local = localMail?.host === at.host && localMail.port === at.port ? localMail : null
  const password = readSecret(cx, deps.encryptionFor('settings'), 'clientsecretsmtpauth')
  return { ...at, user, password, from, local }
}

/** The configured sender, else the user name if it is an address. A plain address gets the company's name. */
function senderOf(
  { db, tenant }: Pick<Cx, 'db' | 'tenant'>,
  { databases }: ServerDeps,
  user: string,
): string | undefined {
  const typed = parseAddress(readText(db, 'fromsmtpauth')) ?? parseAddress(user)
  if (!typed) return undefined
  const company = findCompany(databases.control, tenant.id)?.name ?? ''
  const name = (typed.name || company).replace(/["<>\p{Cc}]/gu, ' ').trim()
  return name === '' ? typed.address : `"${name}" <${typed.address}>`
}

const needsPassword = ({ user, password, local }: Known) => user !== '' && password === null && local === null

export function showServer(cx: Pick<Cx, 'db' | 'tenant'>, deps: ServerDeps, isAdmin: boolean): EmailServer {
  const known = knownServer(cx, deps)
  if (!known) return { isConfigured: false, from: null, needsPassword: false, host: null, user: null }
  return {
    isConfigured: true,
    from: parseAddress(known.from)?.address ?? null,
    needsPassword: needsPassword(known),
    host: isAdmin ? `${known.host}:${known.port}` : null,
    user: isAdmin ? known.user || null : null,
  }
}

/** `typed`: a password for one e-mail; a stored one comes first. */
export function smtpOf(
  cx: Pick<Cx, 'db' | 'tenant'>,
  deps: ServerDeps,
  typed: string | null,
): SmtpSettings | 'notConfigured' | 'noPassword' {
  const known = knownServer(cx, deps)
  if (!known) return 'notConfigured'
  const { host, port, user, from, local } = known
  if (local) return { ...local.at, security: 'none', login: null, from, reach: 'any' }
  const password = known.password ?? typed
  if (user !== '' && password === null) return 'noPassword'
  const login = user === '' || password === null ? null : { user, password }
  return { host, port, security: securityAt(port), login, from, reach: 'public', allowed: deps.outsideAllow }
}
