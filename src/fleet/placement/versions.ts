/** Which programs may work together in a fleet, and who may own which company. */

export type Versions = {
  /** As people read it, such as 1.4.2. */
  readonly program: string
  /** Number of the language that nodes speak with one another and in the log. It rises by one with each change of it. */
  readonly protocol: number
  /** Steps of a company's schema that the program knows. */
  readonly schema: number
}

/** The program must not join these nodes. */
export class VersionTooFar extends Error {}

/** Nodes are upgraded one by one, so two neighbours work together, and no third. */
export function requireNeighbours(own: Versions, others: ReadonlyMap<string, Versions>): void {
  for (const [node, { program, protocol }] of others)
    if (Math.abs(protocol - own.protocol) > 1)
      throw new VersionTooFar(
        `This program is version ${own.program} (fleet protocol ${own.protocol}), but node "${node}" runs ${program} (${protocol}). Versions in a fleet may be one step apart: upgrade ${protocol < own.protocol ? `"${node}"` : 'this node'} to a version in between first.`,
      )
}

/** A company whose schema has `schema` steps is opened only by a program that knows them all. */
export const canOpen = ({ schema: known }: Versions, schema: number): boolean => known >= schema
