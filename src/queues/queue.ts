/** Detects queues that look too much alike. Pure. */
import { fold } from '../platform/text'
import type { Queue } from './tables'

/** Normalises colours: `#ABC` equals `#aabbcc`. */
export function plainColor(color: string): string {
  const digits = color.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

type Appearance = Pick<Queue, 'name' | 'color'>

/** The field in which the queue would be confused with another one, if any. */
export function confusingField(appearance: Appearance, others: readonly Appearance[]): keyof Appearance | null {
  if (others.some(({ name }) => fold(name) === fold(appearance.name))) return 'name'
  return others.some(({ color }) => plainColor(color) === plainColor(appearance.color)) ? 'color' : null
}
