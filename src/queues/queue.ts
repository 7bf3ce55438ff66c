/** When two queues look too much alike. Pure. */
import { fold } from '../platform/text'
import type { Queue } from './tables'

/** `#ABC` and `#aabbcc` are one colour. */
export function plainColor(color: string): string {
  const digits = color.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

type Appearance = Pick<Queue, 'name' | 'color'>

/** The field by which the queue would be confused with one of the others, if any. */
export function confusingField(wanted: Appearance, others: readonly Appearance[]): keyof Appearance | null {
  if (others.some(({ name }) => fold(name) === fold(wanted.name))) return 'name'
  return others.some(({ color }) => plainColor(color) === plainColor(wanted.color)) ? 'color' : null
}
