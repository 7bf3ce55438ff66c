/**
 * An IMAP server that is as unkind as real ones: untagged responses in between, literals where strings would do,
 * addresses that are NIL, BYE in the middle. What is wrong is said per test (`Manners`). It stops with the test.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterEachTest } from './after-each'
import { localhostTls } from './localhost-tls'

export type Manners = {
  readonly user?: string
  readonly password?: string
  readonly accessToken?: string
  /** TLS from the first byte, or offered by STARTTLS. */
  readonly tls?: 'implicit' | 'starttls'
  readonly capabilities?: string
  readonly greeting?: string
  /** What a refused login is told: `NO [AUTHENTICATIONFAILED] …`. */
  readonly refusal?: string
  /** Sent before each answer. */
  readonly chatter?: readonly string[]
  /** Replaces the answer to a command; `null` closes the connection. `words` are its arguments. */
  answer?(command: string, words: string): string | null | undefined
  /** Folders besides INBOX. */
  readonly folders?: readonly string[]
}

type Kept = { uid: number; raw: Buffer; flags: Set<string>; at: Date }

const open: { stop(): void }[] = []
afterEachTest(() => {
  for (const one of open.splice(0)) one.stop()
})

export async function imapServer(manners: Manners = {}) {
  const folders = new Map<string, { validity: number; next: number; mails: Kept[] }>()
  for (const name of ['INBOX', ...(manners.folders ?? [])]) folders.set(name, { validity: 1, next: 1, mails: [] })
  const log: string[] = []
  /** `uid section` of everything that was fetched of a mail. */
  const fetched: string[] = []
  const sockets = new Set<Socket>()
  let current = manners
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (current.tls === 'implicit') serve(new TLSSocket(socket, { isServer: true, ...localhostTls }), true)
    else serve(socket, false)
  })

  function serve(socket: Socket, isSecure: boolean) {
    let [text, folder, isSignedIn] = ['', 'INBOX', false]
    let waiting: ((line: string) => void) | undefined
    const say = (line: string) => void socket.write(`${line}\r\n`)
    const onData = (piece: Buffer) => {
      text += piece.toString('latin1')
      for (;;) {
        const end = text.indexOf('\r\n')
        if (end < 0) return
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (waiting) {
          const next = waiting
          waiting = undefined
          next(line)
        } else handle(line)
      }
    }
    socket.on('data', onData).on('error', () => undefined)
    if (!isSecure || current.tls === 'implicit')
      say(current.greeting ?? `* OK [CAPABILITY ${capabilities()}] server ready`)

    function capabilities() {
      return (
        current.capabilities ??
        `IMAP4rev1 LITERAL+ ID NAMESPACE UIDPLUS SASL-IR AUTH=PLAIN AUTH=XOAUTH2 COMPRESS=DEFLATE${current.tls === 'starttls' && !isSecure ? ' STARTTLS' : ''}`
      )
    }

    function handle(line: string) {
      const [, tag = '*', first = '', rest = ''] = /^(\S+) (?:UID )?(\S+) ?(.*)$/is.exec(line) ?? []
      const command = first.toUpperCase()
      log.push(command === 'LOGIN' || command === 'AUTHENTICATE' ? command : `${command} ${rest}`.trim())
      const own = current.answer?.(command, rest)
      if (own === null) return void socket.destroy()
      if (own !== undefined) return say(own.replaceAll('TAG', tag))
      for (const one of current.chatter ?? []) say(one)
      const done = (words = 'done') => say(`${tag} OK ${words}`)
      const box = folders.get(folder)
      switch (command) {
        case 'CAPABILITY':
          say(`* CAPABILITY ${capabilities()}`)
          return done()
        case 'STARTTLS': {
          done('begin')
          socket.off('data', onData)
          serve(new TLSSocket(socket, { isServer: true, ...localhostTls }), true)
          return
        }
        case 'LOGIN': {
          const [user = '', password = ''] = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
            ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
          )
          return login(tag, user === (current.user ?? user) && password === (current.password ?? password))
        }
        case 'AUTHENTICATE': {
          const [kind = '', initial] = rest.split(' ')
          const take = (answer: string) => {
            const words = Buffer.from(answer, 'base64').toString()
            if (kind.toUpperCase() === 'PLAIN') {
              const [, user = '', password = ''] = words.split('\0')
              return login(tag, user === (current.user ?? user) && password === (current.password ?? password))
            }
            const token = /auth=Bearer (\P{Cc}*)/u.exec(words)?.[1]
            if (token === (current.accessToken ?? token)) return login(tag, true)
            say(
              `+ ${Buffer.from('{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}').toString('base64')}`,
            )
            waiting = () => login(tag, false)
          }
          if (initial) return take(initial)
          say('+ ')
          waiting = take
          return
        }
        case 'ID':
          say('* ID ("name" "stand-in")')
          return done()
        case 'NAMESPACE':
          say('* NAMESPACE (("" "/")) NIL NIL')
          return done()
        case 'LIST':
        case 'LSUB':
          if (rest.endsWith('""')) say(`* ${command} (\\Noselect) "/" ""`)
          else
            for (const name of folders.keys()) {
              if (command === 'LIST') say(`* LIST (\\HasNoChildren) "/" {${name.length}}\r\n${name}`)
            }
          return done()
        case 'SELECT':
        case 'EXAMINE': {
          if (!isSignedIn) return say(`${tag} BAD not signed in`)
          const name = rest.replace(/ \(.*$/, '').replaceAll('"', '')
          const found = folders.get(name.toUpperCase() === 'INBOX' ? 'INBOX' : name)
          if (!found) return say(`${tag} NO [NONEXISTENT] Unknown Mailbox: ${name} (Failure)`)
          folder = name.toUpperCase() === 'INBOX' ? 'INBOX' : name
          say('* FLAGS (\\Answered \\Flagged \\Draft \\Deleted \\Seen)')
          say(`* ${found.mails.length} EXISTS`)
          say('* 0 RECENT')
          say(`* OK [UIDVALIDITY ${found.validity}] UIDs valid.`)
          say(`* OK [UIDNEXT ${found.next}] Predicted next UID.`)
          return done('[READ-ONLY] selected')
        }
        case 'SEARCH': {
          const mails = box?.mails ?? []
          const range = /UID (\d+):\*/.exec(rest)?.[1]
          const since = /SINCE (\S+)/.exec(rest)?.[1]
          const last = mails.at(-1)?.uid
          const found = mails.filter(
            ({ uid, at }) =>
              (range === undefined || uid >= Number(range) || uid === last) &&
              (since === undefined || at.getTime() >= Date.parse(`${since} 00:00:00 UTC`)),
          )
          say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trimEnd())
          return done()
        }
        case 'FETCH': {
          const [range = '', ...items] = rest.split(' ')
          const asked = items.join(' ')
          const wanted = range.split(',')
          for (const [at, mail] of (box?.mails ?? []).entries())
            if (wanted.includes(String(mail.uid))) socket.write(answerFetch(at + 1, mail, asked))
          return done()
        }
        case 'LOGOUT':
          say('* BYE LOGOUT Requested')
          done('73 good day (Success)')
          return void socket.end()
        case 'NOOP':
        case 'CLOSE':
        case 'UNSELECT':
        case 'ENABLE':
          return done()
        default:
          return say(`${tag} BAD Unknown command`)
      }
    }

    function login(tag: string, isRight: boolean) {
      isSignedIn = isRight
      say(
        isRight
          ? `${tag} OK [CAPABILITY ${capabilities()}] signed in`
          : `${tag} ${current.refusal ?? 'NO [AUTHENTICATIONFAILED] Authentication failed.'}`,
      )
    }
  }

  function answerFetch(seq: number, mail: Kept, asked: string): Buffer {
    const parts: Buffer[] = [Buffer.from(`* ${seq} FETCH (UID ${mail.uid}`)]
    const add = (name: string, value: Buffer) => {
      fetched.push(`${mail.uid} ${name}`)
      parts.push(Buffer.from(` ${name} {${value.length}}\r\n`, 'latin1'), value)
    }
    if (asked.includes('RFC822.SIZE')) parts.push(Buffer.from(` RFC822.SIZE ${mail.raw.length}`))
    if (asked.includes('INTERNALDATE')) parts.push(Buffer.from(` INTERNALDATE "${imapDate(mail.at)}"`))
    if (asked.includes('BODYSTRUCTURE')) {
      fetched.push(`${mail.uid} BODYSTRUCTURE`)
      parts.push(Buffer.from(` BODYSTRUCTURE ${structureOf(mail.raw)}`, 'latin1'))
    }
    for (const [, peek, section = '', start, length] of asked.matchAll(
      /BODY(\.PEEK)?\[((?:[^\]])*)\](?:<(\d+)\.(\d+)>)?/g,
    )) {
      if (!peek) mail.flags.add('\\Seen')
      const value = sectionOf(mail.raw, section)
      const from = Number(start ?? 0)
      const cut = start === undefined ? value : value.subarray(from, from + Number(length))
      add(`BODY[${section}]${start === undefined ? '' : `<${from}>`}`, cut)
    }
    parts.push(Buffer.from(')\r\n'))
    return Buffer.concat(parts)
  }

  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    resolve(address !== null && typeof address === 'object' ? address.port : 0)
  })
  const port = await promise
  server.unref()
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  open.push({ stop })
  return {
    host: '127.0.0.1',
    port,
    log,
    fetched,
    stop,
    /** From now on. */
    behave(next: Manners) {
      current = next
    },
    put(raw: string | Buffer, { folder = 'INBOX', at = new Date('2026-11-20T12:00:00Z') } = {}): number {
      const box = folders.get(folder)
      if (!box) throw new Error(`no folder ${folder}`)
      const bytes = typeof raw === 'string' ? Buffer.from(raw.replace(/\r?\n/g, '\r\n')) : raw
      const uid = box.next++
      box.mails.push({ uid, raw: bytes, flags: new Set(), at })
      return uid
    },
    skip(count: number, folder = 'INBOX') {
      const box = folders.get(folder)
      if (box) box.next += count
    },
    expunge(uid: number, folder = 'INBOX') {
      const box = folders.get(folder)
      if (box) box.mails = box.mails.filter((mail) => mail.uid !== uid)
    },
    /** As after a move to another server: other numbers for the same mails. */
    renumber(folder = 'INBOX') {
      const box = folders.get(folder)
      if (!box) return
      box.validity += 7
      box.next = 1
      for (const mail of box.mails) mail.uid = box.next++
    },
    flags: (folder = 'INBOX') => folders.get(folder)?.mails.map(({ flags }) => [...flags]) ?? [],
  }
}
export type ImapServer = Awaited<ReturnType<typeof imapServer>>

function imapDate(at: Date): string {
  const [day, month, year, time] = [
    at.getUTCDate(),
    at.toUTCString().slice(8, 11),
    at.getUTCFullYear(),
    at.toISOString().slice(11, 19),
  ]
  return `${String(day).padStart(2, ' ')}-${month}-${year} ${time} +0000`
}

const split = (raw: Buffer): [Buffer, Buffer] => {
  const end = raw.indexOf('\r\n\r\n')
  return end < 0 ? [raw, Buffer.alloc(0)] : [raw.subarray(0, end + 4), raw.subarray(end + 4)]
}

/** Parts of a multipart body. */
function partsOf(raw: Buffer): Buffer[] {
  const [head, body] = split(raw)
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(head.toString('latin1'))?.[1]
  if (!boundary) return []
  return body
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => Buffer.from(part.replace(/^\r\n/, '').replace(/\r\n$/, ''), 'latin1'))
}

function sectionOf(raw: Buffer, section: string): Buffer {
  if (section === '') return raw
  const fields = /^HEADER\.FIELDS \(([^)]*)\)/i.exec(section)?.[1]
  if (fields !== undefined) {
    const names = fields.toLowerCase().replaceAll('"', '').split(' ')
    const lines = split(raw)[0]
      .toString('latin1')
      .replace(/\r\n(?=[ \t])/g, '\n')
      .split('\r\n')
    const kept = lines.filter((line) => names.includes(line.split(':')[0]?.toLowerCase() ?? ''))
    return Buffer.from(`${kept.join('\r\n').replaceAll('\n', '\n')}\r\n\r\n`.replace(/(?<!\r)\n/g, '\r\n'), 'latin1')
  }
  const [, number = '1', mime] = /^(\d+)(\.MIME)?$/.exec(section) ?? []
  const part = partsOf(raw)[Number(number) - 1] ?? Buffer.alloc(0)
  return split(part)[mime ? 0 : 1]
}

/** Flat: what reports look like. Addresses inside are NIL, as some servers have them. */
function structureOf(raw: Buffer): string {
  const parts = partsOf(raw)
  const [head] = split(raw)
  if (parts.length === 0) return '("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 10 1 NIL NIL NIL NIL)'
  const subtype = /multipart\/([\w-]+)/i.exec(head.toString('latin1'))?.[1] ?? 'mixed'
  const all = parts.map((part) => {
    const [inner, body] = split(part)
    const [, type = 'text', sub = 'plain'] =
      /content-type:\s*([\w-]+)\/([\w.+-]+)/i.exec(inner.toString('latin1')) ?? []
    const size = body.length
    if (`${type}/${sub}`.toLowerCase() === 'message/rfc822')
      return `("MESSAGE" "RFC822" NIL NIL NIL "7BIT" ${size} (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1 NIL NIL NIL NIL) 1 NIL NIL NIL NIL)`
    if (type.toLowerCase() === 'text')
      return `("TEXT" "${sub.toUpperCase()}" NIL NIL NIL "7BIT" ${size} 1 NIL NIL NIL NIL)`
    return `("${type.toUpperCase()}" "${sub.toUpperCase()}" NIL NIL NIL "7BIT" ${size} NIL NIL NIL NIL)`
  })
  return `(${all.join('')} "${subtype.toUpperCase()}" ("BOUNDARY" "b") NIL NIL NIL)`
}
