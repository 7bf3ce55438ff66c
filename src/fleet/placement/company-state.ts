/** What a node does with a company, as a pure function of its state and what happens. */

export type Phase = 'cold' | 'fetching' | 'standby' | 'claiming' | 'own' | 'unsure' | 'draining' | 'lost'

export type CompanyEvent =
  /** The node shall keep a copy, as the standby or before it takes the company. */
  | 'follow'
  | 'unfollow'
  /** The copy is at the end of the log. */
  | 'fetched'
  /** The copy cannot be kept, or the company cannot be opened. */
  | 'failed'
  /** The node shall own the company. */
  | 'take'
  /** Our `epoch` record is in the chain. */
  | 'claimed'
  /** Another record stands where our `epoch` record should. */
  | 'beaten'
  /** The log does not say whether a record of ours is stored. */
  | 'unanswered'
  | 'acknowledged'
  /** The log refuses our records: another owner extends the chain. */
  | 'refused'
  /** The company shall be owned elsewhere. */
  | 'handOver'
  /** Our `bye` record is in the chain. */
  | 'parted'
  /** The node's lease has ended by its own view. */
  | 'leaseOver'
  /** The picture shows an owner with a higher epoch. */
  | 'overtaken'
  /** Files and connections of a lost company are closed, and its files put aside. */
  | 'closed'

/** What the node does, in this order; `hold` and `drop` at the instant of the event. */
export type Effect =
  | 'follow'
  | 'unfollow'
  | 'claim'
  | 'open'
  /** Writes the owner that the chain has into `owners`. */
  | 'announce'
  /** Nothing new begins and nothing leaves; what comes in waits. */
  | 'hold'
  /** What waits is dropped: connections close, without an answer. */
  | 'drop'
  /** Ships what is committed, then the `bye` record. */
  | 'part'
  /** Marks the company in `owners` as free to be taken. */
  | 'resign'
  | 'close'
  | 'putAside'

export type Step = { readonly phase: Phase; readonly effects: readonly Effect[] }

const step = (phase: Phase, ...effects: Effect[]): Step => ({ phase, effects })
const LOST = step('lost', 'drop', 'close', 'putAside')

/**
 * A pair that is missing changes nothing: the event comes too late, or asks for what is so already. `never` marks those that
 * the runner cannot send in this phase.
 */
const never = 'never'
const steps: Readonly<Record<Phase, Readonly<Partial<Record<CompanyEvent, Step | typeof never>>>>> = {
  cold: {
    follow: step('fetching', 'follow'),
    take: never, // a taker follows first
    handOver: never,
    acknowledged: never,
    closed: never,
  },
  fetching: {
    fetched: step('standby'),
    unfollow: step('cold', 'unfollow'),
    failed: step('cold', 'unfollow'),
    take: never,
    handOver: never,
    closed: never,
  },
  standby: {
    take: step('claiming', 'claim'),
    unfollow: step('cold', 'unfollow'),
    failed: step('cold', 'unfollow'),
    handOver: never,
    closed: never,
  },
  claiming: {
    claimed: step('own', 'open', 'announce'),
    beaten: step('standby'),
    overtaken: step('standby'),
    leaseOver: step('standby'),
    failed: step('cold', 'unfollow'),
    handOver: never,
    parted: never,
    closed: never,
  },
  own: {
    unanswered: step('unsure'),
    refused: LOST,
    overtaken: LOST,
    leaseOver: LOST,
    handOver: step('draining', 'hold', 'part'),
    failed: step('draining', 'hold', 'part'),
    follow: never,
    closed: never,
  },
  unsure: {
    acknowledged: step('own'),
    refused: LOST,
    overtaken: LOST,
    leaseOver: LOST,
    // The record that is on its way is shipped first, by `part`.
    handOver: step('draining', 'hold', 'part'),
    failed: step('draining', 'hold', 'part'),
    follow: never,
    closed: never,
  },
  draining: {
    parted: step('cold', 'resign', 'close'),
    refused: LOST,
    overtaken: LOST,
    leaseOver: LOST,
    follow: never,
    closed: never,
  },
  lost: {
    closed: step('cold'),
    follow: never,
    take: never,
    handOver: never,
  },
}

/** The phases in which nobody else may be able to let anything of the company leave. */
export const believesOwn = (phase: Phase): boolean => phase === 'own' || phase === 'unsure'

/** Undefined for a pair that the runner never sends. */
export function next(phase: Phase, event: CompanyEvent): Step | undefined {
  const found = steps[phase][event]
  return found === never ? undefined : (found ?? step(phase))
}
