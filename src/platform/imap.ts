/**
 * Reads mailboxes over IMAP. A folder is opened read-only and texts are fetched with PEEK, so nothing there changes: no
 * mail is marked as read, moved or deleted.
 */
import type { Socket } from 'node:net'
import { connect as secureOver } from 'node:tls'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { ImapSettings } from './imap-settings'
import { connectTo, MailFailure } from './mail'
import { SECOND } from './time'

/**
 * `notPublic`, `unknownHost`, `unreachable`, `timeout`, `notImap`, `noTls`: the way to the server. `login`: it refused the
 * login. `folder`: there is no such folder; the answer names some that are there. `busy`: it wants fewer requests, or has
 * too many connections. `tooMuch`: it sent more than any mailbox needs. `refused`: it refused something else.
 * `signedOut`: somebody has to sign the account in again. `signIn`: its provider gave no token now.
 */
type ImapFault =
  | 'notPublic'
  | 'unknownHost'
  | 'unreachable'
  | 'timeout'
  | 'notImap'
  | 'noTls'
  | 'login'
  | 'folder'
  | 'busy'
  | 'tooMuch'
  | 'refused'
  | 'cancelled'
  | 'signedOut'
  | 'signIn'

export class ImapFailure extends Error {
  readonly code: ImapFault
  /** The server's own words, in one line. */
  readonly answer: string | null
  constructor(code: ImapFault, answer: string | null = null) {
    super(answer === null ? `imap: ${code}` : `imap: ${code}: ${answer}`)
    this.name = 'ImapFailure'
    this.code = code
    this.answer = answer
  }
}

/** What is read of every new mail. */
export type MailHead = {
  readonly uid: number
  readonly size: number
  /** When the server got it. */
  readonly arrivedAt: number
  /** Values by name in lower case, unfolded, in their order. */
  readonly headers: ReadonlyMap<string, readonly string[]>
}

export type Mailbox = {
  /** The numbers of mails hold while it stays the same. */
  readonly uidValidity: number
  /** The number that the next mail gets; 0 if the server does not say. */
  readonly uidNext: number
  /** Numbers from `uid` on, ascending; or of mails since the day of an instant. At most `most`, the oldest. */
  find(from: { readonly uid: number } | { readonly since: number }, most: number): Promise<number[]>
  heads(uids: readonly number[]): Promise<MailHead[]>
  /** Headers of the mail that a delivery report is about, from its parts; undefined if it does not contain them. */
  reported(uid: number): Promise<string | undefined>
  /** The mail as it was sent, from its beginning. Undefined if it has been deleted. */
  content(uid: number, most: number): Promise<AsyncIterable<Uint8Array> | undefined>
}

const GREETING_LIMIT = 15 * SECOND
const SILENCE_LIMIT = 30 * SECOND
const MOST_LINE = 2_000_000
const MOST_LITERAL = 1_000_000
const MOST_RESPONSE = 4_000_000
const MOST_TOKENS = 100_000
/** Bytes of one connection. */
const MOST_BYTES = 200_000_000
const LONGEST_ANSWER = 500
const MOST_FOLDERS_NAMED = 20
const HEADS_AT_ONCE = 100
const MOST_REPORTED = 64 * 1024
/** How every greeting begins. */
const ASTERISK = 0x2a

/** Headers that show whether a mail answers one of ours. */
const READ = [
  'Message-ID',
  'In-Reply-To',
  'References',
  'To',
  'Cc',
  'Delivered-To',
  'X-Original-To',
  'Envelope-To',
  'X-Envelope-To',
  'X-Delivered-To',
  'Content-Type',
]

export async function withMailbox<T>(
  settings: ImapSettings,
  use: (box: Mailbox) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const client = await signIn(settings, signal)
  const stop = () => client.close()
  /** What ended the connection: the command under way only says that it did. */
  let broken: unknown
  client.on('error', (error: unknown) => {
    broken ??= error
  })
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) throw new ImapFailure('cancelled')
    return await use(await openFolder(client, settings.folder))
  } catch (error) {
    const failure = failureOf(error, signal)
    throw failure.code === 'unreachable' && broken !== undefined ? failureOf(broken, signal) : failure
  } finally {
    signal.removeEventListener('abort', stop)
    await leave(client)
  }
}

async function leave(client: ImapFlow): Promise<void> {
  const late = setTimeout(() => client.close(), SECOND)
  await client.logout().catch(() => undefined)
  clearTimeout(late)
  client.close()
}

/** A token may have been withdrawn before its end, so a refused one is renewed once. */
async function signIn(settings: ImapSettings, signal: AbortSignal): Promise<ImapFlow> {
  const { login } = settings
  if ('pass' in login) return openClient(settings, login, signal)
  const tokenOf = (isRefused: boolean) =>
    login.accessToken(isRefused).then(
      (accessToken) => ({ user: login.user, accessToken }),
      (error: unknown) => {
        throw failureOf(error, signal)
      },
    )
  try {
    return await openClient(settings, await tokenOf(false), signal)
  } catch (error) {
    if (!(error instanceof ImapFailure) || error.code !== 'login') throw error
    return openClient(settings, await tokenOf(true), signal)
  }
}

type Auth = { readonly user: string } & ({ readonly pass: string } | { readonly accessToken: string })

async function openClient(settings: ImapSettings, auth: Auth, signal: AbortSignal): Promise<ImapFlow> {
  const { host, port, security, ca } = settings
  const socket = await reach(settings, signal)
  const { ImapFlow } = await import('imapflow') // only servers that read load it
  const secure = { servername: host, ...(ca !== undefined && { ca }) }
  const client = new ImapFlow({
    host,
    port,
    secure: security === 'implicit',
    ...(security !== 'implicit' && { doSTARTTLS: security === 'required' }),
    auth: { ...auth },
    transport: {
      connect(_, ready) {
        const counted = () => {
          ready()
          count(stream)
        }
        const stream = security === 'implicit' ? secureOver({ socket, ...secure }, counted) : socket
        if (stream === socket) setImmediate(counted)
        return stream
      },
      upgrade(_, __, ready) {
        const stream = secureOver({ socket, ...secure }, () => {
          ready()
          count(stream, 1)
        })
        return stream
      },
    },
    logger: false,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    clientInfo: { name: 'Balcao' },
    connectionTimeout: GREETING_LIMIT,
    greetingTimeout: GREETING_LIMIT,
    socketTimeout: SILENCE_LIMIT,
    maxLineLength: MOST_LINE,
    maxLiteralSize: MOST_LITERAL,
    maxResponseSize: MOST_RESPONSE,
    maxResponseTokens: MOST_TOKENS,
  })
  client.on('error', () => undefined) // while it connects, `connect` fails too
  const stop = () => client.close()
  signal.addEventListener('abort', stop)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    socket.destroy()
    throw failureOf(error, signal)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function reach(settings: ImapSettings, signal: AbortSignal): Promise<Socket> {
  try {
    return await connectTo(settings, signal)
  } catch (error) {
    throw failureOf(error, signal)
  }
}

/** Ends the connection to a server that speaks another protocol, or never ends. Called when the stream is being read. */
function count(stream: Socket, before = 0): void {
  let bytes = before
  stream.on('data', (piece: Uint8Array) => {
    if (bytes === 0 && piece[0] !== ASTERISK) stream.destroy(new ImapFailure('notImap'))
    bytes += piece.length
    if (bytes > MOST_BYTES) stream.destroy(new ImapFailure('tooMuch'))
  })
}

async function openFolder(client: ImapFlow, folder: string): Promise<Mailbox> {
  const opened = await client.mailboxOpen(folder, { readOnly: true }).catch(async (error: unknown) => {
    const failure = failureOf(error)
    if (failure.code !== 'refused') throw failure
    throw new ImapFailure('folder', await namesOf(client))
  })
  return {
    uidValidity: Number(opened.uidValidity),
    uidNext: opened.uidNext || 0,
    async find(from, most) {
      const query = 'uid' in from ? { uid: `${from.uid}:*` } : { since: new Date(from.since) }
      const found = await client.search(query, { uid: true })
      const uids = (found || []).filter((uid) => !('uid' in from) || uid >= from.uid) // `n:*` always has the last one
      return uids.toSorted((a, b) => a - b).slice(0, most)
    },
    async heads(uids) {
      const heads: MailHead[] = []
      for (let at = 0; at < uids.length; at += HEADS_AT_ONCE) {
        const some = uids.slice(at, at + HEADS_AT_ONCE)
        const query = { uid: true, size: true, internalDate: true, headers: READ }
        for await (const found of client.fetch(some.join(','), query, { uid: true }))
          if (some.includes(found.uid)) heads.push(headOf(found)) // a server may also report others
      }
      return heads.toSorted((a, b) => a.uid - b.uid)
    },
    async reported(uid) {
      const found = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true })
      const part = found ? headersPart(found.bodyStructure) : undefined
      if (!part) return undefined
      const { content } = await client.download(String(uid), part, { uid: true, maxBytes: MOST_REPORTED })
      return content ? textOf(content) : undefined
    },
    async content(uid, most) {
      const { content } = await client.download(String(uid), undefined, {
        uid: true,
        maxBytes: most,
        chunkSize: 256 * 1024,
      })
      return content
    },
  }
}

const namesOf = (client: ImapFlow): Promise<string | null> =>
  client.list().then(
    (folders) =>
      folders
        .map(({ path }) => path)
        .slice(0, MOST_FOLDERS_NAMED)
        .join(', ')
        .slice(0, LONGEST_ANSWER) || null,
    () => null,
  )

const headOf = ({ uid, size = 0, internalDate, headers }: FetchMessageObject): MailHead => ({
  uid,
  size,
  arrivedAt: internalDate ? new Date(internalDate).getTime() || 0 : 0,
  headers: readHeaders(headers ? Buffer.from(headers).toString('latin1') : ''),
})

/** Header lines as a map. Pure. */
export function readHeaders(text: string): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (line === '' || colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return headers
}

type Structure = {
  readonly type?: string | undefined
  readonly part?: string | undefined
  readonly childNodes?: readonly Structure[] | undefined
}

/** The part of a report that has the headers of the mail: alone, or with that mail. */
function headersPart(node: Structure | undefined, depth = 0): string | undefined {
  if (!node) return undefined
  const type = node.type?.toLowerCase()
  if (type === 'text/rfc822-headers' || type === 'message/rfc822') return node.part
  if (depth > 5) return undefined
  for (const child of node.childNodes ?? []) {
    const found = headersPart(child, depth + 1)
    if (found) return found
  }
  return undefined
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

type KnownMailbox = {
  readonly code?: string
  readonly message?: string
  readonly authenticationFailed?: boolean
  readonly responseStatus?: string
  readonly responseText?: string
  readonly response?: unknown
  readonly serverResponseCode?: string
  readonly tlsFailed?: boolean
}

const unknownHosts: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'EDNS', 'ENODATA']
const tooMuch: readonly string[] = ['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyTokens']
const timeouts: readonly string[] = ['CONNECT_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT', 'UPGRADE_TIMEOUT']
/** What servers say when they want to be asked less. */
const BUSY =
  /throttl|too many (simultaneous )?connections|rate limit|bandwidth limits|try again|temporar|unavailable|in use|maximum number of connections|\[(LIMIT|INUSE|OVERQUOTA|UNAVAILABLE|SERVERBUG)\]/i

/** What failed, from the library's or the socket's error. */
function failureOf(error: unknown, signal?: AbortSignal): ImapFailure {
  if (signal?.aborted) return new ImapFailure(signal.reason?.name === 'TimeoutError' ? 'timeout' : 'cancelled')
  if (error instanceof ImapFailure) return error
  if (error instanceof MailFailure) return ofConnection(error)
  const known = error as KnownMailbox // an Error of the library or of node
  const { code = '', message = '' } = known
  const words = known.responseText ?? (typeof known.response === 'string' ? known.response : undefined)
  const answer = words ? oneLine(words) : null
  if (code === 'ETHROTTLE' || BUSY.test(`${known.serverResponseCode ?? ''} ${answer ?? ''}`))
    return new ImapFailure('busy', answer)
  if (known.authenticationFailed) return new ImapFailure('login', answer)
  if (code === 'GREETING_TIMEOUT') return new ImapFailure('notImap')
  if (
    /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_|ALTNAME|HOSTNAME_MISMATCH/i.test(code) ||
    known.tlsFailed ||
    /TLS/.test(message)
  )
    return new ImapFailure('noTls', answer)
  if (tooMuch.includes(code)) return new ImapFailure('tooMuch')
  if (unknownHosts.includes(code)) return new ImapFailure('unknownHost')
  if (timeouts.includes(code)) return new ImapFailure('timeout')
  if (known.responseStatus === 'NO' || known.responseStatus === 'BAD') return new ImapFailure('refused', answer)
  return new ImapFailure('unreachable', answer)
}

const ways: ReadonlySet<string> = new Set([
  'notPublic',
  'unknownHost',
  'unreachable',
  'timeout',
  'noTls',
  'cancelled',
  'signedOut',
  'signIn',
])
const isWay = (code: string): code is ImapFault => ways.has(code)
const ofConnection = ({ code, answer }: MailFailure): ImapFailure =>
  new ImapFailure(isWay(code) ? code : 'unreachable', answer)

const oneLine = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_ANSWER)
