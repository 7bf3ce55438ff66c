/** Random numbers by seed and name: each part of the plan draws from a series of its own, so that a change in one changes nothing in another. */
import { createRandom } from '../support/random'

export type Random = ReturnType<typeof randomFor>

export function randomFor(seed: number, name: string) {
  const { next, between, pick } = createRandom(Bun.hash.crc32(`${seed} ${name}`))
  return {
    between,
    pick,
    /** True in this share of the cases. */
    maybe: (share: number) => next() < share,
    /** Time until the next of events that happen at random, so far apart on average. */
    wait: (mean: number) => -Math.log(1 - next()) * mean,
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => between(0, 256))),
    /** One of these keys, each as often as its weight says. */
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
