/**
 * Stands before the program's handlers on a node of a fleet: what concerns a company of another node goes there, everything
 * else is answered here.
 */
import type { Server as BunServer } from 'bun'
import { fail } from '../../errors'
import { addressOf } from '../../platform/address'
import { forwardingErrors } from './errors'
import { Forwarder, type ForwarderDeps } from './forwarder'
import type { Person } from './protocol'
import { type RelayLimits, Relays } from './relays'

type HttpServer = BunServer<unknown>
type Answer = Response | undefined | Promise<Response | undefined>
/** Undefined if the request has become a socket. */
type Handle = (request: Request, server: HttpServer) => Answer

export type DoorDeps = ForwarderDeps & {
  /** The company that a request concerns; undefined for none, and for one that does not exist. No promise for a socket. */
  companyOf(request: Request): string | undefined | Promise<string | undefined>
  /** Who asks, behind trusted proxies. Throws an `AppError` if the host is invalid. */
  personOf(request: Request, server: HttpServer): Person
  readonly relays?: RelayLimits
  /** Runs around what is handled here. */
  here?(company: string, handle: () => Answer): Answer
  /** The answer to a request that is not handled. */
  refuse(error: unknown, request: Request): Response
}

export class Door {
  readonly #deps: DoorDeps
  readonly #forwarder: Forwarder
  readonly #relays: Relays

  constructor(deps: DoorDeps) {
    this.#deps = deps
    this.#forwarder = new Forwarder(deps)
    this.#relays = new Relays({
      peers: this.#forwarder.peers,
      ...(deps.relays && { limits: deps.relays }),
      findOwner: (company, headers, person) => this.#forwarder.findOwner(company, headers, person),
    })
  }

  /** Requests and sockets that are forwarded now. */
  get load() {
    return { requests: this.#forwarder.peers.open, sockets: this.#relays.size }
  }

  around(handle: Handle): Handle {
    return (request, server) => {
      try {
        const company = this.#deps.companyOf(request)
        if (!(company instanceof Promise)) return this.#lead(handle, request, server, company)
        return company
          .then((found) => this.#lead(handle, request, server, found))
          .catch((error) => this.#deps.refuse(error, request))
      } catch (error) {
        return this.#deps.refuse(error, request)
      }
    }
  }

  #lead(handle: Handle, request: Request, server: HttpServer, company: string | undefined): Answer {
    if (company === undefined) return handle(request, server)
    const { here: around = plainly } = this.#deps
    const here = () => (isSocket(request) ? handle(request, server) : around(company, () => handle(request, server)))
    if (this.#deps.ownerOf(company).at === 'here') return here()
    const person = this.#deps.personOf(request, server)
    if (isSocket(request)) return this.#openRelay(request, server, company, person)
    return this.#forwarder
      .forward(request, company, person, here)
      .catch((error) => (request.signal.aborted ? nobodyReads() : this.#deps.refuse(error, request)))
  }

  /** Call it when owners may have changed: of one company, or of any. */
  ownersChanged(company?: string): void {
    this.#forwarder.ownersChanged(company)
    this.#relays.ownersChanged(this.#deps.ownerOf, company)
  }

  close(): void {
    this.#relays.close()
    this.#forwarder.close()
  }

  #openRelay(request: Request, server: HttpServer, company: string, person: Person): Response | undefined {
    const relay = this.#relays.create(request, company, person)
    if (!relay) return fail(forwardingErrors.ERR_COMPANY_MOVING, { retryAfter: 5 })
    if (server.upgrade(request, { data: relay } as never)) return undefined
    relay.end(1002, 'not a socket')
    return fail('ERR_INVALID_INPUT', [{ field: 'upgrade', message: 'form.invalid' }])
  }
}

const plainly = (_company: string, handle: () => Answer): Answer => handle()

/** The person has left, which is no fault. */
const nobodyReads = () => new Response(null, { status: 499 })

export const isSocket = (request: Request): boolean =>
  request.method === 'GET' &&
  addressOf(request).pathname.startsWith('/ws/') &&
  /websocket/i.test(request.headers.get('upgrade') ?? '')
