/** A ticket's protocol number: the day it was opened by the company's clock, and its own number, so that it never changes. */
import { getOrMake } from '../platform/maps'

type Opened = { readonly id: number; readonly createdAt: number }

/** No clock in the world changes to another day within one. */
const QUARTER = 15 * 60_000
/** Two years of them. */
const MOST_KEPT = 70_000
const kept = new Map<string, { readonly days: Map<number, string>; readonly format: Intl.DateTimeFormat }>()

export function codeOf({ id, createdAt }: Opened, timeZone: string): string {
  const { days, format } = getOrMake(kept, timeZone, () => ({
    days: new Map<number, string>(),
    // Sweden writes days as ISO does.
    format: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
  }))
  if (days.size > MOST_KEPT) days.clear()
  return `${getOrMake(days, Math.floor(createdAt / QUARTER), () => format.format(createdAt).replaceAll('-', ''))}${id}`
}
