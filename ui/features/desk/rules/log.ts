/** Details of a log entry: what changed, whose, and to what. */
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

/** The people affected by a change, or its new value. */
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

/** How long the contact had waited or been attended until this entry. */
export type LogPeriod = { readonly is: 'waited' | 'attended'; readonly ms: number }

const MINUTE = 60_000

/** The periods that log entries ended, by entry id; those under a minute are omitted. */
export function spansOf(entries: readonly TicketLogEntry[]): ReadonlyMap<number, LogPeriod> {
  const spans = new Map<number, LogPeriod>()
  let is: LogPeriod['is'] | null = null
  let since = 0
  for (const { id, kind, data, createdAt } of entries) {
    const next = stateAfter(kind, data)
    if (next === undefined) continue
    const at = Date.parse(createdAt)
    // The same state with the same attendant continues the earlier period.
    if (is === next && kind !== 'transferred') continue
    if (is !== null && at - since >= MINUTE) spans.set(id, { is, ms: at - since })
    is = next
    since = at
  }
  return spans
}

/** The state after an entry. Null: closed. Undefined: unchanged. */
function stateAfter(kind: TicketLogEntry['kind'], data: Entry['data']): LogPeriod['is'] | null | undefined {
  switch (kind) {
    case 'created':
    case 'returned':
    case 'attendantLeft':
      return 'waited'
    case 'started':
    case 'receivedTransfer':
    case 'distributed':
    case 'reopened':
      return 'attended'
    case 'transferred':
      return data.user ? 'attended' : 'waited'
    case 'closed':
      return null
    default:
      return undefined
  }
}

/** Source and target: `Ana → Beto`; if unchanged, only the name. */
export function route(from: unknown, to: unknown): string | null {
  const [before, after] = [textOf(from), textOf(to)]
  return before && after && before !== after ? `${before} → ${after}` : after
}
