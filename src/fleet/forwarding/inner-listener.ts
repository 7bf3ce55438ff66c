/**
 * The port of a node for other nodes: takes requests that they forward and hands them to the program's own handlers, which
 * see the person's address, host and scheme as if the person had come here. It never forwards.
 */
import type { Server as BunServer } from 'bun'
import { type Clock, systemClock } from '../../platform/time'
import { removeEnvelope } from './headers'
import { createPassReader, type NodeCertificate } from './identity'
import { ASKS, COMPANY, INTERNAL, PASS, PROTOCOL, PROTOCOLS, type Refusal, readEnvelope, refuse } from './protocol'

type HttpServer = BunServer<unknown>
type ServeOptions = Parameters<typeof Bun.serve>[0]
type Answer = Response | undefined | Promise<Response | undefined>

/** As much of a server as the framework and its routes use. */
export type ServerParts = {
  readonly port: number | undefined
  requestIP(request: Request): { address: string } | null
  upgrade(request: Request, options: never): boolean
  publish(topic: string, frame: string): unknown
  stop(closeActive: boolean): Promise<void>
}

export type InnerListenerDeps = {
  /** This node's name. */
  readonly node: string
  readonly certificate: NodeCertificate
  readonly hostname: string
  readonly port: number
  /** The options of the program's outer listener: handlers of sockets, size of bodies. */
  readonly options: object
  handle(request: Request, server: HttpServer, company: string): Answer
  owns(company: string): boolean
  /** Answers requests of a company that this node has, and that is away for a while. Undefined otherwise. */
  answerAway?(company: string): ((request: Request, server: HttpServer) => Response | undefined) | undefined
  /** The same for nodes that ask for themselves. */
  answerNodeAway?(company: string): Response | undefined
  /** Answers what another node asks for itself; a refusal if it does not begin. */
  internal?(request: Request, from: string): Response | Refusal | Promise<Response | Refusal>
  readonly clock?: Clock
  readonly protocols?: readonly string[]
}

/** Above the time for which the other side keeps an unused connection, which would otherwise be closed under a request. */
const IDLE_SECONDS = 120

export class InnerListener {
  readonly #deps: InnerListenerDeps
  readonly #readPass: ReturnType<typeof createPassReader>
  readonly #protocols: readonly string[]
  readonly #addresses = new WeakMap<Request, string>()
  readonly #server: HttpServer
  #isClosing = false

  constructor(deps: InnerListenerDeps) {
    this.#deps = deps
    const { node, certificate, hostname, port, options, clock = systemClock, protocols = PROTOCOLS } = deps
    this.#protocols = protocols
    this.#readPass = createPassReader(node, certificate.ca, clock)
    this.#server = Bun.serve({
      ...options,
      hostname,
      port,
      reusePort: false,
      idleTimeout: IDLE_SECONDS,
      tls: { ...certificate, requestCert: true, rejectUnauthorized: true },
      fetch: (request: Request, server: HttpServer) => this.#take(request, server),
    } as ServeOptions) as HttpServer
  }

  get port(): number {
    return this.#server.port ?? 0
  }

  /** What the framework takes for its server: requests came to `outer` or to this listener. */
  joinedTo(outer: ServerParts): ServerParts {
    return {
      port: outer.port,
      requestIP: (request) => {
        const address = this.#addresses.get(request)
        return address === undefined ? outer.requestIP(request) : { address }
      },
      upgrade: (request, options) => (this.#addresses.has(request) ? this.#server : outer).upgrade(request, options),
      publish: (topic, frame) => {
        outer.publish(topic, frame)
        this.publish(topic, frame)
      },
      stop: async (closeActive) => {
        await Promise.all([outer.stop(closeActive), this.stop(closeActive)])
      },
    }
  }

  /** To sockets of pages that another node has forwarded. */
  publish(topic: string, frame: string): void {
    this.#server.publish(topic, frame)
  }

  /** Refuses new requests, so that other nodes look for the next owner. */
  close(): void {
    this.#isClosing = true
  }

  async stop(closeActive: boolean): Promise<void> {
    this.close()
    await this.#server.stop(closeActive)
  }

  #take(request: Request, server: HttpServer): Answer {
    if (!this.#protocols.includes(request.headers.get(PROTOCOL) ?? '')) return this.#refuse('protocol')
    const from = this.#readPass(request.headers.get(PASS) ?? '')
    return from instanceof Promise
      ? from.then((node) => this.#open(request, server, node))
      : this.#open(request, server, from)
  }

  #open(request: Request, server: HttpServer, from: string | undefined): Answer {
    if (from === undefined) return this.#refuse('stranger')
    if (request.headers.has(INTERNAL)) return this.#answerNode(request, from)
    const envelope = readEnvelope(request.headers)
    if (!envelope) return this.#refuse('malformed')
    const away = this.#isClosing ? undefined : this.#deps.answerAway?.(envelope.company)
    const refusal = away ? undefined : this.#refusalOf(envelope.company)
    if (refusal) return this.#refuse(refusal)
    if (request.headers.has(ASKS)) return new Response(null, { status: 204 })
    removeEnvelope(request)
    if (away) return away(request, server)
    // The runtime knows the object by which it upgrades to a socket, so the request cannot be replaced by another one.
    if (envelope.scheme === 'http')
      Object.defineProperty(request, 'url', { value: request.url.replace(/^https:/, 'http:') })
    this.#addresses.set(request, envelope.address)
    return this.#deps.handle(request, server, envelope.company)
  }

  async #answerNode(request: Request, from: string): Promise<Response> {
    const company = request.headers.get(COMPANY)
    const refusal = company === null ? undefined : this.#refusalOf(company)
    const away = company !== null && refusal === 'elsewhere' ? this.#deps.answerNodeAway?.(company) : undefined
    if (away) return away
    const answer = refusal ?? (await this.#deps.internal?.(request, from)) ?? 'malformed'
    return answer instanceof Response ? answer : this.#refuse(answer)
  }

  #refuse(refusal: Refusal): Response {
    return refuse(refusal, this.#protocols)
  }

  #refusalOf(company: string): Refusal | undefined {
    if (this.#isClosing) return 'closing'
    return this.#deps.owns(company) ? undefined : 'elsewhere'
  }
}
