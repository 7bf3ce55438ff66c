/** What one node of a fleet asks another for itself, beside the requests of people that it forwards. */

/** A company's owner (`CONTROL` for control.db's), or a node by its name. */
export type AskedOf = { readonly company: string } | { readonly node: string }

export type AskOptions = {
  readonly signal?: AbortSignal
  /** Milliseconds, with all that is asked again. */
  readonly within?: number
  /** Companies whose commits the question shows: it waits for them at the gate. By default for all of this node. */
  readonly shows?: readonly string[]
  /** Asks again when nobody knows whether the node has begun: it must be the same to be asked twice. */
  readonly isRepeatable?: boolean
  /** It only reads: it is asked again, too, and whether a node had begun when the time is over concerns nobody. */
  readonly changesNothing?: boolean
}

/**
 * Waits, within its time, while the company has no owner or the node is not reached. Throws `AppError`s of the handler;
 * ERR_COMPANY_MOVING and ERR_NODE_UNREACHABLE if nothing was begun; ERR_OUTCOME_UNKNOWN if it may have been;
 * `UnknownQuestion` (`server/fleet/internal.ts`) if the node's version does not know the path.
 */
export type AskNode = (of: AskedOf, path: string, question: unknown, options?: AskOptions) => Promise<unknown>

/** Throws an `AppError` for people to read. What it returns is sent as JSON. */
export type InternalHandler = (question: unknown, from: string, signal: AbortSignal) => unknown

export type Nodes = {
  readonly ask: AskNode
  /**
   * Answers questions under this path from now on. The answer waits at the gate: for the company that was asked, or for all that
   * this node has committed. `nothing`: it shows no commit, and must come while others wait.
   */
  answer(path: string, handler: InternalHandler, shows?: 'commits' | 'nothing'): void
}

declare module '../platform/module' {
  interface Services {
    /** Null without a fleet. */
    readonly nodes: Nodes | null
  }
}
