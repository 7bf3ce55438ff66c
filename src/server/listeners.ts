/**
 * The ports of the server: the plain one, and with a certificate of its own the one for TLS and the one for challenges and
 * redirects. A new certificate gets a listener of its own on the same port (SO_REUSEPORT), because the runtime cannot give
 * one to a listener that is there; the old one takes no more connections, and those that it has stay.
 */
import type { Server as BunServer } from 'bun'
import type { ServerParts } from '../fleet/forwarding/inner-listener'
import type { Certificates } from '../operator/certificates/certificates'
import { CHALLENGES, nameOnPort } from '../operator/certificates/checks'
import type { Listening, PortState } from '../operator/certificates/listening'
import type { KeyPair } from '../operator/certificates/store'
import { addressOf } from '../platform/address'
import { holdResponse } from '../platform/every-request'
import { CONTROL, type Gate } from '../platform/gate'
import type { Log } from '../platform/log'
import { openAlpnFront } from './alpn-front'
import { challengeAnswer, toHttps } from './own-address'

type HttpServer = BunServer<unknown>
type ServeOptions = Parameters<typeof Bun.serve>[0]
type Upgrade = HttpServer['upgrade']

/** What is needed of the framework's app. */
type Listenable = { server: unknown; listen(options: { readonly hostname: string; readonly port: number }): unknown }

export type ListenersDeps = {
  readonly app: Listenable
  readonly certificates: Certificates
  readonly gate: Gate
  readonly log: Log
  /** Undefined without a fleet. */
  readonly front?: Front | undefined
  readonly host: string
  readonly port: number
  readonly httpPort: number
  readonly httpsPort: number
}

/** Stands before the handlers on a node of a fleet, and has a listener of its own for the other nodes. */
export type Front = {
  /** The options of each listener, before it is opened. */
  around(options: ServeOptions): ServeOptions
  /** What the app takes for its server, with the requests that came from other nodes. */
  join(server: ServerParts): ServerParts
  publish(topic: string, frame: string): void
  /** What another node answers to a challenge of certificates. */
  answerOf(challenge: string): Promise<string | undefined>
}

/** Bodies are not read there. */
const LONGEST_BODY = 64 * 1024

const CLOSED: PortState = { is: 'closed' }

export class Listeners implements Listening {
  readonly #deps: ListenersDeps
  readonly #options: ServeOptions
  readonly #plain: HttpServer
  #redirects: HttpServer | undefined
  /** The one that takes connections. */
  #tls: HttpServer | undefined
  #pair: KeyPair | null = null
  /** Those with an earlier certificate, until their last connection has ended. */
  readonly #former = new Set<HttpServer>()
  #http: PortState = CLOSED
  #https: PortState = CLOSED
  #fronts = 0

  constructor(deps: ListenersDeps) {
    this.#deps = deps
    const { app, host, port, front } = deps
    const around = (options: ServeOptions) => front?.around(options) ?? options
    this.#options = optionsOf(() => app.listen({ hostname: host, port }), around)
    this.#plain = app.server as HttpServer // it listens
    app.server = front?.join(this.#facade()) ?? this.#facade() // as much of it as the framework uses
  }

  get ports() {
    const { httpPort, httpsPort } = this.#deps
    return {
      plain: this.#plain.port ?? 0,
      http: this.#redirects?.port ?? httpPort,
      https: this.#tls?.port ?? httpsPort,
    }
  }

  http(): PortState {
    return this.#http
  }

  https(): PortState {
    return this.#https
  }

  async apply({ isOn, pair }: { readonly isOn: boolean; readonly pair: KeyPair | null }): Promise<void> {
    if (!isOn) return this.#closeOwn()
    if (!this.#redirects) await this.#openRedirects()
    if (pair && (!this.#tls || pair.cert !== this.#pair?.cert) && this.#fronts === 0) await this.#openTls(pair)
    if (!pair) this.#retire()
  }

  async answerAlpn(pair: KeyPair): Promise<() => Promise<void>> {
    const { httpsPort, log } = this.#deps
    const port = this.#tls?.port ?? httpsPort
    // While the front has the port, it passes everybody else on to a listener of this machine.
    const behind = this.#pair && this.#serveTls(this.#pair, { hostname: '127.0.0.1', port: 0 })
    this.#fronts++
    const front = openAlpnFront({ port, pair, behind: behind?.port ?? null, log })
    const before = this.#tls
    if (before) this.#drain(before)
    this.#tls = undefined
    return async () => {
      this.#fronts--
      if (this.#pair) await this.#openTls(this.#pair)
      front.stop()
      if (behind) this.#drain(behind)
    }
  }

  publish(topic: string, frame: string): void {
    this.#publishHere(topic, frame)
    this.#deps.front?.publish(topic, frame)
  }

  #publishHere(topic: string, frame: string): void {
    for (const server of this.#all()) server.publish(topic, frame)
  }

  async stop(closeActive: boolean): Promise<void> {
    await Promise.all(
      [...this.#all(), ...(this.#redirects ? [this.#redirects] : [])].map((one) => one.stop(closeActive)),
    )
  }

  #all(): HttpServer[] {
    return [this.#plain, ...(this.#tls ? [this.#tls] : []), ...this.#former]
  }

  /** What the app takes for its server: each request is one of several. */
  #facade(): ServerParts {
    const upgrade = ((request: Request, options: Parameters<Upgrade>[1]) => {
      const isTls = request.url.startsWith('https:')
      const servers = isTls ? [...(this.#tls ? [this.#tls] : []), ...this.#former] : [this.#plain]
      for (const server of servers)
        try {
          return server.upgrade(request, options as never)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error // the request is another one's
        }
      return false
    }) as Upgrade
    return {
      upgrade,
      port: this.#plain.port,
      requestIP: (request: Request) => this.#plain.requestIP(request),
      publish: (topic: string, frame: string) => void this.#publishHere(topic, frame),
      stop: (closeActive: boolean) => this.stop(closeActive),
    }
  }

  #serveTls(pair: KeyPair, where: { readonly hostname?: string; readonly port: number; readonly reusePort?: boolean }) {
    const server = Bun.serve({
      ...this.#options,
      hostname: undefined,
      reusePort: false,
      ...where,
      tls: { ...pair },
    } as ServeOptions)
    return server as HttpServer
  }

  async #openTls(pair: KeyPair): Promise<void> {
    const { httpsPort, log } = this.#deps
    const port = this.#tls?.port ?? httpsPort
    try {
      if (!this.#tls && this.#fronts === 0 && port !== 0) requireFree(port)
      const next = this.#serveTls(pair, { port, reusePort: true })
      const before = this.#tls
      this.#tls = next
      this.#pair = pair
      this.#https = { is: 'open' }
      if (before) this.#drain(before)
    } catch (error) {
      this.#https = await stateOf(error, port)
      log.warn({ err: error, port }, 'the port for TLS cannot be opened')
    }
  }

  /** Its sockets stay open; it takes no new ones. */
  #drain(server: HttpServer): void {
    this.#former.add(server)
    void server.stop(false).finally(() => this.#former.delete(server))
  }

  #retire(): void {
    if (this.#tls) this.#drain(this.#tls)
    this.#tls = undefined
    this.#pair = null
    this.#https = CLOSED
  }

  #closeOwn(): void {
    this.#retire()
    void this.#redirects?.stop(true)
    this.#redirects = undefined
    this.#http = CLOSED
  }

  /** The node that asks for a certificate may be another one. */
  #answerOnHttp(request: Request): Response | Promise<Response> {
    const { certificates, front } = this.#deps
    const answer = answerOnHttp(request, certificates)
    const challenge = front && answer.status === 404 ? challengeIn(request) : undefined
    if (!front || challenge === undefined) return answer
    return front.answerOf(challenge).then(
      (other) => (other === undefined ? answer : challengeAnswer(other)),
      () => answer,
    )
  }

  async #openRedirects(): Promise<void> {
    const { httpPort, gate } = this.#deps
    try {
      this.#redirects = Bun.serve({
        port: httpPort,
        reusePort: false,
        idleTimeout: 10,
        maxRequestBodySize: LONGEST_BODY,
        fetch: (request) => {
          const hold = (response: Response) => holdResponse(response, request, gate, [CONTROL])
          const answer = this.#answerOnHttp(request)
          return answer instanceof Promise ? answer.then(hold) : hold(answer)
        },
      })
      this.#http = { is: 'open' }
    } catch (error) {
      const state = await stateOf(error, httpPort)
      if (state.is !== this.#http.is)
        this.#deps.log.warn({ err: error, port: httpPort }, 'the port for challenges cannot be opened')
      this.#http = state
    }
  }
}

/** The options with which the framework opens its listener: it does not hand them out. */
function optionsOf(listen: () => void, around: (options: ServeOptions) => ServeOptions): ServeOptions {
  const { serve } = Bun
  let options: ServeOptions | undefined
  Bun.serve = ((given: ServeOptions) => {
    options = around(given)
    return serve(options)
  }) as typeof Bun.serve
  try {
    listen()
  } finally {
    Bun.serve = serve
  }
  if (!options) throw new Error('the framework has opened no listener')
  return options
}

/** Sharing a port is for our own listeners: another program that has it must be seen. */
function requireFree(port: number): void {
  Bun.serve({ port, reusePort: false, fetch: () => new Response() }).stop(true)
}

async function stateOf(error: unknown, port: number): Promise<PortState> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return { is: 'taken', detail: await nameOnPort(port) }
  if (code === 'EACCES' || code === 'EPERM') return { is: 'forbidden', detail: '' }
  return { is: 'failed', detail: error instanceof Error ? error.message : String(error) }
}

const challengeIn = (request: Request): string | undefined => {
  const { pathname } = addressOf(request)
  return pathname.startsWith(CHALLENGES) ? pathname.slice(CHALLENGES.length) : undefined
}

/** Challenges are answered, and everything else leads to https under the name that the operator has set. */
export function answerOnHttp(request: Request, certificates: Pick<Certificates, 'answerOf' | 'url'>): Response {
  const { pathname, search } = addressOf(request)
  const challenge = challengeIn(request)
  if (challenge !== undefined) {
    const answer = certificates.answerOf(challenge)
    return answer === undefined ? plainText(404, 'no such challenge') : challengeAnswer(answer)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return plainText(405, 'use https', { allow: 'GET, HEAD' })
  const url = certificates.url()
  if (url === null) return plainText(503, 'there is no certificate for this address yet', { 'retry-after': '60' })
  return toHttps(url, pathname, search)
}

const plainText = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers },
  })
