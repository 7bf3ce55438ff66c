/**
 * The page's only WebSocket: authenticates, delivers events in order, reconnects by itself and requests missed events.
 */
import {
  type AwayWork,
  awayWorks,
  type ClientFrame,
  COMPANY_AWAY,
  NOT_AUTHENTICATED,
  SERVED_AGAIN,
  SESSION_OVER,
  type ServerFrame,
  TOO_MANY_PAGES,
} from '../../../src/platform/wire'

/**
 * `off` before sign-in, `joining` the first time, `live` when caught up, `moving` while the company goes to another
 * server, for two seconds at most, `away.…` while a command has it, `reconnecting` after a loss, `stopped` when the user has too many pages open:
 * reconnecting by itself would stop another page, which would then reconnect, too.
 */
export type LiveState = 'off' | 'joining' | 'live' | 'moving' | `away.${AwayWork}` | 'reconnecting' | 'stopped'

export const isAway = (state: LiveState): state is `away.${AwayWork}` => state.startsWith('away.')

export type SocketLike = {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  send(text: string): void
  close(code?: number): void
}

/** `renewed`: the current token was not accepted, although it has not expired. */
export type TokenNeed = 'any' | 'renewed'

export type LiveOptions = {
  url: string
  /** A valid token, renewed if necessary; null when the session is over. */
  token: (need: TokenNeed) => Promise<string | null>
  onEvent: (frame: ServerFrame) => void
  /** The missed events are unavailable: everything must be refetched. */
  onResync: () => void
  /** `done`: percent of what a company is away for, if anybody knows. */
  onState: (state: LiveState, done?: number) => void
  connect?: (url: string) => SocketLike
  random?: () => number
}

const FIRST_DELAY = 1_000
/** Retries are frequent, because users who wait for the server are looking at the screen. */
const LONGEST_DELAY = 2_000
/** The company is there again already, or will be: its pages come back at different instants. */
const MOVE_DELAY = 300
const MOVE_LIMIT = 2_000
const STATUS_EVERY = 4 * 60_000
/** A connection that is silent for this long after opening is given up. */
const JOIN_LIMIT = 10_000
/**
 * A live socket is pinged this often, and must have received something by the next ping: a dead one is noticed within
 * 24 s.
 */
const PING_EVERY = 12_000
/** With the page visible, a socket that does not answer within this time is dropped. */
const ANSWER_LIMIT = 5_000

/**
 * 1 s, growing by half each time to 2 s, less up to a half at random, so that a hundred desks do not reconnect at once.
 */
export const reconnectDelay = (attempt: number, random: number): number =>
  Math.min(LONGEST_DELAY, FIRST_DELAY * 1.5 ** attempt) * (1 - random / 2)

export class LiveSocket {
  #socket: SocketLike | undefined
  #seq: number | null = null
  /** Of the operator's events, which have numbers of their own. */
  #operatorSeq: number | null = null
  #attempt = 0
  #closed = true
  #joined = false
  #isStopped = false
  /** Events between opening the page and joining were missed: the first join could not succeed. */
  #isLate = false
  #tokenNeed: TokenNeed = 'any'
  #retry: ReturnType<typeof setTimeout> | undefined
  /** Runs while an answer is due: the first frame, or the pong after the page became visible. */
  #limit: ReturnType<typeof setTimeout> | undefined
  /** Runs while the company moves. */
  #move: ReturnType<typeof setTimeout> | undefined
  /** What the server said last that the company is away for. */
  #away: { work: AwayWork; done: number | undefined } | undefined
  #status: ReturnType<typeof setInterval> | undefined
  #pinging: ReturnType<typeof setInterval> | undefined
  /** Whether anything was received since the last ping. */
  #isAnswered = true
  readonly #options: LiveOptions

  constructor(options: LiveOptions) {
    this.#options = options
  }

  open(): void {
    if (!this.#closed) return
    this.#closed = false
    this.#options.onState('joining')
    this.#status = setInterval(() => this.send({ emit: 'userStatus' }), STATUS_EVERY)
    void this.#join()
  }

  close(): void {
    this.#closed = true
    this.#isStopped = false
    clearTimeout(this.#retry)
    clearTimeout(this.#move)
    this.#move = undefined
    this.#endLimit()
    clearInterval(this.#status)
    this.#leave()
    this.#options.onState('off')
  }

  send(frame: ClientFrame): void {
    if (this.#joined) this.#socket?.send(JSON.stringify(frame))
  }

  /** The page became visible: a stopped socket resumes. */
  lookedAt(): void {
    this.#isStopped = false
    this.hurry()
  }

  /** Retries immediately instead of waiting, and pings a socket that seems alive. */
  hurry(): void {
    if (this.#joined) this.#requireAnswer()
    if (this.#closed || this.#isStopped || this.#socket) return
    clearTimeout(this.#retry)
    this.#attempt = 0
    void this.#join()
  }

  /** The browser is online again: a socket over the previous network is dead, but may not report it for minutes. */
  anew(): void {
    if (this.#socket) this.#lost(this.#socket)
    this.hurry()
  }

  async #join(): Promise<void> {
    const token = await this.#options.token(this.#tokenNeed).catch(() => undefined)
    if (this.#closed || this.#socket) return
    if (token !== undefined) this.#tokenNeed = 'any'
    if (token === null) {
      this.close()
      return
    }
    if (token === undefined) {
      this.#tryLater()
      return
    }
    const connect = this.#options.connect ?? ((url): SocketLike => new WebSocket(url))
    const socket = connect(this.#options.url)
    this.#socket = socket
    this.#limit = setTimeout(() => this.#lost(socket), JOIN_LIMIT)
    socket.onopen = () =>
      socket.send(
        JSON.stringify({ emit: 'authenticate', data: { token, seq: this.#seq, operatorSeq: this.#operatorSeq } }),
      )
    socket.onmessage = ({ data }: { data: unknown }) => this.#hear(socket, data)
    socket.onclose = ({ code, reason }: { code?: number; reason?: string }) => {
      if (code === SESSION_OVER || code === NOT_AUTHENTICATED) this.#tokenNeed = 'renewed'
      this.#isStopped = code === TOO_MANY_PAGES
      this.#away = code === COMPANY_AWAY ? readAway(reason) : undefined
      if (code === SERVED_AGAIN && this.#joined) this.#moves()
      this.#lost(socket)
    }
  }

  /** A socket can die silently: the laptop slept, a router dropped it. Then the browser notices only after minutes. */
  #keepAsking(): void {
    clearInterval(this.#pinging)
    this.#pinging = setInterval(() => (this.#isAnswered ? this.#ping() : this.anew()), PING_EVERY)
  }

  /** Pinging again before the answer must not extend the deadline: switching windows would keep a dead socket. */
  #requireAnswer(): void {
    if (this.#limit) return
    this.#limit = setTimeout(() => this.anew(), ANSWER_LIMIT)
    this.#keepAsking()
    this.#ping()
  }

  #ping(): void {
    this.#isAnswered = false
    this.send({ emit: 'ping' })
  }

  #hear(socket: SocketLike, text: unknown): void {
    if (socket !== this.#socket || typeof text !== 'string') return
    const frame = readFrame(text)
    if (!frame) return
    this.#isAnswered = true
    if (this.#joined) this.#endLimit()
    if (frame.event === 'pong') return
    if (frame.event === 'ready' || frame.event === 'resync') {
      const isMissing = frame.event === 'resync' || (this.#seq === null && this.#isLate)
      if (isMissing) {
        this.#seq = frame.seq
        this.#operatorSeq = frame.operatorSeq ?? null
      }
      this.#ready(frame)
      if (isMissing) this.#options.onResync()
      return
    }
    this.#seq = Math.max(this.#seq ?? 0, frame.seq)
    if (frame.operatorSeq !== undefined) this.#operatorSeq = Math.max(this.#operatorSeq ?? 0, frame.operatorSeq)
    this.#options.onEvent(frame)
  }

  /** The missed events follow `ready`, so a number we already hold stays. */
  #ready({ seq, operatorSeq }: ServerFrame): void {
    this.#endLimit()
    this.#keepAsking()
    this.#joined = true
    clearTimeout(this.#move)
    this.#move = undefined
    this.#away = undefined
    this.#attempt = 0
    this.#seq ??= seq
    this.#operatorSeq ??= operatorSeq ?? null
    this.#options.onState('live')
  }

  #endLimit(): void {
    clearTimeout(this.#limit)
    this.#limit = undefined
  }

  #moves(): void {
    this.#attempt = 0
    this.#move ??= setTimeout(() => {
      this.#move = undefined
      if (!this.#closed && !this.#joined && !this.#isStopped) this.#options.onState('reconnecting')
    }, MOVE_LIMIT)
  }

  #lost(socket: SocketLike): void {
    if (socket !== this.#socket) return
    this.#endLimit()
    this.#leave()
    if (!this.#closed) this.#tryLater()
  }

  #tryLater(): void {
    this.#isLate = true
    if (this.#isStopped) {
      this.#options.onState('stopped')
      return
    }
    if (this.#away) {
      clearTimeout(this.#move)
      this.#move = undefined
    }
    if (this.#away) this.#options.onState(`away.${this.#away.work}`, this.#away.done)
    else this.#options.onState(this.#move ? 'moving' : 'reconnecting')
    const random = (this.#options.random ?? Math.random)()
    const delay = this.#move ? MOVE_DELAY * (1 - random / 2) : reconnectDelay(this.#attempt++, random)
    this.#retry = setTimeout(() => void this.#join(), delay)
  }

  #leave(): void {
    const socket = this.#socket
    clearInterval(this.#pinging)
    this.#socket = undefined
    this.#joined = false
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close(1000)
  }
}

function readAway(reason = '') {
  const [word, percent = ''] = reason.split(' ')
  return {
    work: awayWorks.find((work) => work === word) ?? 'work',
    done: /^\d+$/.test(percent) ? Number(percent) : undefined,
  }
}

function readFrame(text: string): ServerFrame | undefined {
  try {
    const frame: unknown = JSON.parse(text)
    if (typeof frame !== 'object' || frame === null || !('event' in frame) || typeof frame.event !== 'string') return
    const { data, seq, operatorSeq } = frame as Partial<ServerFrame> // our server's frame
    return { event: frame.event, data: data ?? {}, seq: typeof seq === 'number' ? seq : 0, operatorSeq }
  } catch {
    return undefined
  }
}
