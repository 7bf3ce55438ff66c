/** One socket to WhatsApp, from its first byte to its last: Baileys configured as a server needs it, patched and supervised. */
import type { BaileysEventMap, BinaryNode, SocketConfig, WAVersion } from '@whiskeysockets/baileys'
import type { Baileys, Creds, Socket } from '../baileys/baileys'
import type { makeCaches } from '../baileys/caches'
import { guardListeners } from '../baileys/guard-listeners'
import { keepOurs } from '../baileys/keep-ours'
import { keepTrustTokens } from '../baileys/keep-tctokens'
import { leaveUnknown } from '../baileys/leave-unknown'
import { briefly, codeOf, type Log, logForBaileys } from '../baileys/log'
import type { Limits } from '../limits'
import { GAP, type Gaps } from '../receiving/gaps'
import { makeJournal } from '../receiving/inbound-journal'
import type { InboxRow } from '../receiving/inbox-rows'
import type { Credentials } from '../storage/credentials'
import { makeWriteBarrier, type RawSocket } from '../storage/write-barrier'
import { readInTurn } from './arrivals'
import { BROKEN_INSIDE, banOf, CONNECTION_CLOSED, PASSKEY_DEMANDED, STORAGE_FAILED } from './close-reason'
import type { KeepAlive } from './keep-alive'
import type { Turns } from './turns'

export type LiveSocket = { readonly sock: Socket; readonly gone: AbortSignal; end(): void }

type Wiring = {
  readonly baileys: Baileys
  readonly credentials: Credentials
  readonly creds: Creds
  readonly caches: ReturnType<typeof makeCaches>
  readonly url: string | null
  readonly version: WAVersion | null
  /** A code is typed on the phone, no QR scanned. */
  readonly byCode: boolean
  /** Of the phone's history, also what lies far back. */
  readonly wantsAll: boolean
  readonly getMessage: SocketConfig['getMessage']
  readonly cachedGroupMetadata: SocketConfig['cachedGroupMetadata']
  readonly limits: Limits
  readonly turns: Turns
  readonly pings: KeepAlive
  readonly gaps: Pick<Gaps, 'toKeep'>
  readonly log: Log
  readonly logFields: object
  readonly on: { readonly [E in keyof BaileysEventMap]?: (event: BaileysEventMap[E]) => void }
  /** What only the phone shows; told before what came behind it. */
  keptOnPhone(attrs: Readonly<Record<string, string>>): void
  /** Durable, and to be handed to the house. */
  journaled(rows: readonly InboxRow[]): void
  /** True: Baileys is to hear of it later, because what it hears it confirms. */
  keepsBack(event: string | symbol, node: BinaryNode): boolean
  storageFailed(error: unknown): void
  /** Exactly once, whatever the reason; `shutOut` is how long WhatsApp wants nothing of the account, in milliseconds. */
  closed(code: number | null, shutOut: number | null): void
}

export function openSocket(wiring: Wiring): LiveSocket {
  const { baileys, credentials, limits, log, logFields } = wiring
  const journal = makeJournal(baileys, { unread: keepGap, keptOnPhone: wiring.keptOnPhone })
  const gone = new AbortController()
  const barrier = makeWriteBarrier(
    credentials,
    baileys,
    { ms: limits.pace, turns: wiring.turns },
    {
      journaled: wiring.journaled,
      failed(error) {
        wiring.storageFailed(error)
        // Not from inside Baileys' own write.
        queueMicrotask(() => close(STORAGE_FAILED))
      },
      broken,
    },
  )
  const sock = baileys.makeWASocket({
    ...settings(wiring),
    auth: { creds: wiring.creds, keys: barrier.keys },
    makeSignalRepository: journal.makeSignalRepository,
  })
  const raw = rawOf(sock)
  barrier.guard(raw)
  const watch = watchOver(sock, wiring, (code) => close(code))

  function keepGap(...what: Parameters<Gaps['toKeep']>): void {
    const kept = wiring.gaps.toKeep(...what)
    // A type that Baileys does not know passes straight through to the disk.
    if (kept && !gone.signal.aborted) void barrier.keys.set({ [GAP]: { [kept.key]: kept.gap } } as object)
  }

  function close(code: number | null, shutOut: number | null = null): void {
    if (gone.signal.aborted) return
    letGo()
    wiring.closed(code, shutOut)
  }

  function letGo(): void {
    gone.abort()
    watch.stop()
    barrier.close()
    hangUp(sock, raw)
  }

  function broken(error: unknown): void {
    if (gone.signal.aborted) return
    // It wanted to send on a line that is closed: why it was closed may still wait to be read, and the close itself does.
    if (codeOf(error) === CONNECTION_CLOSED && arrivals.isBehind()) return
    log.warn({ ...logFields, ...briefly(error) }, 'whatsapp: the session broke inside and starts anew')
    close(codeOf(error) ?? BROKEN_INSIDE)
  }

  guardListeners(sock.ws, {
    isKeptBack(event, word) {
      const node = word as BinaryNode // what Baileys' own events bring; of others nobody looks at it
      return event === 'CB:message' ? leaveUnknown(node, sock) : wiring.keepsBack(event, node)
    },
    onError: broken,
  })
  const arrivals = readInTurn(sock.ws, wiring.turns)
  sock.ws.prependListener('CB:message', journal.remember)
  keepOurs(sock)
  // Baileys knows nothing of it, and would wait for a linking that never comes.
  sock.ws.on('CB:notification,type:passkey_prologue_request', () => close(PASSKEY_DEMANDED))
  keepTrustTokens(sock.authState.keys, barrier.keys)

  sock.ev.on('creds.update', (update) => {
    if (!gone.signal.aborted) barrier.save(Object.assign(wiring.creds, update))
  })
  sock.ev.process((events) => {
    if (gone.signal.aborted) return
    const update = events['connection.update']
    if (update?.connection === 'open' || update?.qr) watch.alive()
    const told = events['messages.upsert']
    if (told) told.messages = told.messages.filter(({ key }) => !journal.wasUnreadAct(key))
    for (const { key } of told?.messages ?? []) journal.passed(key.id ?? '')
    for (const name of Object.keys(wiring.on) as (keyof BaileysEventMap)[]) {
      try {
        tell(name, events, wiring.on)
      } catch (error) {
        // Baileys would leave it unhandled. What matters most, messages, does not come this way.
        log.error({ ...logFields, ...briefly(error), event: name }, 'whatsapp: news could not be taken')
      }
    }
    const error = update?.lastDisconnect?.error
    if (update?.connection === 'close') close(codeOf(error), banOf(error))
  })

  return {
    sock,
    gone: gone.signal,
    /** Without a word to `closed`. */
    end() {
      if (!gone.signal.aborted) letGo()
    },
  }
}

function tell<E extends keyof BaileysEventMap>(name: E, events: Partial<BaileysEventMap>, on: Wiring['on']): void {
  const event = events[name]
  if (event !== undefined) on[name]?.(event)
}

/** How the phone lists us. Where a code is typed, WhatsApp takes no name but those of systems it knows. */
const ourName = ({ wantsAll }: Wiring): [string, string, string] => [
  'Balcão',
  // Only to what calls itself a program of its own does a phone hand over years.
  wantsAll ? 'Desktop' : 'Chrome',
  '1.0.0',
]

/** As long as a timer can be. */
const NEVER_MS = 2 ** 31 - 1

function settings(wiring: Wiring) {
  const { baileys, caches, url, version, byCode, getMessage, cachedGroupMetadata, limits, log, logFields } = wiring
  return {
    ...caches,
    ...(url ? { waWebSocketUrl: url } : {}),
    ...(version ? { version } : {}),
    ...(limits.qrLife ? { qrTimeout: limits.qrLife } : {}),
    browser: byCode ? baileys.Browsers.ubuntu('Chrome') : ourName(wiring),
    logger: logForBaileys(log, logFields),
    getMessage,
    cachedGroupMetadata,
    // Else the owner's phone stops ringing.
    markOnlineOnConnect: false,
    // What we send is known to the outbox.
    emitOwnEvents: false,
    syncFullHistory: wiring.wantsAll,
    // Of any kind: what Baileys gets of it is empty (history/notification.ts).
    shouldSyncHistoryMessage: () => true,
    generateHighQualityLinkPreview: false,
    // Baileys counts each request of a phone twice: this serves the five that a phone makes.
    maxMsgRetryCount: 10,
    connectTimeoutMs: limits.connect,
    defaultQueryTimeoutMs: limits.query,
    keepAliveIntervalMs: NEVER_MS, // we ping: watchOver
    // A write that failed ends the session; trying again under a held lock would only delay that.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
  } satisfies Partial<SocketConfig>
}

/** Baileys waits for a goodbye that a dead network never sends, and for an upgrade that may never come. */
function watchOver(sock: Socket, { limits, pings }: Pick<Wiring, 'limits' | 'pings'>, giveUp: (code: number) => void) {
  const TIMED_OUT = 408
  const { hung, keepAlive } = limits
  const patience = Math.min(keepAlive + ANSWER_MS, 3 * keepAlive)
  let lastHeard = performance.now()
  let stopPinging: (() => void) | undefined
  sock.ws.on('frame', () => {
    lastHeard = performance.now()
  })
  const birth = setTimeout(() => giveUp(TIMED_OUT), hung)
  return {
    alive() {
      clearTimeout(birth)
      stopPinging ??= pings.join(() => {
        if (performance.now() - lastHeard > patience) giveUp(TIMED_OUT)
        else ping(sock)
      })
    },
    stop() {
      clearTimeout(birth)
      stopPinging?.()
    },
  }
}

/** Whatever is heard counts; an answer that does not come is only silence. */
function ping(sock: Socket): void {
  const attrs = { id: sock.generateMessageTag(), to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' }
  sock.query({ tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] }).catch(() => {})
}

const ANSWER_MS = 5_000
const GOODBYE_MS = 2_000

/** Not in Baileys' types, and there from the beginning: `makeWASocket` connects at once. */
function rawOf(sock: Socket): RawSocket & { terminate(): void } {
  return (sock.ws as unknown as { socket: RawSocket & { terminate(): void } }).socket
}

function hangUp(sock: Socket, raw: ReturnType<typeof rawOf>): void {
  void Promise.resolve(sock.end(undefined)).catch(() => {})
  setTimeout(() => raw.terminate(), GOODBYE_MS).unref?.()
}
