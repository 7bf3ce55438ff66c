/**
 * Sockets of pages whose company another node owns: each frame and the end are passed on to and from a socket to the owner.
 * The owner is called when the page sends its first frame, so a stranger who sends none costs the owner nothing.
 */
import type { ServerWebSocket } from 'bun'
import { awayIn, awayReason } from '../../platform/away'
import { createTally } from '../../platform/limiter'
import { SECOND } from '../../platform/time'
import { COMPANY_AWAY, NOT_AUTHENTICATED } from '../../platform/wire'
import { headersOfSocket } from './headers'
import type { Owner } from './owners'
import type { PeerAddress, Peers } from './peers'
import type { Person } from './protocol'

/** Close codes after which a page comes again at once, and later. */
export const COME_AGAIN = 1012
export const TRY_LATER = 1013

type Frame = string | Buffer<ArrayBuffer>
type PageSocket = ServerWebSocket<unknown>
type OwnerSocket = WebSocket & {
  ping(): void
  pause(): boolean
  resume(): boolean
  terminate(): void
  readonly isPaused: boolean
}
type SocketOptions = { readonly headers: Record<string, string>; readonly tls: object; readonly proxy?: string }

/** What a relay needs of the forwarder. `findOwner` waits while the company moves; undefined if there is none in time. */
export type RelayDeps = {
  readonly peers: Pick<Peers, 'introduce'>
  findOwner(company: string, headers: Headers, person: Person): Promise<PeerAddress | undefined>
  readonly limits?: RelayLimits
}
export type RelayLimits = {
  readonly firstFrameWithin?: number | undefined
  readonly pingEvery?: number | undefined
  readonly silentPerNetwork?: number | undefined
}

const FIRST_FRAME_WITHIN = 5 * SECOND
const CONNECT_WITHIN = 5 * SECOND
const PING_EVERY = 10 * SECOND
/** Bytes that wait for the other side. Above the first, reading pauses; below the second, it goes on. */
const [HIGH_WATER, LOW_WATER] = [64 * 1024, 16 * 1024]
/** Bytes of frames that were read before the owner's socket was open. */
const EARLY_BYTES = 256 * 1024
const DRAIN_CHECK_MS = 20
const RELAYS_PER_COMPANY = 5_000
const RELAYS_IN_ALL = 20_000
/** Relays of one network that the owner has not sent anything yet. */
const SILENT_PER_NETWORK = 1_000
/** Sockets that are being opened to one owner at a time: each costs a TLS handshake. */
const OPENING_PER_NODE = 32

export class Relays {
  readonly #deps: RelayDeps
  readonly #relays = new Set<Relay>()
  readonly #companies = createTally()
  readonly #silent = createTally()
  readonly #opening = createTally()
  readonly #pinging: ReturnType<typeof setInterval>

  constructor(deps: RelayDeps) {
    this.#deps = deps
    this.#pinging = setInterval(() => {
      for (const relay of this.#relays) relay.ping()
    }, deps.limits?.pingEvery ?? PING_EVERY)
    this.#pinging.unref?.()
  }

  get size(): number {
    return this.#relays.size
  }

  /** The handlers of a page's socket; undefined if there are too many. */
  create(request: Request, company: string, person: Person): Relay | undefined {
    if (this.#relays.size >= RELAYS_IN_ALL || this.#companies.at(company) >= RELAYS_PER_COMPANY) return undefined
    const { silentPerNetwork = SILENT_PER_NETWORK } = this.#deps.limits ?? {}
    if (this.#silent.at(person.network) >= silentPerNetwork) return undefined
    const relay = new Relay(this.#deps, request, company, person, this.#opening, {
      speaks: () => this.#silent.leave(person.network),
      ended: () => {
        this.#relays.delete(relay)
        this.#companies.leave(company)
      },
    })
    this.#relays.add(relay)
    this.#companies.enter(company)
    this.#silent.enter(person.network)
    return relay
  }

  /** Makes pages connect again whose company another node serves now. While none does, the former one ends them itself. */
  ownersChanged(ownerOf: (company: string) => Owner, company?: string): void {
    for (const relay of this.#relays)
      if (company === undefined || relay.company === company) relay.ownerIs(ownerOf(relay.company))
  }

  close(): void {
    clearInterval(this.#pinging)
    for (const relay of [...this.#relays]) relay.end(COME_AGAIN, 'this node is stopping')
  }
}

type Notices = {
  /** The owner has sent the first frame, or the relay has ended. Once. */
  speaks(): void
  ended(): void
}

/** Frames between one page and the owner. The framework calls `open`, `message`, `drain` and `close` of a socket's data. */
export class Relay {
  readonly company: string
  readonly #deps: RelayDeps
  readonly #person: Person
  readonly #headers: Headers
  readonly #target: string
  readonly #opening: ReturnType<typeof createTally>
  readonly #notices: Notices
  #page: PageSocket | undefined
  #owner: OwnerSocket | undefined
  #to: PeerAddress | undefined
  #early: Frame[] = []
  #earlyBytes = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #draining: ReturnType<typeof setInterval> | undefined
  #isSilent = true
  #hasEnded = false
  #isCalled = false
  #isAnswered = true

  constructor(
    deps: RelayDeps,
    request: Request,
    company: string,
    person: Person,
    opening: ReturnType<typeof createTally>,
    notices: Notices,
  ) {
    this.company = company
    this.#deps = deps
    this.#person = person
    this.#headers = new Headers(request.headers) // the request's own are gone when its socket is open
    this.#target = request.url.slice(request.url.indexOf('/', request.url.indexOf('://') + 3))
    this.#opening = opening
    this.#notices = notices
  }

  ownerIs(owner: Owner): void {
    if (this.#to === undefined || owner.at === 'nowhere') return
    if (owner.at === 'here' || owner.url !== this.#to.url) this.end(COME_AGAIN, 'another node serves this company')
  }

  open(page: PageSocket): void {
    this.#page = page
    if (this.#hasEnded) {
      page.terminate()
      return
    }
    this.#timer = setTimeout(
      () => this.end(NOT_AUTHENTICATED, 'not authenticated in time'),
      this.#deps.limits?.firstFrameWithin ?? FIRST_FRAME_WITHIN,
    )
  }

  message(page: PageSocket, frame: Frame): void {
    const owner = this.#owner
    if (owner?.readyState === WebSocket.OPEN) {
      owner.send(frame)
      if (owner.bufferedAmount > HIGH_WATER) this.#waitForOwner(page, owner)
    } else if (!this.#hasEnded) this.#keepEarly(page, frame)
  }

  drain(page: PageSocket): void {
    if (this.#owner?.isPaused && page.getBufferedAmount() < LOW_WATER) this.#owner.resume()
  }

  close(_page: PageSocket, code: number, reason: string): void {
    this.#finish((owner) => {
      if (isSendable(code)) owner.close(code, reason)
      else if (code === 1005) owner.close()
      else owner.terminate()
    })
  }

  /** Ends both sockets. */
  end(code: number, reason: string): void {
    this.#finish((owner) => owner.close(1001, reason))
    endPage(this.#page, code, reason)
  }

  /** Ends the relay if the owner has not answered the last ping. One that is paused cannot answer. */
  ping(): void {
    const owner = this.#owner
    if (owner?.readyState !== WebSocket.OPEN || owner.isPaused) return
    if (this.#isAnswered) owner.ping()
    else this.end(COME_AGAIN, 'the node of this company does not answer')
    this.#isAnswered = false
  }

  #keepEarly(page: PageSocket, frame: Frame): void {
    this.#early.push(frame)
    this.#earlyBytes += frame.length
    if (this.#earlyBytes > EARLY_BYTES) this.end(1008, 'too many frames')
    page.pause()
    if (this.#isCalled) return
    this.#isCalled = true
    clearTimeout(this.#timer)
    this.#call().catch((error: unknown) => {
      const away = awayIn(error)
      if (away) this.end(COMPANY_AWAY, awayReason(away))
      else this.end(TRY_LATER, 'the node of this company cannot be reached')
    })
  }

  async #call(): Promise<void> {
    const { peers, findOwner } = this.#deps
    const to = await findOwner(this.company, this.#headers, this.#person)
    if (this.#hasEnded) return
    if (!to) return this.end(TRY_LATER, 'no node serves this company now')
    if (this.#opening.at(to.node) >= OPENING_PER_NODE) await this.#turn(to)
    const { tls, headers } = await peers.introduce(to)
    if (this.#hasEnded) return
    this.#to = to
    const options = { headers: { ...headersOfSocket(this.#headers, this.company, this.#person), ...headers }, tls }
    this.#listen(openSocket(to.url.replace(/^http/, 'ws') + this.#target, options), to)
  }

  /** Waits until another socket to the node is open. */
  async #turn({ node }: PeerAddress): Promise<void> {
    const until = performance.now() + CONNECT_WITHIN
    while (this.#opening.at(node) >= OPENING_PER_NODE && !this.#hasEnded) {
      if (performance.now() > until) return this.end(TRY_LATER, 'too many sockets are being opened')
      await Bun.sleep(DRAIN_CHECK_MS)
    }
  }

  #listen(owner: OwnerSocket, { node }: PeerAddress): void {
    this.#owner = owner
    this.#opening.enter(node)
    let isOpening = true
    const opened = () => {
      clearTimeout(this.#timer)
      if (isOpening) this.#opening.leave(node)
      isOpening = false
    }
    this.#timer = setTimeout(() => owner.terminate(), CONNECT_WITHIN)
    owner.onopen = () => {
      opened()
      for (const frame of this.#early) owner.send(frame)
      this.#early = []
      this.#earlyBytes = 0
      this.#page?.resume()
    }
    owner.onmessage = ({ data }: MessageEvent) => this.#pass(owner, data as Frame) // binary frames come as Buffer
    owner.addEventListener('pong', () => {
      this.#isAnswered = true
    })
    owner.onclose = ({ code, reason }) => {
      opened()
      this.#finish(() => {})
      if (isSendable(code)) endPage(this.#page, code, reason)
      else endPage(this.#page, code === 1005 ? 1000 : COME_AGAIN, 'the node of this company is gone')
    }
  }

  #pass(owner: OwnerSocket, frame: Frame): void {
    this.#isAnswered = true
    this.#speaks()
    const page = this.#page
    if (!page || this.#hasEnded) return
    page.send(frame)
    if (page.getBufferedAmount() > HIGH_WATER) owner.pause()
  }

  /** The runtime does not say when what was sent has left. */
  #waitForOwner(page: PageSocket, owner: OwnerSocket): void {
    page.pause()
    this.#draining ??= setInterval(() => {
      if (owner.readyState === WebSocket.OPEN && owner.bufferedAmount > LOW_WATER) return
      clearInterval(this.#draining)
      this.#draining = undefined
      if (!this.#hasEnded) page.resume()
    }, DRAIN_CHECK_MS)
  }

  #speaks(): void {
    if (this.#isSilent) this.#notices.speaks()
    this.#isSilent = false
  }

  #finish(leave: (owner: OwnerSocket) => void): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    clearInterval(this.#draining)
    this.#early = []
    this.#speaks()
    const owner = this.#owner
    if (owner && owner.readyState < WebSocket.CLOSING) {
      owner.onmessage = null
      leave(owner)
    }
    this.#notices.ended()
  }
}

/** Codes that one side may send to the other. */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && !(code >= 1004 && code <= 1006)) || (code >= 3000 && code <= 4999)

/** A close frame would never get past unread data. */
function endPage(page: PageSocket | undefined, code: number, reason: string): void {
  if (!page || page.readyState !== WebSocket.OPEN) return
  if (page.getBufferedAmount() > 0) page.terminate()
  else page.close(code, reason)
}

const openSocket = (url: string, options: SocketOptions): OwnerSocket => {
  const Socket = WebSocket as unknown as new (url: string, options: SocketOptions) => OwnerSocket // the runtime's options
  return new Socket(url, options)
}
