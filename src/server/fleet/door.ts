/**
 * The doors of a node in a fleet: people's requests go on to the node of their company, and come from other nodes over the inner
 * listener, where nodes also ask each other.
 */
import type { Server as BunServer } from 'bun'
import type { DefinedError } from '../../errors'
import { Door, isSocket } from '../../fleet/forwarding/door'
import type { NodeCertificate } from '../../fleet/forwarding/identity'
import { InnerListener, type InnerListenerDeps } from '../../fleet/forwarding/inner-listener'
import { type Owner, ownersSeenFrom } from '../../fleet/forwarding/owners'
import { type PeerAddress, Peers } from '../../fleet/forwarding/peers'
import { PROTOCOLS } from '../../fleet/forwarding/protocol'
import { Running } from '../../fleet/forwarding/running'
import type { Nodes } from '../../fleet/nodes'
import { CHALLENGES } from '../../operator/certificates/checks'
import { addressOf } from '../../platform/address'
import { type Away, awayError, awayReason } from '../../platform/away'
import type { Route } from '../../platform/every-request'
import type { Gate } from '../../platform/gate'
import { createErrorAnswer } from '../../platform/http'
import { createAllowance } from '../../platform/limiter'
import type { Log } from '../../platform/log'
import { type Clock, MINUTE, SECOND, systemClock } from '../../platform/time'
import type { Visitor } from '../../platform/visitor'
import { COMPANY_AWAY, SERVED_AGAIN } from '../../platform/wire'
import { MOST_BODY, socketLimits } from '../http-limits'
import type { Front } from '../listeners'
import { challengeAnswer } from '../own-address'
import type { Server } from '../server'
import { failedAnswer, InternalDoor } from './internal'
import { relayOperatorEvents } from './operator-events'
import { answerQuestions, CHALLENGE, readCompaniesEverywhere, shareCertificates } from './questions'
import { createRouting, type Routing } from './routing'
import { createTokenSearch } from './token-search'

export type FleetDoorDeps = {
  /** The name of this node, as its certificate has it. */
  readonly node: string
  /** BALCAO_FLEET_ADDRESS: `host:port`. Port 0 takes a free one, for tests. */
  readonly address: string
  readonly certificate: NodeCertificate
  /** Whether this node may answer for the company, whose files are open here. `CONTROL` for control.db. */
  owns(company: string): boolean
  /** What a command does with a company of this node, if that takes longer than its requests wait. */
  workOn(company: string): Away | undefined
  /** Undefined while nobody owns it. */
  ownerOf(company: string): PeerAddress | undefined
  /** Where each node that lives is reached, this one too. */
  listNodes(): readonly PeerAddress[]
  /** Of this node. */
  readonly gate: Gate
  readonly log: Log
  readonly clock?: Clock
  /** How long a request waits while its company has no owner. */
  readonly moveWithin?: number
}

/** What the door needs of the program once it is there. */
export type Inside = {
  readonly server: Server
  readonly routes: readonly Route[]
  readonly visitor: Visitor
}

/**
 * Opens the inner listener at once: it answers nodes, and refuses people's requests until `frontOf` has the handlers.
 *
 * Needs of placement: `owns` and `ownerOf` (a company is owned here once its files are open, until it is parted with), the nodes
 * that live, and a call of `ownersChanged` after each change of either: of one company, or of any. `nodes` goes to `openServer` as
 * `FleetParts.nodes`, `frontOf(…)` to `Listeners` as `front`. `close` refuses what is new, before companies are handed over; the
 * listeners stop the rest.
 */
export type FleetDoor = {
  /** Where other nodes reach this one. */
  readonly url: string
  readonly nodes: Nodes
  frontOf(inside: Inside): Front
  ownersChanged(company?: string): void
  /** The company is about to leave: its requests wait for the next owner. Resolves when those that have begun are handled. */
  part(company: string): Promise<void>
  /** The company is open here: what waits for it goes on. */
  arrived(company: string): void
  close(): void
  /** For a start that failed, and after the listeners. */
  stop(): Promise<void>
}

/** Challenges that strangers make up. */
const CHALLENGES_A_MINUTE = { most: 60, window: MINUTE }
const CHALLENGE_WITHIN = 3 * SECOND
const LONGEST_CHALLENGE = 200

export function createFleetDoor(deps: FleetDoorDeps): FleetDoor {
  const { node, certificate, ownerOf, listNodes, log, clock = systemClock } = deps
  const peers = new Peers(certificate, clock, PROTOCOLS)
  const running = new Running()
  const owns = (company: string): boolean => {
    if (deps.owns(company)) return !running.isParting(company)
    running.parted(company)
    return false
  }
  const seen = ownersSeenFrom(node, { owns, ownerOf })
  const errors: DefinedError[] = []
  const nodes = new InternalDoor({
    node,
    peers,
    ownerOf: seen,
    addressOf: (name) => listNodes().find((one) => one.node === name),
    errors,
    gate: deps.gate,
    log,
  })
  let routing: Routing = () => undefined
  let visitor: Visitor | undefined
  let handle: Handle | undefined
  const refuse = createErrorAnswer(log, () => false)
  const inner = openInner(deps, nodes, {
    owns: (company) => handle !== undefined && owns(company),
    answerAway(company) {
      const work = deps.workOn(company)
      return work && ((request, server) => answerAway(work, { request, server, refuse }))
    },
    answerNodeAway(company) {
      const work = deps.workOn(company)
      return work && failedAnswer(awayError(work))
    },
    handle: (request, server, company) =>
      isSocket(request) ? handle?.(request, server) : running.during(company, () => handle?.(request, server)),
  })
  const url = `https://${deps.address.replace(/:\d+$/, '')}:${inner.port}`
  const door = new Door({
    self: { node, url: `https://127.0.0.1:${inner.port}` },
    certificate,
    peers,
    ownerOf: seen,
    requireThere(company) {
      const work = deps.workOn(company)
      if (work) throw awayError(work)
    },
    companyOf: (request) => routing(request),
    personOf: (request, server) => {
      if (!visitor) throw new Error('a request came before its handlers')
      return {
        address: visitor.addressOf(request, server),
        network: visitor.networkOf(request, server),
        origin: visitor.originOf(request, server),
      }
    },
    here: (company, handle) => running.during(company, handle),
    refuse: (error, request) => refuse('UNKNOWN', error, request),
    log,
    clock,
    ...(deps.moveWithin !== undefined && { moveWithin: deps.moveWithin }),
  })
  let server: Server | undefined

  return {
    url,
    nodes,
    frontOf(inside) {
      ;({ server, visitor } = inside)
      errors.push(...server.modules.flatMap(({ errors: own = {} }) => Object.values(own)))
      const names = () => listNodes().map((one) => one.node)
      answerQuestions(nodes, server)
      const others = () => names().filter((name) => name !== node)
      readCompaniesEverywhere(nodes, server, (company) => ownerOf(company)?.node)
      shareCertificates(nodes, server, others)
      relayOperatorEvents({ node, nodes, listNodes, owns, ownerOf, server })
      const findByToken = createTokenSearch({ ask: nodes.ask, listNodes: names, clock })
      routing = createRouting({ ...server, findByToken, visitor, routes: inside.routes })
      const findAnswer = createChallengeSearch(nodes, names, clock)
      return {
        around(options) {
          nodes.open()
          // The runtime's own routes would get round the door; the framework's handler has all of them.
          const { fetch, routes: _, ...rest } = options as { fetch: Handle; routes?: object } // as the framework makes them
          handle = fetch
          return { ...rest, fetch: answeringChallenges(door.around(handle), inside.server, findAnswer) } as never // see above
        },
        join: (outer) => inner.joinedTo(outer),
        publish: (topic, frame) => inner.publish(topic, frame),
        answerOf: findAnswer,
      }
    },
    ownersChanged(company) {
      nodes.changed(company)
      door.ownersChanged(company)
      server?.tokenDirectory.companiesCame()
      if (server) endSocketsServedElsewhere(server, seen, company)
    },
    part: (company) => running.part(company),
    arrived: (company) => running.parted(company),
    close: () => inner.close(),
    async stop() {
      door.close()
      await inner.stop(true)
    },
  }
}

type Handle = Parameters<Door['around']>[0]

type Handling = Pick<InnerListenerDeps, 'owns' | 'handle' | 'answerAway' | 'answerNodeAway'>

type AwayRequest = Readonly<{
  request: Request
  server: BunServer<unknown>
  refuse: ReturnType<typeof createErrorAnswer>
}>

/** A socket that is refused could not say why, so it is opened and closed. */
function answerAway(away: Away, { request, server, refuse }: AwayRequest): Response | undefined {
  if (
    isSocket(request) &&
    server.upgrade(request, { data: { open: (ws: Socket) => ws.close(COMPANY_AWAY, awayReason(away)) } as never })
  )
    return undefined
  return refuse('UNKNOWN', awayError(away), request)
}

/** At its address if this machine has that one, and else at all: a container does not have the address of its host. */
function openInner({ node, address, certificate, clock }: FleetDoorDeps, nodes: InternalDoor, handling: Handling) {
  const { hostname, port } = new URL(`https://${address}`)
  const open = (at: string) =>
    new InnerListener({
      node,
      certificate,
      hostname: at,
      port: Number(port || 443),
      options: { websocket: { ...socketHandlers, ...socketLimits }, maxRequestBodySize: MOST_BODY },
      internal: nodes.take,
      ...handling,
      ...(clock && { clock }),
    })
  try {
    return open(hostname.replace(/^\[(.*)\]$/, '$1'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NOT_HERE.has(String(error.code)))) throw error
    return open('0.0.0.0')
  }
}
const NOT_HERE: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND'])

type SocketData = {
  open?(ws: unknown): void
  message?(ws: unknown, frame: string | Buffer): void
  drain?(ws: unknown): void
  close?(ws: unknown, code: number, reason: string): void
}
type Socket = { readonly data: SocketData; close(code: number, reason: string): void }
/** As the framework's own: a socket's data has what is called. */
const socketHandlers = {
  open: (ws: Socket) => ws.data.open?.(ws),
  message: (ws: Socket, frame: string | Buffer) => ws.data.message?.(ws, frame),
  drain: (ws: Socket) => ws.data.drain?.(ws),
  close: (ws: Socket, code: number, reason: string) => ws.data.close?.(ws, code, reason),
}

/** Pages that are open here connect again, and are led to the company's new node. While it has none, they stay. */
function endSocketsServedElsewhere({ hub }: Pick<Server, 'hub'>, seen: (company: string) => Owner, company?: string) {
  for (const listener of hub.all()) {
    const { tenantUuid } = listener.actor
    if (company !== undefined && tenantUuid !== company) continue
    if (seen(tenantUuid).at === 'there') listener.close(SERVED_AGAIN, 'another node serves this company')
  }
}

/** Asks the other nodes for the answer to a certificate authority. */
function createChallengeSearch(nodes: Nodes, names: () => readonly string[], clock: Clock) {
  const asked = createAllowance(clock, CHALLENGES_A_MINUTE)
  return async (challenge: string): Promise<string | undefined> => {
    if (challenge.length > LONGEST_CHALLENGE || asked.take('') > 0) return undefined
    const questions = names().map((node) =>
      nodes.ask({ node }, CHALLENGE, { challenge }, { within: CHALLENGE_WITHIN, shows: [] }),
    )
    const answers = await Promise.allSettled(questions)
    return answers.flatMap((one) => (one.status === 'fulfilled' && typeof one.value === 'string' ? [one.value] : []))[0]
  }
}

/** Another node may be the one that asks for the certificate. */
const answeringChallenges =
  (handle: Handle, { certificates }: Server, find: (challenge: string) => Promise<string | undefined>): Handle =>
  (request, server) => {
    if (!request.url.includes(CHALLENGES)) return handle(request, server)
    const challenge = addressOf(request).pathname.slice(CHALLENGES.length)
    if (certificates.answerOf(challenge) !== undefined) return handle(request, server)
    return find(challenge).then((answer) => (answer === undefined ? handle(request, server) : challengeAnswer(answer)))
  }
