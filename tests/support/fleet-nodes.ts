/** Nodes of a fleet in this process: an outer and an inner listener each, around handlers of a test. */
import type { Server as BunServer, ServerWebSocket } from 'bun'
import { AppError } from '../../src/errors'
import { Door } from '../../src/fleet/forwarding/door'
import type { NodeCertificate } from '../../src/fleet/forwarding/identity'
import { InnerListener } from '../../src/fleet/forwarding/inner-listener'
import { ownersSeenFrom } from '../../src/fleet/forwarding/owners'
import { createVisitor } from '../../src/platform/visitor'
import { afterThisTest } from '../survival/support/cleanups'
import { newAuthority } from './fleet-certificates'

type Server = BunServer<unknown>
export type NodeRequest = {
  readonly request: Request
  readonly path: string
  /** As the product's handlers find it. */
  readonly visitor: ReturnType<typeof createVisitor>
  readonly server: { requestIP(request: Request): { address: string } | null; upgrade: Server['upgrade'] }
}
export type Handle = (given: NodeRequest) => Response | undefined | Promise<Response | undefined>

/** The same handlers as the framework's: a socket's data has what is called. */
type SocketData = {
  open?(ws: unknown): void
  message?(ws: unknown, frame: string | Buffer): void
  drain?(ws: unknown): void
  close?(ws: unknown, code: number, reason: string): void
}
const websocket = {
  open: (ws: ServerWebSocket<SocketData>) => ws.data.open?.(ws),
  message: (ws: ServerWebSocket<SocketData>, frame: string | Buffer) => ws.data.message?.(ws, frame),
  drain: (ws: ServerWebSocket<SocketData>) => ws.data.drain?.(ws),
  close: (ws: ServerWebSocket<SocketData>, code: number, reason: string) => ws.data.close?.(ws, code, reason),
  idleTimeout: 120,
  maxPayloadLength: 64 * 1024,
  backpressureLimit: 1024 * 1024,
  closeOnBackpressureLimit: true,
}

export const COMPANY = '00000000-0000-4000-8000-000000000001'

export type NodeOptions = {
  readonly handle: Handle
  readonly certificate?: NodeCertificate
  readonly trustProxy?: readonly string[]
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly moveWithin?: number
  readonly answerWithin?: number
  readonly finishWithin?: number
  readonly maxRequestBodySize?: number
  readonly protocols?: readonly string[]
  readonly firstFrameWithin?: number
  readonly pingEvery?: number
  readonly silentPerNetwork?: number
  readonly companyOf?: (request: Request) => string | undefined
}

/** A fleet whose companies are where `owners` says; nobody owns what it does not name. */
export function newFleet(authority = newAuthority()) {
  const owners = new Map<string, string>()
  /** What the nodes believe. */
  const known = new Map<string, string>()
  const nodes = new Map<string, Node>()
  type Node = ReturnType<typeof open>

  function open(name: string, options: NodeOptions) {
    const { handle, certificate = authority.node(name), trustProxy = [], tls, ...limits } = options
    const visitor = createVisitor({ trustProxy, publicUrl: null })
    const warnings: object[] = []
    const faults: unknown[] = []
    const answer = (request: Request, outer: Server) => {
      const server = inner.joinedTo(outer as never) as NodeRequest['server']
      const path = new URL(request.url, 'http://localhost').pathname
      return handle({ request, path, visitor, server })
    }
    const shared = { websocket, maxRequestBodySize: options.maxRequestBodySize ?? 8 * 1024 ** 3 }
    const inner = new InnerListener({
      node: name,
      certificate,
      hostname: '127.0.0.1',
      port: 0,
      options: shared,
      handle: answer,
      owns: (company) => {
        const isOwner = owners.get(company) === name
        if (!isOwner) node.refused++
        return isOwner
      },
      ...(options.protocols && { protocols: options.protocols }),
    })
    const self = { node: name, url: `https://127.0.0.1:${inner.port}` }
    const ownerOf = ownersSeenFrom(name, {
      owns: (company) => known.get(company) === name,
      ownerOf: (company) => nodes.get(known.get(company) ?? '')?.self,
    })
    const door = new Door({
      self,
      certificate,
      ownerOf,
      companyOf: (request: Request) =>
        request.headers.get('x-company') ?? (request.url.includes('/ws/') ? COMPANY : undefined),
      personOf: (request, server) => ({
        address: visitor.addressOf(request, server),
        network: visitor.networkOf(request, server),
        origin: visitor.originOf(request, server),
      }),
      refuse(error) {
        if (error instanceof AppError)
          return Response.json({ error: error.code, details: error.details }, { status: error.status })
        faults.push(error)
        return Response.json({ error: String(error) }, { status: 500 })
      },
      log: { warn: (fields: object) => void warnings.push(fields) } as never,
      ...limits,
      relays: limits,
    })
    const outer: Server = Bun.serve({
      ...shared,
      ...(tls && { tls }),
      hostname: '127.0.0.1',
      port: 0,
      idleTimeout: 60,
      development: false,
      fetch: door.around(answer),
    } as never) as Server
    const node = {
      /** Requests of companies that it does not own. */
      refused: 0,
      name,
      self,
      door,
      inner,
      outer,
      warnings,
      /** Errors that are no answers. */
      faults,
      url: `http${tls ? 's' : ''}://127.0.0.1:${outer.port}`,
      async stop() {
        door.close()
        await Promise.all([outer.stop(true), inner.stop(true)])
      },
    }
    nodes.set(name, node)
    afterThisTest(() => node.stop())
    return node
  }

  return {
    authority,
    open,
    /** Tells all nodes. */
    move(company: string, node: string | undefined) {
      for (const map of [owners, known])
        if (node === undefined) map.delete(company)
        else map.set(company, node)
      for (const { door } of nodes.values()) door.ownersChanged(company)
    },
    /** The nodes have not heard of it yet. */
    moveSilently: (company: string, node: string | undefined) => {
      if (node === undefined) owners.delete(company)
      else owners.set(company, node)
    },
    /** Another address for a node, as after a crash. */
    replace: (name: string, url: string) => {
      const node = nodes.get(name)
      if (node) nodes.set(name, { ...node, self: { node: name, url } })
    },
  }
}
