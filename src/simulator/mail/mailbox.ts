/** A mail server on this machine for the demo and tests. It keeps what arrives and delivers nothing. */

import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'
import { noWait } from '../../platform/gate'

import { DEMO_MAIL_SERVER, type LocalMail, operatorSmtp, type SmtpSettings } from '../../platform/smtp-settings'

export type ArrivedMail = {
  readonly id: number
  readonly at: number
  /** The envelope: who the server was told it is from and for. */
  readonly from: string
  readonly to: readonly string[]
  /** The headers, decoded. */
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[]
}

export type MailboxOptions = {
  /** 0 takes a free one. */
  readonly port?: number
  readonly now?: () => number
  /** Demands this login; without it every login is accepted, and none is needed. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Its answer to a wrong login. */
  readonly loginRefusal?: string
  /** Accepts these tokens of accounts, by user. */
  readonly accepts?: (user: string, token: string) => boolean
  /** Answers a refused token as Google does, with a challenge before the refusal; otherwise at once, as Microsoft does. */
  readonly challenges?: boolean
  /** The answer to a recipient that is refused, such as `550 5.1.1 User unknown`. */
  readonly refusal?: (address: string) => string | undefined
  /** Called before a mail is taken; a returned answer refuses it. */
  readonly taking?: () => Promise<string | undefined> | string | undefined
  /** Whether the connection ends after a mail was taken, before the client gets the answer. */
  readonly losing?: () => boolean
  /** Offers STARTTLS with this certificate. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export type Mailbox = {
  readonly host: string
  readonly port: number
  /** For `BALCAO_SMTP_URL`. */
  readonly url: string
  /** The installation's own mail. */
  readonly settings: SmtpSettings
  /** How companies reach it. */
  readonly local: LocalMail
  /** Grows with each mail. */
  count(): number
  /** Newest first. */
  mails(): readonly ArrivedMail[]
  empty(): void
  /** Called after each change. */
  subscribe(listener: () => void): () => void
  stop(): Promise<void>
}

const HOST = '127.0.0.1'
const FROM = 'Balcão <balcao@demonstracao.example>'
const MOST_KEPT = 200
/** Files of 10 MB, encoded. */
const MOST_BYTES = 16 * 1024 * 1024

/** Addresses that the demo's server refuses, so that failures can be seen too. */
export function usualRefusal(address: string): string | undefined {
  if (address.startsWith('naoexiste')) return `550 5.1.1 <${address}>: Recipient address rejected: User unknown`
  return address.startsWith('caixacheia') ? `452 4.2.2 <${address}>: Mailbox full` : undefined
}

export async function startMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const { now = Date.now, refusal = usualRefusal } = options
  const kept: ArrivedMail[] = []
  const listeners = new Set<() => void>()
  let count = 0
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const keep = async (stream: SMTPServerDataStream, from: string, to: readonly string[]) => {
    const raw = await text(stream)
    const refused = stream.sizeExceeded ? '552 5.3.4 Message too large' : await options.taking?.()
    if (refused !== undefined) throw refusedWith(refused)
    kept.unshift({ id: ++count, at: now(), from, to, ...(await read(raw)) })
    kept.splice(MOST_KEPT)
    changed()
  }
  const server = new SMTPServer({
    ...transportOf(options),
    banner: 'Balcao demo',
    size: MOST_BYTES,
    closeTimeout: 100,
    disableReverseLookup: true,
    onAuth({ method, username, password, accessToken }, _session, done) {
      const { login, accepts } = options
      const isKnown =
        method === 'XOAUTH2'
          ? accepts?.(username ?? '', String(accessToken)) === true
          : !login || (username === login.user && password === login.password)
      if (!isKnown && method === 'XOAUTH2' && options.challenges)
        done(null, { data: { status: '400', schemes: 'Bearer', scope: 'https://mail.google.com/' } })
      else if (isKnown) done(null, { user: username })
      else done(refusedWith(options.loginRefusal ?? '535 5.7.8 Authentication credentials invalid'))
    },
    onRcptTo({ address }, _session, done) {
      const refused = refusal(address)
      done(refused === undefined ? null : refusedWith(refused))
    },
    onData(stream, { id, envelope: { mailFrom, rcptTo } }, done) {
      const to = rcptTo.map(({ address }) => address)
      const settle = () => {
        if (options.losing?.()) for (const one of server.connections) one.id === id && one.close()
        else done(null, 'Kept by the demo')
      }
      keep(stream, mailFrom === false ? '' : mailFrom.address, to).then(settle, done)
    },
  })
  server.on('error', () => undefined) // a client that leaves in the middle
  const port = await listenOn(server, options.port ?? 0)
  server.server.unref() // it keeps no process alive that is done
  const url = `smtp://${HOST}:${port}`
  const settings = operatorSmtp(url, FROM, noWait)
  if (!settings) throw new Error(`${url} is no mail server`)
  return {
    host: HOST,
    port,
    url,
    settings,
    local: { ...DEMO_MAIL_SERVER, at: { host: HOST, port } },
    count: () => count,
    mails: () => kept,
    empty() {
      kept.length = 0
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const transportOf = ({ tls, login, accepts }: MailboxOptions): SMTPServerOptions => ({
  authOptional: !login,
  authMethods: accepts ? ['PLAIN', 'LOGIN', 'XOAUTH2'] : ['PLAIN', 'LOGIN'],
  logger: false,
  ...(tls ?? { disabledCommands: ['STARTTLS'] }),
})

function listenOn(server: SMTPServer, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const listening = server.listen(port, HOST, () => {
    const address = listening.address()
    resolve(address !== null && typeof address === 'object' ? address.port : port)
  })
  listening.once('error', reject)
  return promise
}

/** `550 5.1.1 User unknown` as the library wants it. */
function refusedWith(answer: string): Error {
  const [code = '', ...words] = answer.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
}

async function read(raw: string) {
  const { from, subject = '', text = '', html = null, headers, attachments } = await PostalMime.parse(raw)
  return {
    sender: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ''),
    subject,
    text: text.trimEnd(),
    html,
    headers: headers.map(({ key, value }) => ({ name: key, value })),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}
