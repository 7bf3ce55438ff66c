/** Takes requests of companies that another node owns, and answers with what the owner answers. */
import { fail } from '../../errors'
import { createAllowance } from '../../platform/limiter'
import type { Log } from '../../platform/log'
import { type Clock, MINUTE, SECOND, systemClock } from '../../platform/time'
import { passOn } from './bodies'
import { forwardingErrors } from './errors'
import { headersToOwner, LENGTH } from './headers'
import type { NodeCertificate } from './identity'
import type { Owner } from './owners'
import { type Body, type Outcome, type PeerAddress, Peers } from './peers'
import { type Person, PROTOCOLS, type Refusal } from './protocol'
import { Waiting } from './waiting'

export type ForwarderDeps = {
  /** This node, as others reach it. */
  readonly self: PeerAddress
  readonly certificate: NodeCertificate
  ownerOf(company: string): Owner
  /** Throws an `AppError` if the company is this node's and away for longer than a request waits. */
  requireThere?(company: string): void
  readonly log: Pick<Log, 'warn'>
  readonly clock?: Clock
  readonly protocols?: readonly string[]
  /** Shared with what else asks other nodes. */
  readonly peers?: Peers
  /** How long a request waits for an owner while its company moves. */
  readonly moveWithin?: number
  /** How long an owner may take before it begins to answer. */
  readonly answerWithin?: number
  /** How long a former owner may still take for a change that it has begun. */
  readonly finishWithin?: number
}

/** Bodies up to this length are read first, so that they can be sent again. */
const READ_FIRST = 64 * 1024
const MOVE_WITHIN = 4 * SECOND
const ANSWER_WITHIN = MINUTE
/** A node that lost its company drops what it has not answered after nine seconds. */
const FINISH_WITHIN = 10 * SECOND
const FIRST_PAUSE = 20
const LONGEST_PAUSE = 250

type Forwarding = {
  readonly request: Request
  readonly company: string
  readonly person: Person
  readonly until: number
  /** Undefined until it was needed. */
  body: Body | null | undefined
  tries: number
}

const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries)

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

export class Forwarder {
  readonly #deps: ForwarderDeps
  readonly #moveWithin: number
  readonly #answerWithin: number
  readonly #finishWithin: number
  readonly #waiting = new Waiting()
  readonly #warnings: ReturnType<typeof createAllowance>
  readonly peers: Peers

  constructor(deps: ForwarderDeps) {
    this.#deps = deps
    this.#moveWithin = deps.moveWithin ?? MOVE_WITHIN
    this.#answerWithin = deps.answerWithin ?? ANSWER_WITHIN
    this.#finishWithin = deps.finishWithin ?? FINISH_WITHIN
    const { certificate, clock = systemClock, protocols = PROTOCOLS } = deps
    this.peers = deps.peers ?? new Peers(certificate, clock, protocols)
    this.#warnings = createAllowance(clock, { most: 1, window: MINUTE })
  }

  /** Call it when owners may have changed: of one company, or of any. */
  ownersChanged(company?: string): void {
    this.#waiting.wake(company)
  }

  close(): void {
    this.peers.close()
  }

  /** `here` answers the request on this node, if the company comes here meanwhile. Throws an `AppError` if nobody answers. */
  async forward(
    request: Request,
    company: string,
    person: Person,
    here: () => Response | undefined | Promise<Response | undefined>,
  ): Promise<Response | undefined> {
    const until = performance.now() + this.#moveWithin
    const forwarding: Forwarding = { request, company, person, until, body: undefined, tries: 0 }
    for (;;) {
      this.#deps.requireThere?.(company)
      const owner = this.#deps.ownerOf(company)
      if (owner.at === 'here' && !forwarding.body) return here()
      if (owner.at !== 'nowhere') {
        const response = await this.#try(owner.at === 'here' ? this.#deps.self : owner, forwarding)
        if (response) return response
      }
      const retryAfter = owner.at === 'nowhere' ? owner.retryAfter : 1
      if (!(await this.#pause(forwarding))) fail(forwardingErrors.ERR_COMPANY_MOVING, { retryAfter })
    }
  }

  /**
   * The node that takes the company's socket; undefined if there is none in time, and if it is this one. Throws an `AppError` if the
   * company is away.
   */
  async findOwner(company: string, headers: Headers, person: Person): Promise<PeerAddress | undefined> {
    const until = performance.now() + this.#moveWithin
    const signal = AbortSignal.timeout(this.#moveWithin)
    for (let tries = 0; ; tries++) {
      this.#deps.requireThere?.(company)
      const owner = this.#deps.ownerOf(company)
      if (owner.at === 'here') return undefined
      if (owner.at === 'there') {
        const sending = {
          company,
          method: 'GET',
          target: '/',
          headers: headersToOwner(headers, company, person),
          body: null,
          signal,
        }
        const asked = await this.peers.ask(owner, sending)
        if (asked.is === 'answered') return owner
        if (asked.is === 'refused') this.#warnOf(owner, asked.refusal)
      }
      const left = until - performance.now()
      if (left <= 0 || !(await this.#waiting.wait(company, Math.min(left, pauseAfter(tries))))) return undefined
    }
  }

  /** Waits for the owner to change, or a little; false if there was time enough. */
  #pause({ company, until, tries, request }: Forwarding): Promise<boolean> {
    const left = until - performance.now()
    if (left <= 0 || request.signal.aborted) return Promise.resolve(false)
    return this.#waiting.wait(company, Math.min(left, pauseAfter(tries)))
  }

  /** Undefined if the node did not begin, and the request may be sent again. */
  async #try(to: PeerAddress, forwarding: Forwarding): Promise<Response | undefined> {
    const { request, company, person } = forwarding
    forwarding.tries++
    const attempt = this.#attempt(to, forwarding)
    const { signal } = attempt
    try {
      const sending = {
        company,
        method: request.method,
        target: targetOf(request.url),
        headers: headersToOwner(request.headers, company, person),
        signal,
      }
      if (forwarding.body === undefined && isLong(request)) {
        const asked = await this.peers.ask(to, { ...sending, body: null })
        if (asked.is !== 'answered') return this.#judge(to, forwarding, asked)
      }
      forwarding.body ??= await bodyOf(request, attempt.moved)
      const length = forwarding.body instanceof Uint8Array ? `${forwarding.body.length}` : request.headers.get(LENGTH)
      if (length !== null && forwarding.body !== null) sending.headers.set(LENGTH, length)
      const outcome = await this.peers.send(to, { ...sending, body: forwarding.body })
      return this.#judge(to, forwarding, outcome)
    } finally {
      attempt.end()
    }
  }

  #judge(to: PeerAddress, { request, body }: Forwarding, outcome: Outcome): Response | undefined {
    if (outcome.is === 'answered') return outcome.response
    if (outcome.is === 'busy') return undefined
    if (outcome.is === 'refused') this.#warnOf(to, outcome.refusal)
    if (outcome.is === 'lost' && !isReading(request)) return fail(forwardingErrors.ERR_OUTCOME_UNKNOWN)
    if (body instanceof ReadableStream) return fail(forwardingErrors.ERR_COMPANY_MOVING, { retryAfter: 1 })
    return undefined
  }

  /** Ends when the person leaves, and when the owner takes too long: less if the company has another one meanwhile. */
  #attempt(to: PeerAddress, { request, company }: Forwarding) {
    const controller = new AbortController()
    const abort = () => controller.abort()
    request.signal.addEventListener('abort', abort)
    if (request.signal.aborted) abort()
    let timer: ReturnType<typeof setTimeout> | undefined
    const abortIn = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(abort, ms)
    }
    abortIn(this.#answerWithin)
    const forget = this.#waiting.onWake(company, () => {
      const owner = this.#deps.ownerOf(company)
      if (owner.at === 'nowhere' || (owner.at === 'there' && owner.url === to.url)) return
      if (isReading(request)) abort()
      else abortIn(this.#finishWithin)
    })
    let isOver = false
    return {
      signal: controller.signal,
      /** A part of the body has left: the owner's time begins anew. */
      moved: () => {
        if (!isOver) abortIn(this.#answerWithin)
      },
      end() {
        isOver = true
        clearTimeout(timer)
        forget()
      },
    }
  }

  #warnOf({ node }: PeerAddress, refusal: Refusal): void {
    if (refusal === 'elsewhere' || refusal === 'closing' || this.#warnings.take(`${node} ${refusal}`) > 0) return
    this.#deps.log.warn({ node, refusal }, 'another node refuses what this one forwards')
  }
}

/** The request's own spelling of path and query. */
function targetOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  return url.startsWith('/') ? url : path < 0 ? '/' : url.slice(path)
}

/** Whether the body is too long to be kept, or of unknown length. */
function isLong(request: Request): boolean {
  if (isReading(request)) return false
  const { headers } = request
  return headers.has('transfer-encoding') || Number(headers.get(LENGTH) ?? 0) > READ_FIRST
}

async function bodyOf(request: Request, moved: () => void): Promise<Body | null> {
  if (isReading(request)) return null
  if (!isLong(request)) return request.bytes()
  return request.body && passOn(request.body, { moved })
}
