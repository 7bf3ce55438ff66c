/** Schedules faults: all in random order before any repeats, and all within two minutes. */
import { type FaultKind, type FaultVariant, faultVariants, type Injection, injectionOf, isUnlinking } from './faults'
import type { Participants, Size } from './participants'
import { randomFor } from './random'

export type ScheduledFault = Injection & { readonly at: number; readonly kind: FaultKind; readonly code: number | null }

const FIRST_MS = 2_000
/** The last one ends before the run. */
const NONE_BEFORE_END_MS = 8_000
/** Interval between starts, so that all fit into two minutes. */
const PACE_MS = Math.floor((120_000 - FIRST_MS - NONE_BEFORE_END_MS) / faultVariants.length)

export function scheduleFaults({ phones, customers }: Participants, { seed, seconds, only }: Size): ScheduledFault[] {
  const random = randomFor(seed, 'faults')
  /** Each phone removes its device before one does so again, because linking takes a while. */
  const toUnlink = random.shuffled([...phones.keys()])
  const faults: ScheduledFault[] = []
  const variants = only ? faultVariants.filter(({ kind }) => only.includes(kind)) : faultVariants
  const lastMs = seconds * 1_000 - NONE_BEFORE_END_MS
  const pace = only ? Math.floor((lastMs - FIRST_MS) / variants.length) : PACE_MS
  let remaining: FaultVariant[] = []
  for (let slot = FIRST_MS; slot + pace <= lastMs; slot += pace) {
    if (remaining.length === 0) remaining = random.shuffled(variants)
    const variant = remaining.shift()
    if (!variant) continue
    const phoneIndex = isUnlinking(variant) ? nextOf(toUnlink) : random.between(0, phones.length)
    const { number = '', company = 0 } = phones[phoneIndex] ?? {}
    const target = {
      random,
      phone: number,
      company,
      customers: customers.filter((one) => one.phoneIndex === phoneIndex),
    }
    const at = slot + random.between(0, pace)
    faults.push({ at, kind: variant.kind, code: variant.code ?? null, ...injectionOf(variant, target) })
  }
  return faults
}

function nextOf(ring: number[]): number {
  const next = ring.shift() ?? 0
  ring.push(next)
  return next
}

export const labelOf = ({ kind, code }: Pick<ScheduledFault, 'kind' | 'code'>): string =>
  code === null ? kind : `${kind} ${code}`
