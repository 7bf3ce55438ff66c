/** The bars of a waveform: as many as fit, from as many levels as were stored. */
export function barsOf(levels: readonly number[] | null, count: number): number[] {
  if (!levels || levels.length === 0) return Array.from({ length: count }, () => 8)
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count))
    return Math.max(...levels.slice(from, to), 4)
  })
}

const SPEEDS = [1, 1.5, 2, 0.5] as const
export type Speed = (typeof SPEEDS)[number]
export const isSpeed = (value: unknown): value is Speed => SPEEDS.some((speed) => speed === value)
export const nextSpeed = (speed: Speed): Speed => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
