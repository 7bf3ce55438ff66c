/** The fleet as `balcao fleet status --json` and the page show it. */

import { CONTROL } from '../../platform/gate'
import type { MachineLoad, UnstoredMedia } from './lease'
import { type DrainProgress, findDrain, findMove, type MoveStep } from './move'
import type { Picture } from './owners'

export type FleetStatus = {
  readonly nodes: readonly NodeStatus[]
  /** With control.db, which moves as a company does. */
  readonly companies: readonly CompanyStatus[]
}
export type NodeStatus = {
  readonly name: string
  readonly address: string
  readonly version: string
  /** Steps of a company's schema that its program knows. */
  readonly schema: number
  /** How many it owns, and of how many it keeps a copy; control.db is none of them. */
  readonly companies: number
  readonly standbys: number
  readonly isRunning: boolean
  /** The process has let go of everything and ended. */
  readonly isStopped: boolean
  readonly busy: number
  readonly capacity: number
  /** Its disk has no room for more companies or copies. */
  readonly isFull: boolean
  readonly machine: MachineLoad | null
  /** Media that only this node's disk has, and other nodes ask it for; null when the object store has all. */
  readonly unstored: UnstoredMedia | null
  /** Milliseconds until the servers have stored what the node sends. */
  readonly answerMs: number | null
  readonly drain?: { readonly kind: DrainProgress['kind']; readonly companies: number; readonly left: number }
}
export type CompanyStatus = {
  readonly uuid: string
  readonly name: string | null
  /** Null while nobody owns the company. */
  readonly owner: string | null
  /** The owner, or who was that last. */
  readonly last: string
  readonly epoch: number
  /** Steps of its schema, which an owner must know. */
  readonly schema: number
  /** Records that the standby has not applied; null if there is none, or it has not said. */
  readonly lag: number | null
  readonly standby: string | null
  /** The standby has everything, and could take over at once. */
  readonly isStandbyReady: boolean
  readonly move?: { readonly to: string; readonly step: MoveStep }
}

/** What the picture does not hold. */
export type StatusFacts = {
  readonly nameOf: (company: string) => string | undefined
  readonly lagOf: (company: string) => number | undefined
}

export function fleetStatus(picture: Picture, { nameOf, lagOf }: StatusFacts): FleetStatus {
  const living = picture.living()
  const owned = new Map<string, number>()
  const copied = new Map<string, number>()
  const count = (counts: Map<string, number>, node: string | undefined) => {
    if (node !== undefined) counts.set(node, (counts.get(node) ?? 0) + 1)
  }
  const companies: CompanyStatus[] = []
  for (const [uuid, { value }] of picture.owners) {
    const owner = picture.ownerOf(uuid)
    const move = findMove(picture, uuid)
    if (uuid !== CONTROL) {
      count(owned, owner?.node)
      count(copied, value.standby)
    }
    companies.push({
      uuid,
      name: nameOf(uuid) ?? null,
      owner: owner?.node ?? null,
      last: value.node,
      epoch: value.epoch,
      schema: value.schema,
      lag: value.standby === undefined ? null : (lagOf(uuid) ?? null),
      standby: value.standby ?? null,
      isStandbyReady: value.standby !== undefined && value.isStandbyReady === true && living.has(value.standby),
      ...(move ? { move: { to: move.to, step: move.step } } : {}),
    })
  }
  const nodes = [...picture.nodes].map(([name, { value }]): NodeStatus => {
    const drain = findDrain(picture, name)
    return {
      name,
      address: value.url,
      version: value.versions.program,
      schema: value.versions.schema,
      companies: owned.get(name) ?? 0,
      standbys: copied.get(name) ?? 0,
      isRunning: living.has(name) && !value.isStopped,
      isStopped: value.isStopped === true,
      busy: value.load.busy,
      capacity: value.load.capacity,
      isFull: value.isFull === true,
      machine: value.load.machine ?? null,
      unstored: value.unstored ?? null,
      answerMs: value.answerMs ?? null,
      ...(drain ? { drain: { kind: drain.kind, companies: drain.companies, left: drain.left } } : {}),
    }
  })
  return {
    nodes: nodes.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    companies: companies.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
  }
}
