/** Which node takes a company, and which keeps its copy. Every node comes to the same answer from the same picture. */
import { createHash } from 'node:crypto'
import type { NodeLease } from './lease'
import type { Ownership } from './owners'
import { canOpen } from './versions'

/** A node that lives, and may be given companies. */
export type Candidate = { readonly node: string; readonly lease: NodeLease }

/** Between 0 and 1: the same on every node, and unrelated from company to company. */
function lot(company: string, node: string): number {
  const digest = createHash('sha256').update(`${company}\n${node}`).digest()
  return (digest.readUInt32BE(0) + 0.5) / 2 ** 32
}

/** Rendezvous hashing: a node with twice the capacity comes first for twice as many companies. */
const rankOf = (company: string, { node, lease }: Candidate) =>
  Math.log(lot(company, node)) / Math.max(lease.load.capacity, 1e-9)

const mayOwn = ({ lease }: Candidate, { schema }: Ownership) => canOpen(lease.versions, schema)

/**
 * The nodes that may take a company that nobody owns, in the order in which they shall try: where it is moved to, the
 * standby, the node that had it, and the others. Those whose program has the company's schema come before newer ones, after
 * which no older one could open it.
 */
export function heirsOf(company: string, ownership: Ownership, candidates: readonly Candidate[]): string[] {
  const { to, standby, node: last, schema } = ownership
  const rest = candidates
    .filter((candidate) => mayOwn(candidate, ownership))
    .toSorted(
      (a, b) =>
        Number(a.lease.versions.schema > schema) - Number(b.lease.versions.schema > schema) ||
        rankOf(company, b) - rankOf(company, a),
    )
    .map(({ node }) => node)
  const first = [to, standby, last].filter((node) => node !== undefined && rest.includes(node))
  return [...new Set([...first, ...rest])] as string[]
}

export type Duties = ReadonlyMap<string, number>

/** How many companies each node owns or keeps a copy of, also those that are on their way there. */
export function countDuties(owners: Iterable<Ownership>): Duties {
  const duties = new Map<string, number>()
  const add = (node: string | undefined) => {
    if (node !== undefined) duties.set(node, (duties.get(node) ?? 0) + 1)
  }
  for (const { node, standby, to } of owners) {
    add(node)
    add(standby)
    if (to !== standby) add(to)
  }
  return duties
}

/** The node that shall keep the copy: able to open the company, and with the least to do for its capacity. */
export function chooseStandby(
  company: string,
  ownership: Ownership,
  candidates: readonly Candidate[],
  duties: Duties,
): string | undefined {
  const filled = ({ node, lease }: Candidate) => (duties.get(node) ?? 0) / Math.max(lease.load.capacity, 1e-9)
  return candidates
    .filter((candidate) => candidate.node !== ownership.node && mayOwn(candidate, ownership))
    .toSorted(
      (a, b) =>
        Number(a.lease.versions.schema > ownership.schema) - Number(b.lease.versions.schema > ownership.schema) ||
        filled(a) - filled(b) ||
        rankOf(company, b) - rankOf(company, a),
    )[0]?.node
}
