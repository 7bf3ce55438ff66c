/** Gives a node its doors: to people's requests, and to other nodes. */
import { FleetRefused } from '../../fleet/refused'
import type { FleetSettings } from '../../fleet/settings'
import { CONTROL } from '../../platform/gate'
import type { Log } from '../../platform/log'
import { type Clock, SECOND } from '../../platform/time'
import { createFleetDoor, type FleetDoor } from './door'
import type { FleetNode } from './node'

type Opening = { readonly settings: FleetSettings; readonly log: Log; readonly clock: Clock }

/** Writes to control.db, and claims. */
const ASK_CONTROL = 'control'
/** To store a file that the object store lacks. */
const ASK_MEDIA = 'media'
/** How much of the node its companies take. */
const ASK_LOADS = 'loads'
const LOADS_WITHIN = 5 * SECOND

/** Throws `FleetRefused` if another program has the port of BALCAO_FLEET_ADDRESS. Call it before the node joins. */
export function requireFreePort({ address }: FleetSettings): void {
  const port = Number(new URL(`https://${address}`).port || 443)
  try {
    Bun.listen({ hostname: '0.0.0.0', port, socket: { data() {} } }).stop(true)
  } catch (error) {
    throw new FleetRefused(
      [`BALCAO_FLEET_ADDRESS is ${address}, and port ${port} cannot be opened here: ${codeOf(error)}`],
      error,
    )
  }
}

export function openDoorOf(node: FleetNode, { settings, log, clock }: Opening): FleetDoor {
  const { placement, control, parts, certificate, media, loads, lending } = node
  const door = createFleetDoor({
    node: settings.node,
    address: settings.address,
    certificate,
    owns: (company) => (company === CONTROL ? control.isOwned() : parts.isHere(company) && placement.owns(company)),
    workOn: lending.longWorkOn,
    ownerOf: placement.ownerOf,
    listNodes: () => [...placement.picture.living()].map(([name, { url }]) => ({ node: name, url })),
    gate: parts.gate,
    log,
    clock,
  })
  node.askControlBy((question, within) =>
    door.nodes.ask({ company: CONTROL }, ASK_CONTROL, question, { within, isRepeatable: true }),
  )
  door.nodes.answer(ASK_CONTROL, control.answer)
  // A file is in the object store before a commit names it, so neither shows one.
  node.askMediaBy((name, question, within) =>
    door.nodes.ask({ node: name }, ASK_MEDIA, question, { within, isRepeatable: true, shows: [] }),
  )
  door.nodes.answer(ASK_MEDIA, media.answer, 'nothing')
  node.askLoadsBy((name) =>
    door.nodes.ask({ node: name }, ASK_LOADS, {}, { within: LOADS_WITHIN, isRepeatable: true, shows: [] }),
  )
  door.nodes.answer(ASK_LOADS, loads.own, 'nothing')
  node.onOwnersChanged(door.ownersChanged)
  node.onParting(door.part)
  node.onArrival(door.arrived)
  return door
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error
    ? String(error.code)
    : error instanceof Error
      ? error.message
      : String(error)
