/**
 * Kinds of entries in the ticket log. A module defines its own, adds them to `LogKinds` and lists them in its `logKinds`;
 * the screens get the kind's words from the module of the same name.
 */

export interface LogKinds {
  readonly tickets: typeof ticketLogKinds
}
export type LogKind = LogKinds[keyof LogKinds][number]

export const defineLogKinds = <const Kinds extends readonly string[]>(...kinds: Kinds): Kinds => kinds

export const ticketLogKinds = defineLogKinds(
  'created',
  /** `from`: the product that it came from, while it was not closed. */
  'movedIn',
  'queueSet',
  'queueRemoved',
  'started',
  'accessed',
  'transferred',
  'transferUndone',
  'receivedTransfer',
  'returned',
  'attendantLeft',
  'closed',
  'reopened',
  'called',
  'disappearing',
  'audioRefused',
  'groupChanged',
  'usernameChanged',
  'windowClosed',
)
