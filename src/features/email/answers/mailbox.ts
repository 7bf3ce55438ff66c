/** The company's mailbox: its settings, and how far it was read. */
import type { Cx } from '../../../platform/cx'
import { DecryptionFailed } from '../../../platform/encryption'
import { instantOrNull } from '../../../platform/formats'
import { IMAP_TLS_PORT, type ImapSettings, type MailboxLogin } from '../../../platform/imap-settings'
import { MailFailure } from '../../../platform/mail'
import { domainOf, isMailAddress, parseHostPort } from '../../../platform/mail-address'
import { execute, getRow } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import type { MailAccount } from '../../../settings/mail-sign-in/contract'
import { providers } from '../../../settings/mail-sign-in/providers'
import { operatorAnswers } from '../../../settings/operator/settings'
import { readText } from '../../../settings/settings'
import { type ServerDeps, storedLogin } from '../server'
import { credentials, imapOfAccount } from '../sign-in'
import type { ChangeMailbox, EmailMailbox, MailboxFault, MailboxWay } from './contract'
import { imapFor, sharesLogin, takesPlus } from './providers'

export type MailboxDeps = ServerDeps

type StoredMailbox = {
  readonly way: MailboxWay
  readonly host: string
  readonly port: number
  readonly ownLogin: number
  readonly user: string
  readonly password: string
  readonly folder: string
  readonly plusAddress: number
  readonly uidValidity: number | null
  readonly lastUid: number
  readonly since: number
  readonly nextAt: number | null
  readonly failures: number
  readonly failure: MailboxFault | null
  readonly answer: string | null
  readonly readAt: number | null
}

export const findMailbox = (db: Db): StoredMailbox | undefined =>
  getRow<StoredMailbox>(
    db,
    `SELECT way, host, port, own_login AS ownLogin, user, password, folder, plus_address AS plusAddress,
       uid_validity AS uidValidity, last_uid AS lastUid, since, next_at AS nextAt, failures, failure, answer, read_at AS readAt
     FROM email_mailbox WHERE id = 1`,
  )

const PURPOSE = 'email-mailbox'
const nameOf = ({ tenant }: Pick<Cx, 'tenant'>) => `${tenant.uuid} mailbox`

export const sealPassword = (cx: Pick<Cx, 'tenant'>, { encryptionFor }: ServerDeps, password: string): string =>
  password === '' ? '' : encryptionFor(PURPOSE).encrypt(password, nameOf(cx))

function openPassword(cx: Pick<Cx, 'tenant'>, { encryptionFor }: ServerDeps, sealed: string): string | undefined {
  if (sealed === '') return undefined
  try {
    return encryptionFor(PURPOSE).decrypt(sealed, nameOf(cx))
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined // another secret.key: it must be entered again
    throw error
  }
}

const FOLDER = 'INBOX'
const smtpHostOf = (db: Db): string => parseHostPort(readText(db, 'smtpauth'))?.host ?? ''

type CompanyDb = Pick<Cx, 'db' | 'tenant'>

/** What is offered before anything was set: the mailbox that usually belongs to the server of sending. */
export function suggested(cx: CompanyDb, { mailSignIn }: ServerDeps): Omit<ChangeMailbox, 'password'> {
  const account = mailSignIn.find(cx)
  const provider = account && providers[account.provider]
  const smtp = provider?.smtp.host ?? smtpHostOf(cx.db)
  const { host, port } = provider?.imap ?? (smtp === '' ? { host: '', port: IMAP_TLS_PORT } : imapFor(smtp))
  return { way: 'off', host, port, ownLogin: false, user: '', folder: FOLDER, plusAddress: takesPlus(smtp) }
}

export function showMailbox(cx: Pick<Cx, 'db' | 'tenant'>, deps: MailboxDeps): EmailMailbox {
  const stored = findMailbox(cx.db)
  const answers = operatorAnswers(deps.operatorSettings)
  const operatorDomain = answers ? domainOf(answers.address) : null
  if (!stored)
    return {
      ...suggested(cx, deps),
      hasPassword: false,
      operatorDomain,
      readAt: null,
      failure: null,
      answer: null,
      nextAt: null,
    }
  const { way, host, port, user, folder, failure, answer } = stored
  return {
    way,
    host,
    port,
    ownLogin: stored.ownLogin === 1,
    user,
    hasPassword: openPassword(cx, deps, stored.password) !== undefined,
    folder,
    plusAddress: stored.plusAddress === 1,
    operatorDomain,
    readAt: instantOrNull(stored.readAt),
    failure,
    answer,
    nextAt: instantOrNull(stored.nextAt),
  }
}

/** Where and as whom the mailbox is read, or what is missing. */
export function imapOf(
  cx: CompanyDb & Pick<Cx, 'wait'>,
  deps: ServerDeps,
  mailbox: Pick<StoredMailbox, 'host' | 'port' | 'ownLogin' | 'user' | 'password' | 'folder'>,
): ImapSettings | MailboxFault {
  const { host, port, folder } = mailbox
  if (host === '') return 'notConfigured'
  const login = mailbox.ownLogin === 1 ? ownLogin(cx, deps, mailbox) : sendingLogin(cx, deps, host)
  const local = deps.localMail?.imap
  if (local?.host === host && local.port === port) {
    const given = typeof login === 'string' ? { user: 'demo', pass: 'demo' } : login
    return { ...local.at, security: 'none', login: given, folder, wait: cx.wait, reach: 'any' }
  }
  if (typeof login === 'string') return login
  const security = port === IMAP_TLS_PORT ? 'implicit' : 'required'
  const reach = { wait: cx.wait, reach: 'public', allowed: deps.outsideAllow } as const
  return { host, port, security, login, folder, ...reach }
}

function ownLogin(
  cx: Pick<Cx, 'tenant'>,
  deps: ServerDeps,
  { user, password }: Pick<StoredMailbox, 'user' | 'password'>,
): MailboxLogin | MailboxFault {
  if (user === '') return 'notConfigured'
  const pass = openPassword(cx, deps, password)
  return pass === undefined ? 'noPassword' : { user, pass }
}

function sendingLogin(cx: CompanyDb, deps: ServerDeps, host: string): MailboxLogin | MailboxFault {
  const account = deps.mailSignIn.find(cx)
  if (account)
    return account.refusedAt === null ? accountLogin(deps.cxOf(cx.tenant.uuid), deps, account, host) : 'signedOut'
  const user = readText(cx.db, 'usersmtpauth')
  if (user === '') return 'notConfigured'
  if (!sharesLogin(smtpHostOf(cx.db), host)) return 'otherServer'
  return storedLogin(cx, deps) ?? 'noPassword'
}

function accountLogin(cx: Cx, deps: ServerDeps, { address }: MailAccount, host: string): MailboxLogin | MailboxFault {
  if (imapOfAccount(cx, deps)?.host !== host) return 'otherServer'
  return {
    user: address,
    async accessToken(isRefused) {
      const found = await credentials(cx, deps, isRefused)
      if (!found || !('accessToken' in found)) throw new MailFailure('signedOut')
      return found.accessToken
    },
  }
}

/** The address that the mailbox has, as far as its user name shows it. */
export function addressOfMailbox(
  cx: CompanyDb,
  { mailSignIn }: ServerDeps,
  { ownLogin, user }: Pick<StoredMailbox, 'ownLogin' | 'user'>,
): string | null {
  const name = ownLogin === 1 ? user : (mailSignIn.find(cx)?.address ?? readText(cx.db, 'usersmtpauth'))
  return isMailAddress(name) ? name : null
}

export type Cursor = Pick<StoredMailbox, 'uidValidity' | 'lastUid' | 'since'>

export const moveCursor = (db: Db, { uidValidity, lastUid }: Omit<Cursor, 'since'>): void =>
  void execute(db, 'UPDATE email_mailbox SET uid_validity = @uidValidity, last_uid = @lastUid WHERE id = 1', {
    uidValidity,
    lastUid,
  })
