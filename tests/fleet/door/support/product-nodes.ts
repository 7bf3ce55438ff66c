/** Nodes of a fleet with the product's whole app, as `main.ts` wires it. Their folders are copies, so each could answer. */
import type { Server as BunServer } from 'bun'
import type { NodeCertificate } from '../../../../src/fleet/forwarding/identity'
import type { CompanyStatus } from '../../../../src/fleet/placement/status'
import type { FleetView } from '../../../../src/fleet/view'
import { CONTROL } from '../../../../src/platform/gate'
import { createVisitor } from '../../../../src/platform/visitor'
import { createFleetDoor, type FleetDoor } from '../../../../src/server/fleet/door'
import { type Front, Listeners } from '../../../../src/server/listeners'
import { newAuthority } from '../../../support/fleet-certificates'
import type { World } from '../../../support/world'
import { afterThisTest } from '../../../survival/support/cleanups'

type Handle = (request: Request, server: BunServer<unknown>) => Response | Promise<Response>

export type ProductNode = {
  readonly name: string
  readonly w: World
  readonly door: FleetDoor
  readonly url: string
  readonly port: number
  /** Method and path of each request that this node has handled itself. */
  readonly handled: string[]
}

const NO_STATUS: Omit<CompanyStatus, 'uuid' | 'owner'> = {
  name: null,
  last: '',
  epoch: 1,
  schema: 1,
  lag: null,
  standby: null,
  isStandbyReady: false,
}

export function newProductFleet() {
  const authority = newAuthority()
  /** By company; `CONTROL` for control.db. */
  const owners = new Map<string, string>()
  const doors = new Map<string, FleetDoor>()
  const certificates = new Map<string, NodeCertificate>()
  const addressOf = (node: string | undefined) => {
    const door = doors.get(node ?? '')
    return node === undefined || !door ? undefined : { node, url: door.url }
  }

  function openDoor(name: string, w: World, moveWithin?: number): FleetDoor {
    const certificate = authority.node(name)
    certificates.set(name, certificate)
    const door = createFleetDoor({
      node: name,
      address: '127.0.0.1:0',
      certificate,
      owns: (company) => owners.get(company) === name,
      workOn: () => undefined,
      ownerOf: (company) => addressOf(owners.get(company)),
      listNodes: () => [...doors.keys()].flatMap((node) => addressOf(node) ?? []),
      gate: w.server.gate,
      log: w.server.log,
      ...(moveWithin !== undefined && { moveWithin }),
    })
    doors.set(name, door)
    return door
  }

  function open(name: string, w: World, { moveWithin }: { readonly moveWithin?: number } = {}): ProductNode {
    const door = openDoor(name, w, moveWithin)
    const owns = (uuid: string) => owners.get(uuid) === name
    const fleet: Partial<FleetView> = {
      node: name,
      owns,
      isServing: () => true,
      countOwned: () => [...owners.values()].filter((owner) => owner === name).length,
      adopt: async (uuid) => void owners.set(uuid, name),
      forget: async (uuid) => void owners.delete(uuid),
      bring: async () => {},
      findMove: () => undefined,
      listRunning: () => [...doors.keys()],
      status: () => ({ nodes: [], companies: [...owners].map(([uuid, owner]) => ({ ...NO_STATUS, uuid, owner })) }),
    }
    Object.assign(w.server, { nodes: door.nodes, fleet })
    const visitor = createVisitor({ trustProxy: [], publicUrl: null })
    const handled: string[] = []
    const front = door.frontOf({ server: w.server, routes: w.app.routes, visitor })
    const noting: Front = {
      ...front,
      around(options) {
        const { fetch } = options as unknown as { fetch: Handle }
        const noted: Handle = (request, server) => {
          handled.push(`${request.method} ${new URL(request.url).pathname}`)
          return fetch(request, server)
        }
        return front.around({ ...options, fetch: noted } as never)
      },
    }
    const listeners = new Listeners({
      app: w.app,
      certificates: w.server.certificates,
      gate: w.server.gate,
      log: w.server.log,
      front: noting,
      host: '127.0.0.1',
      port: 0,
      httpPort: 0,
      httpsPort: 0,
    })
    w.server.hub.broadcastWith((topic, frame) => listeners.publish(topic, frame))
    afterThisTest(async () => {
      door.close()
      await door.stop()
      await listeners.stop(true)
    })
    const { plain: port } = listeners.ports
    return { name, w, door, url: `http://127.0.0.1:${port}`, port, handled }
  }

  return {
    open,
    owners,
    /** Tells all nodes. Undefined: nobody owns it. */
    move(company: string, node: string | undefined) {
      if (node === undefined) owners.delete(company)
      else owners.set(company, node)
      for (const door of doors.values()) door.ownersChanged(company)
    },
    moveAll(companies: readonly string[], node: string) {
      for (const company of [...companies, CONTROL]) owners.set(company, node)
      for (const door of doors.values()) door.ownersChanged()
    },
  }
}
