/**
 * Random numbers by seed and name: each part of the plan has its own series, so that changing one does not affect
 * others.
 */
import { createRandom } from '../support/random'

export type Random = ReturnType<typeof randomFor>

export function randomFor(seed: number, name: string) {
  const { next, between, pick } = createRandom(Bun.hash.crc32(`${seed} ${name}`))
  return {
    between,
    pick,
    /** True with this probability. */
    maybe: (share: number) => next() < share,
    /** Time until the next random event with this mean interval. */
    wait: (mean: number) => -Math.log(1 - next()) * mean,
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => between(0, 256))),
    /** A random key by weight. */
    weighed<T extends string>(weights: Readonly<Record<T, number>>): T {
      const entries = Object.entries<number>(weights) as [T, number][] // the keys of a record are its type's keys
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [what, weight] of entries) {
        left -= weight
        if (left < 0) return what
      }
      return pick(entries)[0]
    },
    shuffled<T>(all: readonly T[]): T[] {
      const rest = [...all]
      return all.map(() => rest.splice(between(0, rest.length), 1)[0] as T) // as many are taken as there are
    },
  }
}
