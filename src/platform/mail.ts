/**
 * Sends mail by SMTP. Subject, headers and addresses are checked here, so that no text can add a header or a recipient.
 */
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { SMTPConnectionAuth, SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import type { XOAuth2ProvisionCallback } from 'nodemailer/lib/xoauth2'
import type { Wait } from './gate'
import { domainOf, parseAddress } from './mail-address'
import { guardedLookup, OutsideFailed, type Reach, untilAcknowledged } from './outside'
import { refusedLoginOf } from './refused-login'
import type { SmtpLogin, SmtpSettings } from './smtp-settings'

export type MailAttachment = {
  readonly filename: string
  readonly content: Uint8Array
  readonly contentType?: string
}

export interface Mail {
  /** Recipients of one message see each other. */
  readonly to: string | readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Further headers, such as `Reply-To` or `Message-ID`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly MailAttachment[]
}

export interface Mailer {
  readonly configured: boolean
  /** Returns when the server has taken the mail. Throws `MailFailure`. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

/**
 * `badAddress`, `badHeader`: the mail itself. `notPublic`, `unknownHost`, `unreachable`, `timeout`, `notSmtp`, `noTls`:
 * the way to the server. `login`, `sender`, `recipient`, `message`: what the server refused; `account`: a login with the
 * token of an account. `signedOut`: somebody has to sign the account in again. `signIn`: its provider gave no token now.
 * `unconfirmed`: the mail was handed over, but the connection ended before the server's answer, so it may or may not arrive.
 */
export type MailFault =
  | 'notConfigured'
  | 'badAddress'
  | 'badHeader'
  | 'notPublic'
  | 'unknownHost'
  | 'unreachable'
  | 'timeout'
  | 'notSmtp'
  | 'noTls'
  | 'login'
  | 'account'
  | 'signedOut'
  | 'signIn'
  | 'sender'
  | 'recipient'
  | 'message'
  | 'unconfirmed'
  | 'cancelled'

export class MailFailure extends Error {
  readonly code: MailFault
  /** The server's own words, in one line: `550 5.1.1 User unknown`. */
  readonly answer: string | null
  constructor(code: MailFault, answer: string | null = null) {
    super(answer === null ? `mail: ${code}` : `mail: ${code}: ${answer}`)
    this.name = 'MailFailure'
    this.code = code
    this.answer = answer
  }

  /** Whether the same mail may pass later. Never true for a mail that may already have been delivered. */
  get isTemporary(): boolean {
    if (this.answer !== null && /^\d/.test(this.answer)) return this.answer.startsWith('4')
    return ['unknownHost', 'unreachable', 'timeout', 'cancelled', 'signedOut', 'signIn'].includes(this.code)
  }
}

const CONNECT_LIMIT = 10_000
const GREETING_LIMIT = 15_000
/** Of silence. */
const SILENCE_LIMIT = 30_000
/** For one mail, from the first command to the server's answer. */
const MAIL_LIMIT = 60_000
const LONGEST_ANSWER = 500
const MOST_ANSWER_BYTES = 64 * 1024

/** `settings` is read for each mail, so it may change while the server runs. */
export const mailerFor = (settings: () => SmtpSettings | undefined): Mailer => ({
  get configured() {
    return settings() !== undefined
  },
  async send(mail, signal) {
    const current = settings()
    if (!current) throw new MailFailure('notConfigured')
    await withSmtp(current, (send) => send(mail), signal)
  },
})

/** Sends several mails over one connection, one after another. A refused mail leaves it usable. */
export async function withSmtp<T>(
  settings: SmtpSettings,
  use: (send: (mail: Mail) => Promise<void>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const link = await signIn(settings, signal)
  try {
    return await use((mail) => link.send(mail))
  } finally {
    link.close()
  }
}

/** Connects and signs in, without sending anything. */
export const trySmtp = (settings: SmtpSettings, signal?: AbortSignal): Promise<void> =>
  withSmtp(settings, async () => undefined, signal)

async function signIn(settings: SmtpSettings, left?: AbortSignal) {
  const { login } = settings
  if (login === null) return openLink(settings, null, left)
  if ('password' in login) return openLink(settings, { user: login.user, pass: login.password }, left)
  return signInByToken(settings, login, left)
}

type TokenLogin = Exclude<SmtpLogin, { readonly password: string }>

/**
 * A token may have been withdrawn before its end, so a refused one is renewed once: on the same connection where the server
 * challenges us, as Google does, and else on another.
 */
async function signInByToken(settings: SmtpSettings, { user, accessToken }: TokenLogin, left?: AbortSignal) {
  const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
  let token = await accessToken(false)
  let isRenewed = false
  let failure: unknown
  const renew = async () => {
    isRenewed = true
    token = await accessToken(true)
  }
  const provisionCallback: XOAuth2ProvisionCallback = (_user, isRefused, done) => {
    if (!isRefused || isRenewed) return done(null, token)
    renew().then(
      () => done(null, token),
      (error: unknown) => {
        failure = error
        done(new Error('no other token'))
      },
    )
  }
  const open = () => {
    const oauth2 = new XOAuth2({ user, provisionCallback })
    return openLink(settings, { user, method: 'XOAUTH2', oauth2 }, left).catch((error: unknown) => {
      if (failure) throw failure
      throw error instanceof MailFailure && error.code === 'login' ? new MailFailure('account', error.answer) : error
    })
  }
  try {
    return await open()
  } catch (error) {
    if (isRenewed || !(error instanceof MailFailure) || !mayBeStale(error)) throw error
    await renew()
    return open()
  }
}

/** Another token changes nothing where the mailbox, or its organisation, allows no SMTP. */
function mayBeStale({ code, answer }: MailFailure): boolean {
  const refused = answer === null ? undefined : refusedLoginOf(answer)
  return code === 'account' && !['smtpOff', 'policy', 'tooMany'].includes(refused ?? '')
}

async function openLink(settings: SmtpSettings, auth: SMTPConnectionAuth | null, left?: AbortSignal) {
  const { host, port, security } = settings
  const socket = await connectTo(settings, left)
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection') // only servers that send load it
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port,
    name: domainOf(senderOf(settings).address),
    secure: security === 'implicit',
    requireTLS: security === 'required',
    ignoreTLS: security === 'none',
    connectionTimeout: GREETING_LIMIT,
    greetingTimeout: GREETING_LIMIT,
    socketTimeout: SILENCE_LIMIT,
    socketCloseTimeout: 1000,
    maxResponseSize: MOST_ANSWER_BYTES,
  })
  const end = () => connection.close()
  /** Runs one step of the conversation. An error of the connection ends it as well. */
  const step = <R>(run: (done: (error: unknown, result?: R) => void) => void, limit: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<R | undefined>()
    const late = AbortSignal.timeout(limit)
    const stop = () => reject(new MailFailure(left?.aborted ? 'cancelled' : 'timeout'))
    const ended = () => reject(new MailFailure('unreachable'))
    late.addEventListener('abort', stop)
    left?.addEventListener('abort', stop)
    connection.once('error', reject)
    connection.once('end', ended)
    if (left?.aborted) stop()
    else run((error, result) => (error ? reject(error) : resolve(result)))
    return promise.finally(() => {
      late.removeEventListener('abort', stop)
      left?.removeEventListener('abort', stop)
      connection.off('error', reject)
      connection.off('end', ended)
    })
  }
  connection.on('error', () => undefined) // between two steps; the next one finds the connection closed

  try {
    await step<void>((done) => connection.connect(done), GREETING_LIMIT)
    if (auth) await step((done) => connection.login(auth, done), SILENCE_LIMIT)
  } catch (error) {
    end()
    throw failureOf(error, left)
  }

  return {
    async send(mail: Mail): Promise<void> {
      const { envelope, bytes } = await compose(mail, settings)
      await acknowledged(settings.wait, left) // the connection is older than what this mail tells
      let isHandedOver = false
      const message = new Readable({ read() {} }).once('end', () => {
        isHandedOver = true
      })
      message.push(bytes)
      message.push(null)
      try {
        const info = await step<SMTPConnectionSendInfo>(
          (done) => connection.send({ ...envelope, size: bytes.length }, message, done),
          MAIL_LIMIT,
        )
        const [refused] = info?.rejectedErrors ?? []
        if (refused) throw failureOf(refused, left)
      } catch (error) {
        const failure = failureOf(error, left)
        if (failure.answer === null) {
          end() // the conversation is out of step
          throw isHandedOver ? new MailFailure('unconfirmed') : failure
        }
        await step((done) => connection.reset(done), SILENCE_LIMIT).catch(end) // the next mail finds it closed
        throw failure
      }
    },
    close() {
      if (left?.aborted) end()
      else connection.quit()
      setTimeout(end, 1000).unref()
    },
  }
}

/** Where a mail server is. */
export type MailServer = Reach & { readonly host: string; readonly port: number }

/** Waits, and connects to an address that was checked: what a company typed must not reach this machine or its neighbours. */
export async function connectTo({ host, port, wait, reach, allowed }: MailServer, left?: AbortSignal): Promise<Socket> {
  const lookup = reach === 'public' ? guardedLookup(host, port, allowed) : undefined
  if (reach === 'public' && !lookup) throw new MailFailure('notPublic')
  await acknowledged(wait, left)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host, port, ...(lookup && { lookup }) })
  const stop = () => reject(new MailFailure(left?.aborted ? 'cancelled' : 'timeout'))
  const late = setTimeout(stop, CONNECT_LIMIT)
  left?.addEventListener('abort', stop)
  socket.once('connect', () => resolve(socket)).once('error', reject)
  if (left?.aborted) stop()
  return promise
    .catch((error: unknown) => {
      socket.destroy()
      throw failureOf(error, left)
    })
    .finally(() => {
      clearTimeout(late)
      left?.removeEventListener('abort', stop)
      socket.off('error', reject)
    })
}

/** A mail that must never be sent, or whose sender has left. */
async function acknowledged(wait: Wait, left?: AbortSignal): Promise<void> {
  await untilAcknowledged({ wait }, left).catch(() => {
    throw new MailFailure(left?.aborted ? 'cancelled' : 'unreachable')
  })
}

function senderOf({ from }: SmtpSettings) {
  return parseAddress(from) ?? refuse('sender')
}

const refuse = (code: MailFault): never => {
  throw new MailFailure(code)
}

/** A line break would begin a new header. */
const isOneLine = (text: string) => !/\p{Cc}/u.test(text)
const isHeaderName = (name: string) => /^[a-z][a-z\d-]*$/i.test(name)

async function compose(mail: Mail, settings: SmtpSettings) {
  const { subject, text, html, headers = {}, attachments = [] } = mail
  const from = senderOf(settings)
  const to = [mail.to].flat().map((address) => parseAddress(address) ?? refuse('badAddress'))
  if (to.length === 0) refuse('badAddress')
  const names = attachments.flatMap(({ filename, contentType = '' }) => [filename, contentType])
  if (![subject, ...Object.values(headers), ...names].every(isOneLine)) refuse('badHeader')
  if (!Object.keys(headers).every(isHeaderName)) refuse('badHeader')
  const { 'Message-ID': messageId, 'Reply-To': replyTo, ...others } = headers
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const node = new MailComposer({
    from,
    to,
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(messageId !== undefined && { messageId }),
    ...(replyTo !== undefined && { replyTo: parseAddress(replyTo) ?? refuse('badAddress') }),
    headers: others,
    attachments: attachments.map(({ filename, content, contentType }) => ({
      filename,
      content: Buffer.from(content),
      ...(contentType !== undefined && { contentType }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const bytes = await node.build()
  return { envelope: { from: from.address, to: to.map(({ address }) => address) }, bytes }
}

type SmtpError = {
  readonly code?: string
  readonly originalCode?: string
  readonly response?: string
  readonly command?: string
}

/** What failed, from the library's or the socket's error. */
function failureOf(error: unknown, left?: AbortSignal): MailFailure {
  if (error instanceof MailFailure) return error
  if (error instanceof OutsideFailed) return new MailFailure('notPublic')
  if (left?.aborted) return new MailFailure('cancelled')
  const { code = '', originalCode = '', response, command = '' } = error as SmtpError // an Error of the library or of node
  const answer = response === undefined ? null : oneLine(response)
  if (isTlsCode(code) || isTlsCode(originalCode)) return new MailFailure('noTls', answer)
  if (code === 'EAUTH') return new MailFailure('login', answer)
  if (code === 'ETIMEDOUT') return new MailFailure('timeout', answer)
  if (code === 'EPROTOCOL') return new MailFailure('notSmtp', answer)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new MailFailure(refusedBy(command), answer)
  const isUnknown = [code, originalCode].some((one) => ['ENOTFOUND', 'EAI_AGAIN', 'EDNS', 'ENODATA'].includes(one))
  return new MailFailure(isUnknown ? 'unknownHost' : 'unreachable', answer)
}

const isTlsCode = (code: string) =>
  code === 'ETLS' || /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_|ALTNAME|HOSTNAME_MISMATCH/.test(code)

function refusedBy(command: string): MailFault {
  if (command.startsWith('MAIL')) return 'sender'
  return command.startsWith('RCPT') ? 'recipient' : 'message'
}

const oneLine = (text: string) =>
  text
    .replace(/\r?\n\d{3}[- ]/g, ' ')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_ANSWER)
