/** What makes two queues one to whoever looks at them. Pure. */
import { fold } from '../platform/text'
import type { Queue } from './tables'

/** `#ABC` and `#aabbcc` are one colour. */
export function plainColor(color: string): string {
  const digits = color.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

type Looks = Pick<Queue, 'name' | 'color'>

/** By which of its looks a queue would be taken for one of the others. */
export function mistakenFor(wanted: Looks, others: readonly Looks[]): keyof Looks | null {
  if (others.some(({ name }) => fold(name) === fold(wanted.name))) return 'name'
  return others.some(({ color }) => plainColor(color) === plainColor(wanted.color)) ? 'color' : null
}
