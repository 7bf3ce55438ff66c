/** Seeded pseudo-random numbers. */
export type Random = ReturnType<typeof createRandom>

export function createRandom(seed: number) {
  const next = numbersFrom(seed)
  const between = (from: number, to: number) => Math.floor(from + next() * (to - from))
  return {
    /** From 0 (inclusive) to 1 (exclusive). */
    next,
    /** An integer below `to`. */
    between,
    /** An integer from 0 to `limit` - 1. */
    below: (limit: number) => between(0, limit),
    /** True once in `cases` on average. */
    oneIn: (cases: number) => between(0, cases) === 0,
    pick<T>(from: readonly T[]): T {
      const chosen = from[between(0, from.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
  }
}

/** mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
