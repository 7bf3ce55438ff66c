/** Which node takes a company, and which keeps its copy. Every node comes to the same answer from the same picture. */
import type { NodeLease } from './lease'
import type { Ownership } from './owners'
import { canOpen } from './versions'

/** A node that lives, and may be given companies. */
export type Candidate = { readonly node: string; readonly lease: NodeLease }

/** Between 0 and 1: the same on every node, and unrelated from company to company. FNV-1a, mixed as MurmurHash3 does. */
function lot(company: string, node: string): number {
  let hash = 0x811c9dc5
  for (const text of [company, '\n', node])
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32
}

/** Rendezvous hashing: a node with twice the capacity comes first for twice as many companies. */
const rankOf = (company: string, { node, lease }: Candidate) =>
  Math.log(lot(company, node)) / Math.max(lease.load.capacity, 1e-9)

export const hasRoom = ({ lease }: Candidate): boolean => lease.isFull !== true

const mayOwn = ({ lease }: Candidate, { schema }: Ownership) => canOpen(lease.versions, schema)

/**
 * The nodes that may take a company that nobody owns, in the order in which they shall try: where it is moved to, the
 * standby, the node that had it, and the others. Those whose program has the company's schema come before newer ones, after
 * which no older one could open it. Nodes without room come last: their copies stand still.
 */
export function heirsOf(company: string, ownership: Ownership, candidates: readonly Candidate[]): string[] {
  const { to, standby, node: last, schema } = ownership
  const rest = candidates
    .filter((candidate) => mayOwn(candidate, ownership))
    .map((candidate) => {
      const { node, lease } = candidate
      return { node, isNewer: Number(lease.versions.schema > schema), rank: rankOf(company, candidate) }
    })
    .toSorted((a, b) => a.isNewer - b.isNewer || b.rank - a.rank)
    .map(({ node }) => node)
  const first = [to, standby, last].filter((node) => node !== undefined && rest.includes(node))
  const heirs = [...new Set([...first, ...rest])] as string[]
  const full = new Set(candidates.flatMap((candidate) => (hasRoom(candidate) ? [] : [candidate.node])))
  return full.size === 0 ? heirs : heirs.toSorted((a, b) => Number(full.has(a)) - Number(full.has(b)))
}

export type Duties = ReadonlyMap<string, number>

/** The node that shall keep the copy: able to open the company, with room, and with the least to do for its capacity. */
export function chooseStandby(
  company: string,
  ownership: Ownership,
  candidates: readonly Candidate[],
  duties: Duties,
): string | undefined {
  const filled = ({ node, lease }: Candidate) => (duties.get(node) ?? 0) / Math.max(lease.load.capacity, 1e-9)
  return candidates
    .filter((candidate) => candidate.node !== ownership.node && mayOwn(candidate, ownership) && hasRoom(candidate))
    .toSorted(
      (a, b) =>
        Number(a.lease.versions.schema > ownership.schema) - Number(b.lease.versions.schema > ownership.schema) ||
        filled(a) - filled(b) ||
        rankOf(company, b) - rankOf(company, a),
    )[0]?.node
}
