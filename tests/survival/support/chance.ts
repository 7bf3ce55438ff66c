/** Chance that can be repeated: print the seed, give it back as `BALCAO_TEST_SEED`. */
export type Chance = { readonly seed: number; between(from: number, to: number): number }

export function chance(name: string, seed = Number(process.env.BALCAO_TEST_SEED ?? Date.now() % 1_000_000)): Chance {
  console.log(`${name}: seed ${seed}`)
  const next = series(seed)
  return { seed, between: (from, to) => Math.floor(from + next() * (to - from)) }
}

/** Numbers from 0 to below 1, always the same ones for the same seed (mulberry32). */
export function series(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
