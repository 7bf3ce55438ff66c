/**
 * Questions of nodes to each other, beside the requests of people that they forward: writes to control.db, lists, orders. They
 * go over the inner listener with its certificates and passes; the outer ones know none of this. Question and answer are JSON.
 */
import { AppError, errors as coreErrors, type DefinedError, type ErrorCode, fail } from '../../errors'
import { forwardingErrors } from '../../fleet/forwarding/errors'
import type { Owner } from '../../fleet/forwarding/owners'
import type { PeerAddress, Peers } from '../../fleet/forwarding/peers'
import { COMPANY, INTERNAL, type Refusal } from '../../fleet/forwarding/protocol'
import { Waiting } from '../../fleet/forwarding/waiting'
import type { AskedOf, AskNode, InternalHandler, Nodes } from '../../fleet/nodes'
import { CONTROL, type Gate, NotAcknowledged } from '../../platform/gate'
import { createTally } from '../../platform/limiter'
import type { Log } from '../../platform/log'
import { SECOND } from '../../platform/time'

/** The node runs a version that does not know the question. */
export class UnknownQuestion extends Error {}

type Deps = {
  /** The name of this node. */
  readonly node: string
  readonly peers: Pick<Peers, 'send'>
  ownerOf(company: string): Owner
  /** Where a node that lives is reached. */
  addressOf(node: string): PeerAddress | undefined
  /** All that handlers may throw, besides those of the core. */
  readonly errors: readonly DefinedError[]
  readonly gate: Gate
  readonly log: Pick<Log, 'error'>
}

const ASK_WITHIN = 10 * SECOND
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 250]
/** Bytes of a question, and of an answer. */
const LONGEST = 8 * 1024 * 1024
/** Questions of one node that are being answered. */
const ANSWERED_PER_NODE = 64

type Answering = { readonly handler: InternalHandler; readonly shows: 'commits' | 'nothing' }

type Answer =
  | { readonly is: 'done'; readonly answer?: unknown }
  | { readonly is: 'failed'; readonly code: string; readonly details?: unknown }
  | { readonly is: 'unknown' }

type Asking = {
  readonly of: AskedOf
  readonly path: string
  readonly body: Uint8Array<ArrayBuffer>
  /** The asker's own. */
  readonly given: AbortSignal | undefined
  readonly signal: AbortSignal
  readonly isRepeatable: boolean
  readonly changesNothing: boolean
}

export class InternalDoor implements Nodes {
  readonly #deps: Deps
  readonly #handlers = new Map<string, Answering>()
  readonly #waiting = new Waiting()
  readonly #answering = createTally()

  #isOpen = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  answer(path: string, handler: InternalHandler, shows: 'commits' | 'nothing' = 'commits'): void {
    if (this.#handlers.has(path)) throw new Error(`${path} is answered already`)
    this.#handlers.set(path, { handler, shows })
  }

  /** Everything that is asked has its handler: until then other nodes ask again. */
  open(): void {
    this.#isOpen = true
  }

  /** Call it when owners or addresses may have changed. */
  changed(company?: string): void {
    this.#waiting.wake(company)
  }

  readonly ask: AskNode = async (
    of,
    path,
    question,
    { signal, within = ASK_WITHIN, changesNothing = false, isRepeatable = changesNothing, shows } = {},
  ) => {
    const text = JSON.stringify(question ?? null)
    const body = Buffer.from(text) as Uint8Array<ArrayBuffer>
    if (body.length > LONGEST) throw new Error(`the question ${path} is too long: ${body.length} bytes`)
    const ending = AbortSignal.timeout(within)
    const asking: Asking = {
      of,
      path,
      body,
      given: signal,
      signal: signal ? AbortSignal.any([signal, ending]) : ending,
      isRepeatable,
      changesNothing,
    }
    let isShown = false
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted()
      const to = this.#findAsked(of)
      if (to === 'here') return this.#answerHere(path, text, asking.signal)
      isShown ||= to !== undefined && (await isBefore(this.#shown(shows), asking.signal))
      const answer = to && isShown && (await this.#try(to, asking))
      if (answer) return this.#read(path, answer)
      const isWaiting = !asking.signal.aborted && (await this.#waiting.wait(keyOf(of), pauseAfter(tries)))
      signal?.throwIfAborted()
      if (!isWaiting) this.#giveUp(of)
    }
  }

  /** For the inner listener. */
  readonly take = async (request: Request, from: string): Promise<Response | Refusal> => {
    const path = request.headers.get(INTERNAL) ?? ''
    if (!this.#isOpen) return 'closing'
    if (this.#answering.at(from) >= ANSWERED_PER_NODE) return 'busy'
    this.#answering.enter(from)
    const { signal } = request // before the body is read, after which the runtime has none
    try {
      const text = await textOf(request, LONGEST)
      if (text === undefined) return 'malformed'
      const answer = await this.#answerTo(path, text, from, signal)
      await this.#acknowledged(path, request.headers.get(COMPANY))
      return Response.json(answer)
    } catch (error) {
      if (error instanceof NotAcknowledged) return brokenOff()
      throw error
    } finally {
      this.#answering.leave(from)
    }
  }

  /** Resolves when what a question shows is acknowledged. */
  async #shown(companies: readonly string[] | undefined): Promise<void> {
    const { gate } = this.#deps
    await (companies ? Promise.all(companies.map((company) => gate.wait(company))) : gate.waitForAll())
  }

  #findAsked(of: AskedOf): PeerAddress | 'here' | undefined {
    const { node, addressOf, ownerOf } = this.#deps
    if ('node' in of) return of.node === node ? 'here' : addressOf(of.node)
    const owner = ownerOf(of.company)
    return owner.at === 'here' ? 'here' : owner.at === 'there' ? owner : undefined
  }

  async #answerHere(path: string, text: string, signal: AbortSignal): Promise<unknown> {
    const { handler } = this.#handlers.get(path) ?? {}
    if (!handler) throw new UnknownQuestion(path)
    const answer = JSON.stringify(await handler(JSON.parse(text), this.#deps.node, signal)) // stays in this process, so it need not wait
    return answer === undefined ? undefined : JSON.parse(answer) // as another node would read it
  }

  async #answerTo(path: string, text: string, from: string, signal: AbortSignal): Promise<Answer> {
    const { handler } = this.#handlers.get(path) ?? {}
    if (!handler) return { is: 'unknown' }
    try {
      return { is: 'done', answer: await handler(JSON.parse(text), from, signal) }
    } catch (error) {
      if (error instanceof NotAcknowledged) throw error
      if (error instanceof AppError) return { is: 'failed', code: error.code, details: error.details }
      this.#deps.log.error({ err: error, path, node: from }, 'a question of another node failed')
      return { is: 'failed', code: 'ERR_INTERNAL' }
    }
  }

  /** What was committed before the answer was ready. */
  async #acknowledged(path: string, company: string | null): Promise<void> {
    if (this.#handlers.get(path)?.shows === 'nothing') return
    await this.#shown(company === null ? undefined : [company, CONTROL])
  }

  /** Undefined if the node did not begin, or may be asked again. */
  async #try(to: PeerAddress, asking: Asking): Promise<Answer | undefined> {
    const { of, path, body, given, signal, isRepeatable, changesNothing } = asking
    const headers = new Headers({ [INTERNAL]: path, 'content-type': 'application/json', accept: 'application/json' })
    if ('company' in of) headers.set(COMPANY, of.company)
    const left = new AbortController()
    // A node that is gone, or frozen, answers nothing more.
    const forget = this.#waiting.onWake(keyOf(of), () => {
      const now = this.#findAsked(of)
      if (isRepeatable && now !== undefined && (now === 'here' || now.url !== to.url)) left.abort()
    })
    try {
      const outcome = await this.#deps.peers.send(to, {
        company: keyOf(of),
        method: 'POST',
        target: '/',
        headers,
        body,
        signal: AbortSignal.any([signal, left.signal]),
      })
      if (outcome.is === 'answered') {
        const text = await textOf(outcome.response, LONGEST).catch(() => undefined)
        if (text !== undefined) return JSON.parse(text) as Answer // of our own version or the one before
      }
      given?.throwIfAborted()
      const isUnclear = !changesNothing && (outcome.is === 'lost' || outcome.is === 'answered')
      if (isUnclear && (!isRepeatable || signal.aborted)) fail(forwardingErrors.ERR_OUTCOME_UNKNOWN)
      return undefined
    } finally {
      forget()
    }
  }

  #read(path: string, answer: Answer): unknown {
    if (answer.is === 'done') return answer.answer
    if (answer.is === 'unknown') throw new UnknownQuestion(path)
    const { code, details } = answer
    const known = this.#deps.errors.find((one) => one.code === code)
    return fail(isCoreError(code) ? code : (known ?? 'ERR_INTERNAL'), details)
  }

  #giveUp(of: AskedOf): never {
    if ('company' in of) fail(forwardingErrors.ERR_COMPANY_MOVING, { retryAfter: 2 })
    return fail(forwardingErrors.ERR_NODE_UNREACHABLE, { node: of.node, retryAfter: 2 })
  }
}

/** To a question that failed. */
export const failedAnswer = ({ code, details }: AppError): Response =>
  Response.json({ is: 'failed', code, details } satisfies Answer)

/** The connection is closed without an answer, so that nobody takes it for one. */
const brokenOff = (): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(undefined) }))

/** Whether the promise resolves before the signal. */
function isBefore(promise: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const ended = new Promise<boolean>((resolve) =>
    signal.addEventListener('abort', () => resolve(false), { once: true }),
  )
  return Promise.race([promise.then(() => true), ended])
}

const keyOf = (of: AskedOf): string => ('company' in of ? of.company : `node ${of.node}`)

const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries)

const isCoreError = (code: string): code is ErrorCode => Object.hasOwn(coreErrors, code)

/** Undefined if there is more. */
async function textOf({ body }: Request | Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
