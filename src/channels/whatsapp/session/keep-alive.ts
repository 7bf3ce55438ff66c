/**
 * One timer for all sessions. With separate timers, a hundred idle sessions would wake the process ten times a second;
 * so all sessions within the same tenth of the interval ping together.
 */
export type KeepAlive = ReturnType<typeof createKeepAlive>

const GROUPS = 10

export function createKeepAlive(every: number) {
  const groups = Array.from({ length: GROUPS }, () => new Set<() => void>())
  let turn = 0
  let clock: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    turn = (turn + 1) % GROUPS
    for (const beat of groups[turn] ?? []) beat()
  }

  return {
    /** Calls `beat` once per interval, first within one interval. Returns a function that stops it. */
    join(beat: () => void): () => void {
      const group = groups.reduce((least, one) => (one.size < least.size ? one : least))
      group.add(beat)
      clock ??= setInterval(tick, every / GROUPS)
      return () => {
        group.delete(beat)
        if (groups.some(({ size }) => size > 0)) return
        clearInterval(clock)
        clock = undefined
      }
    },
  }
}
