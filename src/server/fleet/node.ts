/**
 * A node of a fleet: connects to the fleet's servers, takes part in placement, and gives the server what it needs of both.
 * Only this folder's callers load it, with `import()`, when BALCAO_FLEET is set.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeCertificate } from '../../fleet/forwarding/identity'
import { type FleetServers, openFleetServers } from '../../fleet/jetstream/open'
import { installationOf } from '../../fleet/keys'
import { NodeNameTaken } from '../../fleet/placement/lease'
import type { Placement } from '../../fleet/placement/placement'
import { VersionTooFar } from '../../fleet/placement/versions'
import { FleetRefused, ServersNotReady } from '../../fleet/refused'
import { isOnStandby } from '../../operator/standby'
import { CONTROL } from '../../platform/gate'
import { lockDataFolder } from '../../platform/lock'
import { findSecret } from '../../platform/secret'
import type { Server } from '../server'
import { readNodeCertificate } from './certificate'
import type { CompanyLoads } from './company-loads'
import type { FleetControlOfNode } from './control'
import type { AskOwner } from './control-asking'
import type { ControlHolds } from './control-holds'
import { createNode, type NodeParts } from './create-node'
import type { Lending } from './lending'
import type { FleetMedia, FleetMediaDeps } from './media'
import type { FleetNodeOptions } from './node-options'
import type { FleetParts } from './parts'
import type { Parting } from './product'

export type FleetNode = {
  /** For `openServer`. */
  readonly parts: FleetParts
  readonly placement: Placement
  readonly certificate: NodeCertificate
  /** Answers what other nodes ask of control.db (`answer`). */
  readonly control: FleetControlOfNode
  /** How the owner of control.db is asked. */
  askControlBy(ask: AskOwner): void
  /** Media of its companies. Answers what other nodes ask (`answer`). */
  readonly media: FleetMedia
  /** How other nodes are asked for media. */
  askMediaBy(ask: FleetMediaDeps['askNode']): void
  /** How much of this node its companies take, for nodes that ask. */
  readonly loads: CompanyLoads
  /** How another node is asked for its `loads`. */
  askLoadsBy(ask: (node: string) => Promise<unknown>): void
  /** Calls `call` when the owner of a company may have changed, or of any company. Returns what ends this. */
  onOwnersChanged(call: (company?: string) => void): () => void
  /** Calls `call` before a company is closed here, which waits for what it returns, half a second at most. */
  onParting(call: Parting): void
  /** Calls `call` when a company is open here. */
  onArrival(call: (company: string) => void): void
  /** Resolves when an order to leave is carried out: the process ends then. */
  readonly left: Promise<void>
  /** For commands that replace a company's folder. */
  readonly lending: Lending
  /** For commands that write control.db for hours. */
  readonly controlHolds: ControlHolds
  /** From now on companies are opened here. */
  attach(server: Server): void
  /** Hands all companies over, while the server still runs. */
  handOver(): Promise<void>
  /** After the server has closed. */
  close(): Promise<void>
}

/** How long a node takes to end, at most: less than its process has. */
const END_MS = 7000
/** How long the start waits for the NATS servers, and how often it looks. */
const [SERVERS_MS, SERVERS_PAUSE_MS] = [60_000, 500]

/** Throws `FleetRefused` with sentences for the operator, and leaves nothing behind then. */
export async function openFleetNode(options: FleetNodeOptions): Promise<FleetNode> {
  const { settings, dataDir, clock } = options
  const certificate = readNodeCertificate(settings, clock())
  mkdirSync(join(dataDir, 'tenants'), { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(dataDir)
  let servers: FleetServers | undefined
  try {
    const secret = findSecret(dataDir)
    if (!secret)
      throw new FleetRefused([
        `${join(dataDir, 'secret.key')} is missing: all nodes of a fleet share it, and balcao fleet join brings it here`,
      ])
    if (isOnStandby(dataDir))
      throw new FleetRefused([
        `${dataDir} was restored from a backup and is on standby, which other nodes would not know. Leave out the BALCAO_FLEET settings, start it, and activate it first: balcao activate --data ${dataDir}`,
      ])
    servers = await openServersWhenReady(options, installationOf(secret))
    const node = await createNode(options, { secret, servers })
    await node.start()
    return nodeOf(node, { certificate, servers, release: lock.release })
  } catch (error) {
    await servers?.close()
    lock.release()
    if (error instanceof NodeNameTaken || error instanceof VersionTooFar) throw new FleetRefused([error.message], error)
    throw error
  }
}

/** Machines start in any order, and the servers elect a leader first. What waiting does not help is refused at once. */
async function openServersWhenReady(
  { settings, clock, log, serversWithin = SERVERS_MS }: FleetNodeOptions,
  installation: string,
): Promise<FleetServers> {
  const end = performance.now() + serversWithin
  for (let said = ''; ; ) {
    try {
      return await openFleetServers(settings, installation, clock)
    } catch (error) {
      if (!(error instanceof ServersNotReady) || performance.now() >= end) throw error
      if (error.message !== said)
        log.warn({ reasons: error.reasons }, 'the NATS servers are not ready: the start waits')
      said = error.message
    }
    await Bun.sleep(SERVERS_PAUSE_MS)
  }
}

function nodeOf(
  { parts, placement, control, media, loads, hooks, lending, controlHolds, attach, stop }: NodeParts,
  held: { readonly certificate: NodeCertificate; readonly servers: FleetServers; release(): void },
): FleetNode {
  let endAt: number | undefined
  return {
    parts,
    placement,
    certificate: held.certificate,
    control,
    media,
    askControlBy(ask) {
      hooks.askControl = ask
    },
    askMediaBy(ask) {
      hooks.askMedia = ask
    },
    loads,
    askLoadsBy(ask) {
      hooks.askLoads = ask
    },
    onOwnersChanged(call) {
      hooks.ownersChanged.add(call)
      return () => void hooks.ownersChanged.delete(call)
    },
    onParting: (call) => void hooks.partings.add(call),
    onArrival: (call) => void hooks.arrivals.add(call),
    left: hooks.left.promise,
    lending,
    controlHolds,
    attach,
    handOver() {
      endAt = performance.now() + END_MS
      return placement.handOver((company) => company !== CONTROL)
    },
    async close() {
      // Without the servers, some of it waits for answers that nobody needs any more.
      await (endAt === undefined ? stop() : Promise.race([stop(), Bun.sleep(Math.max(0, endAt - performance.now()))]))
      await held.servers.close()
      held.release()
    },
  }
}
