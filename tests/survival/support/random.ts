/** Repeatable random numbers: the seed is printed, and read from `BALCAO_TEST_SEED`. */
import { createRandom } from '../../support/random'

export type RepeatableRandom = { readonly seed: number; between(from: number, to: number): number }

export function repeatableRandom(
  name: string,
  seed = Number(process.env.BALCAO_TEST_SEED ?? Date.now() % 1_000_000),
): RepeatableRandom {
  console.log(`${name}: seed ${seed}`)
  return { seed, between: createRandom(seed).between }
}
