/** The details of a log entry: which change, of whom, to what. */
import type { TicketLogEntry } from '../../../../src/tickets/contract'

type Entry = Pick<TicketLogEntry, 'kind' | 'data'>

/** A key under `tickets.log.group`. */
export type GroupLine =
  | 'joined'
  | 'left'
  | 'promoted'
  | 'demoted'
  | 'subject'
  | 'description'
  | 'announceOn'
  | 'announceOff'
  | 'restrictOn'
  | 'restrictOff'
  | 'joinApprovalOn'
  | 'joinApprovalOff'
  | 'membersAddOn'
  | 'membersAddOff'
  | 'parent'
  | 'changed'

const switches = new Set(['announce', 'restrict', 'joinApproval', 'membersAdd'] as const)
type Switch = typeof switches extends Set<infer S> ? S : never
const isSwitch = (change: unknown): change is Switch => switches.has(change as Switch) // a set of strings may be asked for any value
const plain = ['joined', 'left', 'promoted', 'demoted', 'subject', 'description', 'parent'] as const

export function groupLine({ change, value }: Entry['data']): GroupLine {
  if (isSwitch(change)) return `${change}${value ? 'On' : 'Off'}`
  return plain.find((one) => one === change) ?? 'changed'
}

/** The people concerned by a change, or its new value. */
export type GroupDetail = {
  readonly words: string | null
  /** How many people are not named. */
  readonly more: number
  /** Whether one of our own numbers is among them. */
  readonly us: boolean
  readonly by: string | null
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

export const groupDetail = ({ who, value, more, us, by }: Entry['data']): GroupDetail => ({
  words: textOf(who) ?? textOf(value),
  more: Number(more ?? 0),
  us: us === 1,
  by: textOf(by),
})

export const OUTCOMES = ['ringing', 'answered', 'missed', 'refused'] as const
export const callOutcome = ({ outcome }: Entry['data']): (typeof OUTCOMES)[number] =>
  OUTCOMES.find((one) => one === outcome) ?? 'ringing'
