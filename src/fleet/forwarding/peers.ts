/**
 * The other nodes, as this one sends requests to them: one pool of kept connections each, and a bound for what is open, so
 * that a node which does not answer holds up nobody but its own companies.
 */
import { createTally } from '../../platform/limiter'
import type { Clock } from '../../platform/time'
import { passOn, sentOnce } from './bodies'
import { cleanAnswer } from './headers'
import { createPasses, type NodeCertificate, tlsNameOf } from './identity'
import { ASKS, PASS, PROTOCOL, type Refusal, refusalIn, SPEAKS } from './protocol'

/** A node and where it listens, such as `https://10.1.0.2:7443`. */
export type PeerAddress = { readonly node: string; readonly url: string }

/** What was read of a body beforehand can be sent again; a stream cannot. */
export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export type Sending = {
  readonly company: string
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Headers
  readonly body: Body | null
  readonly signal: AbortSignal
}

/**
 * `refused`: the node did not begin. `unreached`: nothing was sent. `busy`: too much is open already. `lost`: the node may
 * have begun.
 */
export type Outcome =
  | { readonly is: 'answered'; readonly response: Response }
  | { readonly is: 'refused'; readonly refusal: Refusal }
  | { readonly is: 'unreached' | 'busy' | 'lost'; readonly reason: string }

/** Idle connections are closed by this side first. */
const IDLE_SECONDS = 60
const OPEN_PER_COMPANY = 64
/** The runtime makes so many requests at a time, to whatever server; more of them wait. */
const REQUESTS_AT_A_TIME = Number(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS) || 256
/** Left to everything else that calls other servers. */
const KEPT_FREE = Math.ceil(REQUESTS_AT_A_TIME / 4)
/** Answers up to this length are read before they begin. A person who reads slowly keeps them in memory. */
const READ_WHOLE = 256 * 1024

/** Codes of errors before anything was sent. */
const UNREACHED =
  /^(?:ConnectionRefused|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|FailedToOpenSocket|DNS\w*|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+)$/

type Peer = {
  readonly node: string
  readonly url: string
  readonly session: Bun.FetchSession
  open: number
  protocol: string
}

export class Peers {
  readonly #certificate: NodeCertificate
  readonly #passTo: (node: string) => Promise<string>
  readonly #peers = new Map<string, Peer>()
  readonly #companies = createTally()
  /** Newest first. */
  readonly #protocols: readonly string[]
  #open = 0

  constructor(certificate: NodeCertificate, clock: Clock, protocols: readonly string[]) {
    this.#certificate = certificate
    this.#protocols = protocols
    this.#passTo = createPasses(certificate, clock)
  }

  /** Requests that are open now. */
  get open(): number {
    return this.#open
  }

  /** For a socket to this node: TLS, and the headers by which the node knows this one. */
  async introduce(to: PeerAddress) {
    const headers = { [PROTOCOL]: this.#peerAt(to).protocol, [PASS]: await this.#passTo(to.node) }
    return { tls: { ...this.#certificate, serverName: tlsNameOf(to.node) }, headers }
  }

  async send(to: PeerAddress, sending: Sending): Promise<Outcome> {
    const peer = this.#peerAt(to)
    const { company } = sending
    // Each slow node takes at most half of what others have left, so there is always room for one more.
    if (peer.open >= (REQUESTS_AT_A_TIME - KEPT_FREE - this.#open + peer.open) / 2)
      return { is: 'busy', reason: `${peer.open} requests to the node are open` }
    if (this.#companies.at(company) >= OPEN_PER_COMPANY)
      return { is: 'busy', reason: `${OPEN_PER_COMPANY} requests of the company are open` }
    peer.open++
    this.#open++
    this.#companies.enter(company)
    let isOpen = true
    const end = () => {
      if (!isOpen) return
      isOpen = false
      peer.open--
      this.#open--
      this.#companies.leave(company)
    }
    try {
      return await this.#ask(peer, sending, end)
    } catch (error) {
      end()
      return outcomeOf(error)
    }
  }

  /** Whether the node would take the company's request: `answered` if so. */
  ask(to: PeerAddress, { company, headers, signal }: Sending): Promise<Outcome> {
    const asking = new Headers(headers)
    for (const name of ['content-type', 'content-encoding']) asking.delete(name)
    asking.set(ASKS, 'owner')
    return this.send(to, { company, headers: asking, signal, method: 'GET', target: '/', body: null })
  }

  close(): void {
    for (const { session } of this.#peers.values()) session.close()
    this.#peers.clear()
  }

  #peerAt({ node, url }: PeerAddress): Peer {
    const known = this.#peers.get(node)
    if (known?.url === url) return known
    known?.session.close() // it has started anew
    const tls = { ...this.#certificate, serverName: tlsNameOf(node) }
    const session = new Bun.FetchSession({ tls, proxy: false, keepAlive: { idleTimeout: IDLE_SECONDS } })
    const peer = { node, url, session, open: 0, protocol: this.#protocols[0] ?? '' }
    this.#peers.set(node, peer)
    return peer
  }

  /** An older node is spoken to in the newest protocol that both know, until it starts anew. */
  #agree(peer: Peer, spoken: readonly string[]): void {
    peer.protocol = this.#protocols.find((one) => spoken.includes(one)) ?? peer.protocol
  }

  async #ask(peer: Peer, { method, target, headers, body, signal }: Sending, end: () => void): Promise<Outcome> {
    headers.set(PROTOCOL, peer.protocol)
    headers.set(PASS, await this.#passTo(peer.node))
    const response = await peer.session.fetch(peer.url + target, {
      method,
      headers,
      body: body instanceof Uint8Array ? sentOnce(body) : body,
      signal,
      redirect: 'manual',
      decompress: false,
    })
    const refusal = refusalIn(response)
    if (refusal !== undefined) {
      await response.body?.cancel()
      end()
      if (refusal === 'protocol') this.#agree(peer, (response.headers.get(SPEAKS) ?? '').split(','))
      return { is: 'refused', refusal }
    }
    cleanAnswer(response)
    if (isShort(response, method)) {
      // Read whole: a node that dies meanwhile has not answered, and the length reaches the browser.
      const whole = response.body && method !== 'HEAD' ? new Response(await response.bytes(), response) : response
      end()
      return { is: 'answered', response: whole }
    }
    return { is: 'answered', response: new Response(response.body && passOn(response.body, { ended: end }), response) }
  }
}

function isShort({ body, headers }: Response, method: string): boolean {
  return method === 'HEAD' || body === null || Number(headers.get('content-length') ?? Infinity) <= READ_WHOLE
}

function outcomeOf(error: unknown): Outcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = code || (error instanceof Error ? error.message : String(error))
  return { is: UNREACHED.test(code) ? 'unreached' : 'lost', reason }
}
