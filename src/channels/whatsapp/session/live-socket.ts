/** One socket to WhatsApp, from opening to closing: Baileys configured for a server, patched and supervised. */
import type { BaileysEventMap, BinaryNode } from '@whiskeysockets/baileys'
import type { Wait } from '../../../platform/gate'
import type { Parse } from '../../../platform/parsing/parsing'
import type { PasskeyDemand } from '../../channel'
import type { Baileys, Creds, Socket } from '../baileys/baileys'
import { codeOf } from '../baileys/errors'
import { guardListeners } from '../baileys/guard-listeners'
import { createInOrder, showAsLive } from '../baileys/in-order'
import { keepNothing } from '../baileys/keep-nothing'
import { keepTrustTokens } from '../baileys/keep-tctokens'
import { briefly, type Log, logForBaileys } from '../baileys/log'
import { neverBuffer } from '../baileys/never-buffer'
import { rotateQrCodes } from '../baileys/qr-codes'
import { skipVerifiedName } from '../baileys/skip-verified-name'
import type { Limits } from '../limits'
import { homeOf } from '../media/private-server'
import type { PasskeyFailure } from '../passkey/ceremony'
import { createPasskey } from '../passkey/on-baileys'
import { GAP } from '../receiving/gap-rows'
import type { Gaps } from '../receiving/gaps'
import { createJournal } from '../receiving/inbound-journal'
import { type InboxRow, meOf } from '../receiving/inbox-rows'
import { leaveOutside, leaveUnknownStanzas } from '../receiving/leave-outside'
import { createRepetitions } from '../receiving/repetitions'
import { watchFailedRepeats } from '../sending/asked-again'
import type { Credentials } from '../storage/credentials'
import type { RawSocket } from '../storage/held-frames'
import { createWriteBarrier } from '../storage/write-barrier'
import { readScheduled } from './arrivals'
import { BROKEN_INSIDE, banOf, CONNECTION_CLOSED, STORAGE_FAILED, TIMED_OUT } from './close-reason'
import type { KeepAlive } from './keep-alive'
import { followNctSalt, type NctSalts } from './nct-salt'
import type { Scheduler } from './scheduler'
import { type SocketChoices, settingsOf } from './socket-settings'
import { watchSocket } from './watch-socket'

export type LiveSocket = {
  readonly sock: Socket
  readonly gone: AbortSignal
  /** For what is sent to WhatsApp beside this socket. */
  readonly wait: Wait
  /** Null while WhatsApp demands no passkey. */
  readonly passkey: PasskeyDemand | null
  readonly salts: NctSalts
  /** Writes rows of our own key type (null removes). They are on disk before any frame sent later leaves. */
  keep(type: string, rows: Readonly<Record<string, unknown>>): void
  end(): void
}

/** An open socket for messages and queries. */
export type OpenSocket = { readonly live: LiveSocket; readonly baileys: Baileys }
/** An open socket for messages with files. */
export type SendingSocket = OpenSocket & { readonly parse: Parse }

const MESSAGE = 'CB:message'
/** Events that come once per stanza; others come for its attributes and children too. */
const WHOLE: ReadonlySet<string | symbol> = new Set([MESSAGE, 'CB:notification', 'CB:receipt'])

type Wiring = SocketChoices & {
  readonly credentials: Credentials
  readonly creds: Creds
  readonly limits: Limits
  readonly scheduler: Scheduler
  readonly pings: KeepAlive
  readonly wait: Wait
  readonly gaps: Pick<Gaps, 'toKeep'>
  readonly log: Log
  readonly logFields: object
  readonly on: { readonly [E in keyof BaileysEventMap]?: (event: BaileysEventMap[E]) => void }
  /** Called with rows that are on disk and must be passed to our server. */
  journaled(rows: readonly InboxRow[]): void
  /** True: it is passed to Baileys later, because Baileys acknowledges everything it handles. */
  keepsBack(event: string | symbol, node: BinaryNode): boolean
  storageFailed(error: unknown): void
  now(): number
  /** Called when WhatsApp demands a passkey, or the ceremony reached another stage. */
  passkeyDemanded(demand: PasskeyDemand): void
  passkeyFailed(reason: PasskeyFailure): void
  /** Called when a message that a phone requested again could not be sent. */
  repeatFailed(externalId: string): void
  /** Called exactly once. `shutOut`: milliseconds of a temporary ban. */
  closed(code: number | null, shutOut: number | null): void
}

export function openSocket(wiring: Wiring): LiveSocket {
  const { baileys, credentials, limits, log, logFields } = wiring
  const me = () => meOf(wiring.creds)
  const journal = createJournal(baileys, { me, unread: keepGap, keptOnPhone: keepPlace })
  const gone = new AbortController()
  const barrier = createWriteBarrier(
    credentials,
    baileys,
    { ms: limits.pace, scheduler: wiring.scheduler, wait: wiring.wait },
    {
      journaled: wiring.journaled,
      failed(error) {
        wiring.storageFailed(error)
        // Not synchronously, because this runs inside Baileys' own write.
        queueMicrotask(() => close(STORAGE_FAILED))
      },
      broken,
      lost: () => close(CONNECTION_CLOSED),
    },
  )
  const settings = settingsOf(wiring)
  const sock = baileys.makeWASocket({
    ...settings,
    logger: watchFailedRepeats(logForBaileys(log, logFields, { gone: gone.signal }), wiring.repeatFailed),
    auth: { creds: wiring.creds, keys: barrier.keys },
    makeSignalRepository: journal.makeSignalRepository,
  })
  const repetitions = createRepetitions({
    ms: limits.repetition,
    scheduler: wiring.scheduler,
    gone: gone.signal,
    show: (node) => void sock.ws.emit(MESSAGE, node),
  })
  const raw = rawOf(sock)
  barrier.guard(raw)
  const watch = watchSocket(sock, wiring, (code) => close(code))
  const stopQrCodes = rotateQrCodes(sock, limits, () => close(TIMED_OUT))
  gone.signal.addEventListener('abort', stopQrCodes)
  const passkey = createPasskey({
    sock,
    baileys,
    creds: wiring.creds,
    platform: settings.browser[1],
    gone: gone.signal,
    times: limits.passkey,
    now: wiring.now,
    changed(demand) {
      stopQrCodes()
      wiring.passkeyDemanded(demand)
    },
    ended: wiring.passkeyFailed,
  })

  function keepGap(...[attrs, what]: Parameters<Gaps['toKeep']>): void {
    repetitions.failed(attrs)
    const kept = wiring.gaps.toKeep(attrs, what)
    if (kept) keep(GAP, { [kept.key]: kept.gap })
  }

  function keep(...[type, rows]: Parameters<LiveSocket['keep']>): void {
    // Baileys passes unknown types through to the store.
    if (!gone.signal.aborted) void barrier.keys.set({ [type]: rows } as object)
  }

  /** Through the journal, because earlier messages may not be on disk yet. */
  function keepPlace(attrs: InboxRow['attrs']): void {
    barrier.place({ attrs, plain: new Uint8Array(), me: me() })
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
    // It tried to send on a closed socket: the reason may still wait to be read, and so does the close itself.
    if (codeOf(error) === CONNECTION_CLOSED && arrivals.isBehind()) return
    log.warn({ ...logFields, ...briefly(error) }, 'whatsapp: an error inside the session, restarting it')
    close(codeOf(error) ?? BROKEN_INSIDE)
  }

  const pass = guardListeners(sock.ws, {
    isKeptBack(event, word) {
      const node = word as BinaryNode // the type of Baileys' own events, the only ones that use it
      if (WHOLE.has(event) && (passkey.takes(node) || leaveOutside(node, sock, baileys))) return true
      if (event !== MESSAGE) return wiring.keepsBack(event, node)
      if (!repetitions.keepsBack(node)) messages.add(node)
      return true
    },
    onError: broken,
  })
  const messages = createInOrder({ gone: gone.signal, show: (node) => pass(MESSAGE, node) })
  const arrivals = readScheduled(sock.ws, {
    scheduler: wiring.scheduler,
    read: (frame) => pass('message', frame),
  })
  sock.ws.prependListener(MESSAGE, showAsLive)
  sock.ws.prependListener(MESSAGE, journal.remember)
  sock.ws.prependListener(MESSAGE, skipVerifiedName)
  neverBuffer(sock)
  leaveUnknownStanzas(sock)
  keepNothing(sock)
  keepTrustTokens(sock.authState.keys, barrier.keys)

  sock.ev.on('creds.update', (update) => {
    if (!gone.signal.aborted) barrier.save(Object.assign(wiring.creds, update))
  })
  sock.ev.process((events) => {
    if (gone.signal.aborted) return
    const update = events['connection.update']
    if (update?.connection === 'open' || update?.qr) watch.alive()
    const upsert = events['messages.upsert']
    if (upsert) upsert.messages = upsert.messages.filter(({ key }) => !journal.wasUnreadAction(key))
    for (const { key } of upsert?.messages ?? []) journal.passed(key.id ?? '')
    for (const name of Object.keys(wiring.on) as (keyof BaileysEventMap)[]) {
      try {
        dispatch(name, events, wiring.on)
      } catch (error) {
        // Otherwise a rejection would be unhandled. Messages do not pass here.
        log.error({ ...logFields, ...briefly(error), event: name }, 'whatsapp: an event could not be processed')
      }
    }
    const error = update?.lastDisconnect?.error
    if (update?.connection === 'close') close(codeOf(error), banOf(error))
  })

  const salts = followNctSalt({
    live: { sock, gone: gone.signal, wait: wiring.wait, keep },
    baileys,
    home: homeOf(wiring.url),
    limits,
  })
  return {
    sock,
    gone: gone.signal,
    wait: wiring.wait,
    get passkey() {
      return passkey.demand
    },
    salts,
    keep,
    /** Closes without calling `closed`. */
    end() {
      if (!gone.signal.aborted) letGo()
    },
  }
}

function dispatch<E extends keyof BaileysEventMap>(name: E, events: Partial<BaileysEventMap>, on: Wiring['on']): void {
  const event = events[name]
  if (event !== undefined) on[name]?.(event)
}

const CLOSE_MS = 2_000

/** Missing in Baileys' types, but always present, because `makeWASocket` connects at once. */
function rawOf(sock: Socket): RawSocket & { terminate(): void } {
  return (sock.ws as unknown as { socket: RawSocket & { terminate(): void } }).socket
}

function hangUp(sock: Socket, raw: ReturnType<typeof rawOf>): void {
  void Promise.resolve(sock.end(undefined)).catch(() => {})
  setTimeout(() => raw.terminate(), CLOSE_MS).unref?.()
}
