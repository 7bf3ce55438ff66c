/** How the reply window of a conversation looks at a moment. Pure. */
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { type ReplyWindow, windowState } from '../../../../src/channels/windows/contract'
import type { Door, TicketSummary } from '../../../../src/tickets/contract'
import { dayBefore } from '../../../shared/i18n/days'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** From here on there is little time. */
export const SOON = 2 * HOUR

export type WindowLook = {
  readonly state: 'open' | 'people'
  /** The instant at which this state ends. */
  readonly end: string
  /** Milliseconds. */
  readonly left: number
  /** Of the whole time, from 1 to 0. */
  readonly share: number
  readonly isSoon: boolean
}

/** Null without a limit, and after the end. */
export function lookOf(window: ReplyWindow | null, now: number, whole: { hours: number; personHours: number }) {
  const state = windowState(window, now)
  const end = state === 'open' ? window?.until : window?.personUntil
  if (!end || state === 'closed') return null
  const left = Date.parse(end) - now
  const length = (state === 'open' ? whole.hours : whole.personHours - whole.hours) * HOUR
  const look: WindowLook = { state, end, left, share: Math.min(1, left / length), isSoon: left < SOON }
  return look
}

/** 38 min · 23 h 52 min · 5 d 3 h */
export function spanOf(left: number) {
  const minutes = Math.max(1, Math.ceil(left / MINUTE))
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return { unit: 'minutes', count: minutes } as const
  if (hours < 48) return { unit: 'hours', hours, minutes: minutes % 60 } as const
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 } as const
}

/** Which words say the day of an instant; `keyOf` gives calendar days. */
export function dayOf(at: string, now: number, keyOf: (at: string | number) => string) {
  const [day, today] = [keyOf(at), keyOf(now)]
  if (day === today) return 'today'
  if (dayBefore(day) === today) return 'tomorrow'
  return dayBefore(today) === day ? 'yesterday' : 'date'
}

const MOST_WAYS = 3

/** Where the contact can be written to now, besides this conversation; those that need no template come first. */
export function waysBeside(
  { whatsappId }: Pick<TicketSummary, 'whatsappId'>,
  doors: readonly Door[],
  connections: readonly Pick<ConnectionSummary, 'id' | 'status'>[],
): Door[] {
  const isConnected = (id: number) => connections.find((one) => one.id === id)?.status === 'CONNECTED'
  return doors
    .filter(
      ({ whatsapp: { id }, state, mayWrite }) => id !== whatsappId && state !== 'closed' && mayWrite && isConnected(id),
    )
    .sort((a, b) => Number(a.state === 'template') - Number(b.state === 'template'))
    .slice(0, MOST_WAYS)
}
